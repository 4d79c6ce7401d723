"""The board of Lucky Squares: the six squares above, the order of play and the actions below."""

from collections.abc import Sequence
from typing import ClassVar, cast

from rich.cells import cell_len
from textual.binding import BindingType
from textual.geometry import Offset

from luckytui.games.interface import Event, Seat
from luckytui.games.lucky_squares import (
    COLORS,
    Color,
    LuckySquaresView,
    Pass,
    Pick,
    on,
)
from luckytui.table.views import MatchView, TableView
from luckytui.text import N_, _
from luckytui.tui.boards.base import Board
from luckytui.tui.boards.lucky_squares_course import (
    DONE,
    LOST,
    NOW,
    TO_COME,
    Course,
    Settled,
    Slot,
    course,
    slots,
)
from luckytui.tui.boards.lucky_squares_pieces import (
    HIDDEN,
    SQUARE_WIDTH,
    Square,
    paint_card,
    paint_dice,
    paint_square,
    signed,
)
from luckytui.tui.boards.lucky_squares_story import (
    LEAD,
    SIGNS,
    color_name,
    outcome,
    round_words,
    slot_words,
    tell,
)
from luckytui.tui.boards.lucky_squares_wish import ACTIONS, Action, Wish
from luckytui.tui.canvas import Canvas, Role, cut
from luckytui.tui.commands import Command, bindings

WON = "★"

_SQUARE_EACH = SQUARE_WIDTH + 1
"""How far apart the squares are."""
_SQUARES_Y, _DICE_Y, _TITLES_Y = 1, 8, 9
"""Where the squares begin, and where the dice and the titles of the two lists stand."""
_LIST_Y, _MARK_X, _LEAD_X, _NAME_X = 10, 1, 3, 5
_RIGHT_X = 1 + 3 * _SQUARE_EACH
"""Where the right list begins: under the fourth square."""
_FACTS_WIDTH = len(" 100¢ [♥]")
"""How wide it is what stands behind each name."""
_LEAST_NAME = 12
"""How wide names may be beside long deeds before they are cut."""
_WORDS_X = 17
"""How far to the right in the menu it stands what an action does."""
_PROMPT_WIDTH = 78
_ACTING = {"act", "populate", "ghost"}
"""The stages in which all have picked, and nobody's card has to be shown yet."""


class LuckySquaresBoard(Board):
    """Lucky Squares on the screen. The cursor is on a square, on a player, or in the menu of actions."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("act", "enter,space", "", N_("Do what the prompt line says.")),
        *(
            Command(f"wish({index})", action.key, "", N_("Choose the action with this letter."))
            for index, action in enumerate(ACTIONS)
        ),
        *(
            Command(f"name({number})", str(number), "", N_("Name a square or a player by the number."))
            for number in range(1, len(COLORS) + 1)
        ),
        Command("back", "escape", N_("back"), N_("Go a step back: nothing has been done yet.")),
        Command("next", "tab", N_("next"), N_("Go to the next thing that can be chosen.")),
        Command("go(-1,0)", "up,k", "", N_("Move the cursor.")),
        Command("go(1,0)", "down,j", "", N_("Move the cursor.")),
        Command("go(0,-1)", "left,h", "", N_("Move the cursor.")),
        Command("go(0,1)", "right,l", "", N_("Move the cursor.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)
    LEGEND = (
        (" ".join(SIGNS.values()), N_("red, yellow, blue, magenta, green, black")),
        (LEAD, N_("the lead player: acts first, and once more at the end")),
        (f"[{HIDDEN}]", N_("a card that is hidden")),
        ("[♥]", N_("a card that lies open")),
        ("(♥)", N_("your own card, which nobody else sees")),
        (f"{DONE} {NOW}", N_("has picked or acted; is asked now")),
        (f"{TO_COME} {LOST}", N_("an action that is to come; one that was forbidden")),
        ("+5", N_("what has changed on a square since you last moved")),
    )

    def __init__(self, table_view: TableView, match_view: MatchView) -> None:
        super().__init__(table_view, match_view)
        self._square = 0
        """Which square the cursor is on, when a square is to be named."""
        self._row = 0
        """Which player of the list the cursor is on, when a player is to be named."""
        self._menu = 0
        """Which action the cursor is on, when one is to be chosen."""
        self._wish: Wish | None = None
        self.adapt(asked_anew=True)

    # ── What is shown and what can be done ────────────────────────────────────────────────────────

    @property
    def _view(self) -> LuckySquaresView:
        return cast("LuckySquaresView", self.match_view.view)

    @property
    def _picks(self) -> bool:
        """Whether the player is asked for a pick."""
        return self.match_view.prompt > 0 and self._view.stage == "pick"

    @property
    def _acts(self) -> bool:
        """Whether the player is asked for an action."""
        return self.match_view.prompt > 0 and self._view.stage == "act"

    @property
    def _names_square(self) -> bool:
        return self._picks or (self._wish is not None and not self._wish.wants_player)

    @property
    def _names_player(self) -> bool:
        return self._wish is not None and self._wish.wants_player

    @property
    def _color(self) -> Color:
        return COLORS[self._square]

    @property
    def _seats(self) -> list[Seat]:
        """The seats as they are listed: the lead player first, then clockwise."""
        first = max(self._view.lead, 0)
        return [(first + step) % self._view.seats for step in range(self._view.seats)]

    @property
    def _open_squares(self) -> list[Color]:
        """The squares that can be named now."""
        return self._wish.open_squares(self.match_view.moves) if self._wish else list(COLORS)

    @property
    def _open_rows(self) -> list[int]:
        """The rows of the players who can be named now."""
        seats = self._wish.open_players(self.match_view.moves) if self._wish else []
        return [row for row, seat in enumerate(self._seats) if seat in seats]

    def _lacking(self, action: Action) -> str:
        """Say why an action is not to be had; empty when it is."""
        if any(type(move) is action.kind for move in self.match_view.moves):
            return ""
        cents = self._view.cents[self._view.seat]
        return _("you have {cents}¢", cents=cents) if cents < action.cost else _(action.lacking)

    def adapt(self, *, asked_anew: bool) -> None:
        """Begin each decision anew: a pick on the square with the most coins, an action on the menu."""
        if asked_anew:
            self._wish, self._menu = None, 0
            if self._picks:
                self._square = self._view.squares.index(max(self._view.squares))

    # ── Painting ──────────────────────────────────────────────────────────────────────────────────

    def paint(self, canvas: Canvas) -> None:
        """Paint the table."""
        seen = course(self.match_view.log, self._view.seat)
        canvas.put(1, 0, round_words(self, self._view))
        for index, color in enumerate(COLORS):
            paint_square(canvas, 1 + index * _SQUARE_EACH, _SQUARES_Y, self._square_of(color, seen))
        paint_dice(canvas, 1, _DICE_Y, seen.rolls)
        self._paint_players(canvas, seen)
        if seen.settled and self._view.stage not in _ACTING:
            self._paint_showdown(canvas, seen.settled)
        else:
            self._paint_menu(canvas)

    def _square_of(self, color: Color, seen: Course) -> Square:
        """Return what is to be seen of a square."""
        cents, wish = on(self._view.squares, color), self._wish
        return Square(
            color,
            cents,
            change=cents - on(seen.known, color) if self._view.stage != "over" else 0,
            who=", ".join(self._who_is_on(color, seen)),
            mark=DONE if wish and color in wish.named else "",
            is_closed=self._names_square and color not in self._open_squares,
            has_cursor=self._names_square and color == self._color,
        )

    def _who_is_on(self, color: Color, seen: Course) -> list[str]:
        """Return who is known to have picked a square, the player first: in brackets if only they know."""
        cards = self._cards(seen)
        mine = self._view.seat
        names = [self.name_of(seat) for seat, card in enumerate(cards) if card == color and seat != mine]
        if mine < 0 or self._view.pick != color:
            return names
        return [_("you") if cards[mine] else _("(you)"), *names]

    def _cards(self, seen: Course) -> Sequence[Color | None]:
        """Return the cards that lie open: all of them when the game is over."""
        is_over = self._view.stage == "over" and seen.settled
        return seen.settled.showdown.picks if is_over and seen.settled else self._view.cards

    # ── The lists ─────────────────────────────────────────────────────────────────────────────────

    def _paint_title(self, canvas: Canvas, x: int, width: int, title: str) -> None:
        canvas.rule(_TITLES_Y, x, width)
        canvas.put(x + 2, _TITLES_Y, f" {title} ", "strong")

    def _paint_players(self, canvas: Canvas, seen: Course) -> None:
        """List who acts in which order, with their cents, their cards, and what they have done."""
        self._paint_title(canvas, 0, _RIGHT_X - 1, _("Order of play"))
        listed = self._slots(seen)
        words = [slot_words(self, self._view, slot) for slot in listed]
        room = _RIGHT_X - 2 - _NAME_X - _FACTS_WIDTH
        width = min(
            max(cell_len(self._full_name(seat)) for seat in self._seats),
            max(_LEAST_NAME, room - 1 - max(map(cell_len, words))),
        )
        for row, (slot, text) in enumerate(zip(listed, words, strict=True)):
            self._paint_slot(canvas, row, slot, width, self._cards(seen)[slot.seat])
            x = _NAME_X + width + _FACTS_WIDTH + 1
            canvas.put(x, _LIST_Y + row, cut(text, room - 1 - width), "fresh" if slot.is_new else "faint")

    def _slots(self, seen: Course) -> list[Slot]:
        """Return the lines of the list: who acts in which order, or before that who picks."""
        view = self._view
        if view.stage in _ACTING:
            return slots(view, seen)
        return [Slot(seat, self._mark(seat)) for seat in self._seats]

    def _mark(self, seat: Seat) -> str:
        """Return the mark of a seat while nobody acts: whether it has picked, or won."""
        view = self._view
        if view.stage == "pick":
            return NOW if seat in view.active else DONE
        return WON if seat in view.winners else ""

    def _paint_slot(self, canvas: Canvas, row: int, slot: Slot, width: int, card: Color | None) -> None:
        y, seat = _LIST_Y + row, slot.seat
        is_closed = self._names_player and row not in self._open_rows
        name = cut(self._full_name(seat), width)
        canvas.put(_MARK_X, y, slot.mark, "act" if slot.mark in {NOW, WON} else "faint")
        if seat == self._view.lead:
            canvas.put(_LEAD_X, y, LEAD, "act")
        if slot.is_second:
            canvas.put(_NAME_X, y, name, "" if slot.mark == NOW else "faint")
            return
        if self._names_player:
            canvas.put(0, y, str(row + 1), "act")
        canvas.put(_NAME_X, y, name, "faint" if is_closed else "strong" if self.is_me(seat) else "")
        if self._names_player and row == self._row:
            canvas.put(_NAME_X - 1, y, f"[{name}]", "cursor")
            canvas.cursor = Offset(_NAME_X, y)
        x = _NAME_X + width + 1
        canvas.put_right(x + 4, y, f"{self._view.cents[seat]}¢", "" if not is_closed else "faint")
        if card:
            paint_card(canvas, x + 5, y, card, is_open=True)
        elif self._view.stage in _ACTING or (self._view.stage == "pick" and slot.mark == DONE):
            paint_card(canvas, x + 5, y, self._view.pick if self.is_me(seat) else None, is_open=False)

    def _full_name(self, seat: Seat) -> str:
        return self.name_of(seat) + (_(" (you)") if self.is_me(seat) else "")

    def _paint_showdown(self, canvas: Canvas, settled: Settled) -> None:
        """Tell square by square what became of it."""
        number = self._view.number - (self._view.stage != "over")
        title = _("Round {number}, square by square", number=number)
        self._paint_title(canvas, _RIGHT_X, canvas.width - _RIGHT_X, title)
        for row, color in enumerate(COLORS):
            y, told = _LIST_Y + row, outcome(self, settled, color)
            canvas.put(_RIGHT_X, y, signed(color), color)
            canvas.put(_RIGHT_X + 10, y, told.word, told.role)
            canvas.put_right(_RIGHT_X + 21, y, told.cents, told.role)
            canvas.put(_RIGHT_X + 22, y, cut(told.who, canvas.width - _RIGHT_X - 22), told.role)

    def _paint_menu(self, canvas: Canvas) -> None:
        """List the actions with their prices; one that is not to be had is grey and says why."""
        title = _("Your action") if self._acts else _("Actions")
        self._paint_title(canvas, _RIGHT_X, canvas.width - _RIGHT_X, title)
        for row, action in enumerate(ACTIONS):
            self._paint_action(canvas, _LIST_Y + row, row, action)

    def _paint_action(self, canvas: Canvas, y: int, row: int, action: Action) -> None:
        lacking = self._lacking(action) if self._acts else ""
        is_chosen = self._wish is not None and self._wish.action is action
        is_greyed = not self._acts or bool(lacking) or (self._wish is not None and not is_chosen)
        role: Role = "faint" if is_greyed else "act"
        if self._acts and not self._wish and row == self._menu:
            canvas.put(_RIGHT_X, y, f"[{action.key}] {_(action.title)}", "cursor")
            canvas.cursor = Offset(_RIGHT_X + 1, y)
        else:
            canvas.put(_RIGHT_X + 1, y, f"{action.key}  {_(action.title)}", role)
        canvas.put_right(_RIGHT_X + _WORDS_X - 1, y, f"{action.cost}¢" if action.cost else "–", role)
        canvas.put(_RIGHT_X + _WORDS_X + 1, y, lacking or _(action.does), "faint")

    # ── Words ─────────────────────────────────────────────────────────────────────────────────────

    def prompt_text(self) -> str:
        """Say what is asked of the player, and what Enter does."""
        if self._view.stage == "over":
            return _("The game is over.")
        if not self.match_view.prompt:
            return self.waiting_text()
        if self._picks:
            words = _("Enter: pick {color} in secret, {cents}¢", **self._square_values())
            return _line(words, _("←→ or 1–6: another square"))
        if self._wish is None:
            return _line(self._menu_prompt(), _("↑↓ or a letter: another action"))
        way = _("↑↓ or a number: another") if self._wish.wants_player else _("←→ or 1–6: another")
        return _line(self._wish_prompt(self._wish), way, _("esc: back"))

    def _menu_prompt(self) -> str:
        action = ACTIONS[self._menu]
        values: dict[str, object] = {"action": _(action.title), "cost": action.cost}
        if lacking := self._lacking(action):
            return _("{action} costs {cost}¢: {why}", why=lacking, **values)
        if not action.enter:
            return _("Enter: pass")
        return _("{action}, {cost}¢ · Enter: choose {what}", what=_(action.asks), **values)

    def _wish_prompt(self, wish: Wish) -> str:
        """Say what Enter does with the square or the player under the cursor, or why it does nothing."""
        values = {"cost": wish.action.cost, **self._square_values()}
        values |= {"name": self._full_name(self._seats[self._row])}
        values |= dict(zip(("first", "second"), map(color_name, wish.named), strict=False))
        if self._names_player:
            is_open = self._row in self._open_rows
        elif self._color in wish.named:
            return _("{color} is named already", **values)
        else:
            is_open = self._color in self._open_squares
        return _(wish.action.enter[len(wish.named)] if is_open else wish.action.closed, **values)

    def _square_values(self) -> dict[str, object]:
        return {"color": color_name(self._color), "cents": on(self._view.squares, self._color)}

    def tell(self, event: Event) -> str | None:
        """Say in a sentence what happened."""
        return tell(self, event)

    def score_title(self) -> str:
        """Say what the final scores count."""
        return _("cents")

    # ── Keys ──────────────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell which commands do something now."""
        match action:
            case "back":
                return self._wish is not None
            case "next":
                return self.match_view.prompt > 0
        return True

    def action_act(self) -> None:
        """Do what the prompt line says of Enter."""
        if self._picks:
            self.choose(Pick(self._color))
        elif self._wish is None:
            self._begin_wish()
        elif self._wish.wants_player:
            self.choose(self._wish.with_player(self._seats[self._row]))
        elif self._wish.is_nearly_whole:
            self.choose(self._wish.with_square(self._color))
        else:
            self._name_square()

    def _begin_wish(self) -> None:
        """Begin with the action under the cursor; a pass is whole at once."""
        action = ACTIONS[self._menu]
        if not self._acts or self._lacking(action):
            return
        if not action.enter:
            self.choose(Pass())
            return
        self._wish = Wish(action)
        self._go_where_open()
        self.cursor_moved()

    def _name_square(self) -> None:
        if self._wish and self._color in self._open_squares:
            self._wish = self._wish.naming(self._color)
            self._go_where_open()
            self.cursor_moved()

    def _go_where_open(self) -> None:
        """Go to the first square from here on that can be named, or to the first player to the left."""
        if self._names_player:
            self._row = _next(self._seats.index(self._view.seat), self._open_rows)
        else:
            self._square = _next(self._square - 1, list(map(COLORS.index, self._open_squares)))

    def action_wish(self, index: int) -> None:
        """Choose an action by its letter; to pass takes Enter as well."""
        if self._acts:
            self._menu, self._wish = index, None
            self.cursor_moved()
            if ACTIONS[index].enter:
                self._begin_wish()

    def action_name(self, number: int) -> None:
        """Go to a square or a player by its number; Enter is needed only where the move is made."""
        if self._names_square:
            self._square = number - 1
            if self._wish and not self._wish.is_nearly_whole:
                self._name_square()
        elif self._names_player and number <= self._view.seats:
            self._row = number - 1
        self.cursor_moved()

    def action_back(self) -> None:
        """Take back what was named last, or the choice of the action."""
        if self._wish:
            self._wish = self._wish._replace(named=self._wish.named[:-1]) if self._wish.named else None
            self.cursor_moved()

    def action_next(self) -> None:
        """Go to the next square, player or action that can be chosen."""
        if self._names_square:
            self._square = _next(self._square, list(map(COLORS.index, self._open_squares)))
        elif self._names_player:
            self._row = _next(self._row, self._open_rows)
        else:
            self._menu = _next(self._menu, [i for i, each in enumerate(ACTIONS) if not self._lacking(each)])
        self.cursor_moved()

    def action_go(self, down: int, right: int) -> None:
        """Move the cursor by one: across the squares, or down the players or the actions."""
        if self._names_square:
            self._square = (self._square + right) % len(COLORS)
        elif self._names_player:
            self._row = (self._row + down) % self._view.seats
        elif self._acts:
            self._menu = (self._menu + down) % len(ACTIONS)
        self.cursor_moved()


def _next(place: int, places: Sequence[int]) -> int:
    """Return the first of these places after one, beginning anew after the last."""
    return next((each for each in places if each > place), places[0] if places else place)


def _line(does: str, way: str, back: str = "") -> str:
    """Return the parts of a prompt as one line; where it is too narrow, the way around is left out."""
    whole, short = (" · ".join(filter(None, parts)) for parts in ((does, way, back), (does, back)))
    return whole if cell_len(whole) <= _PROMPT_WIDTH else short

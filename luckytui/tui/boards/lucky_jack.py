"""The board of Lucky Jack: the stock and the pile, the score sheet beside them, the own hand below.

Each symbol has a column of its own, whether the player holds such cards or not; below the cards stands what
a jackpot with them is worth.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from rich.cells import cell_len, set_cell_size
from textual.binding import BindingType
from textual.events import Key
from textual.geometry import Offset

from luckytui.games.interface import Event, Seat
from luckytui.games.lucky_jack import (
    SYMBOLS,
    VALUE,
    Decline,
    Discard,
    Draw,
    Keep,
    LuckyJackView,
    Rule,
    Symbol,
    TakeIt,
    Toss,
    prize,
    rule_of,
)
from luckytui.table.views import MatchView, TableView
from luckytui.text import N_, _, plural
from luckytui.tui.boards import lucky_jack_story
from luckytui.tui.boards.base import Board
from luckytui.tui.boards.lucky_jack_cards import LARGE, SMALL, counted, name, paint_back, paint_card
from luckytui.tui.boards.lucky_jack_news import KEPT, SIGN, TAKEN, TOSSED, News, news_for
from luckytui.tui.canvas import Canvas, Role, cut
from luckytui.tui.commands import Command, bindings

NEW = "•"
TURN, ASKED, JACKPOT = "▸", "?", "★"

_WORD: Mapping[Rule, str] = {"same": N_("same"), "higher": N_("higher"), "lower": N_("lower+2")}

_STOCK, _PILE = Offset(1, 0), Offset(14, 0)
_SHEET_X = 30
_DOINGS_RIGHT, _CARDS_RIGHT, _POINTS_RIGHT = 67, 71, 79
"""Where the columns of the score sheet end: what a seat did last, how many cards it holds, its points."""
_HAND_X, _EACH_X, _HAND_Y = 1, 11, 8
"""Where the first symbol's column begins, how far apart they are, and the row of the cards."""
_RULE_Y, _MARK_Y, _CALL_Y, _PRIZE_Y = 7, 13, 14, 15


class LuckyJackBoard(Board):
    """Lucky Jack on the screen. The cursor is on a card of the hand or on the stock."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("take", "t", N_("I TAKE IT!"), N_("Call for the card that was tossed.")),
        Command("decline", "n", N_("no"), N_("Let the tossed card lie.")),
        Command("act", "enter,space", "", N_("Do what the prompt line says: discard, draw, or keep.")),
        Command("draw", "d", N_("draw"), N_("Draw a card from the stock instead of a discard.")),
        Command("toss", "x", N_("toss it"), N_("Toss the drawn card on the pile, for anybody to take.")),
        Command("silently", "s", N_("do not call"), N_("Discard without calling the jackpot.")),
        Command("next", "tab", N_("next"), N_("Go to the next card that can be discarded, or to the stock.")),
        Command("up", "up,k", "", N_("Go to the stock.")),
        Command("down", "down,j", "", N_("Go back to your cards.")),
        Command("go(-1)", "left,h", "", N_("Go to the next card on this side.")),
        Command("go(1)", "right,l", "", N_("Go to the next card on this side.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)
    LEGEND = (
        (SIGN["same"], N_("the same as the top card")),
        (SIGN["higher"], N_("higher than the top card")),
        (SIGN["lower"], N_("lower than the top card: two cards are drawn for it")),
        (TOSSED, N_("drawn and tossed")),
        (KEPT, N_("drawn and kept")),
        (TAKEN, N_("taken when it was tossed")),
        (JACKPOT, N_("a jackpot can be called with this discard")),
        (NEW, N_("new since your last move")),
        (TURN, N_("whose turn it is")),
        (ASKED, N_("is asked whether to take the tossed card")),
    )

    def __init__(self, table_view: TableView, match_view: MatchView) -> None:
        super().__init__(table_view, match_view)
        self._on_stock = False
        self._card: Symbol = SYMBOLS[0]
        """Where the cursor is in the hand."""
        self.adapt(asked_anew=True)

    # ── What is shown and what can be done ────────────────────────────────────────────────────────

    @property
    def _view(self) -> LuckyJackView:
        return cast("LuckyJackView", self.match_view.view)

    @property
    def _chooses(self) -> bool:
        """Whether the player is to discard or to draw."""
        return self.match_view.prompt > 0 and self._view.stage == "turn"

    @property
    def _discards(self) -> list[Symbol]:
        """The symbols that can be discarded."""
        return list(dict.fromkeys(card for card in SYMBOLS if Discard(card) in self.match_view.moves))

    @property
    def _calls(self) -> list[Symbol]:
        """The symbols that can be discarded with a jackpot."""
        return [card for card in SYMBOLS if Discard(card, jackpot=True) in self.match_view.moves]

    @property
    def _top(self) -> Symbol:
        return self._view.pile[-1]

    def adapt(self, *, asked_anew: bool) -> None:
        """Bring the cursor to a jackpot; else to the lowest card that costs nothing; else to the stock."""
        if self._view.hand and self._card not in self._view.hand:
            self._card = self._view.hand[0]
        if asked_anew and self._chooses:
            free = [card for card in self._discards if rule_of(card, self._top) != "lower"]
            good = [*self._calls, *free]
            self._on_stock = not good
            self._card = good[0] if good else self._card

    def _left_after(self, card: Symbol) -> tuple[Symbol, ...]:
        """Return the hand without a card."""
        place = self._view.hand.index(card)
        return (*self._view.hand[:place], *self._view.hand[place + 1 :])

    def _nearer_seats(self) -> int:
        """Return how many of those who may call for the tossed card come before the player."""
        return (self._view.seat - self._view.turn - 1) % self._view.seats

    def _news(self) -> News:
        """Return what is new since the player's last move, for a spectator since the mover's."""
        view = self._view
        return news_for(view.seat, view.seat if view.seat >= 0 else view.turn, self.match_view.log)

    # ── Painting ──────────────────────────────────────────────────────────────────────────────────

    def paint(self, canvas: Canvas) -> None:
        """Paint the table."""
        news = self._news()
        self._paint_stock(canvas)
        self._paint_pile(canvas, news)
        self._paint_sheet(canvas, news)
        self._paint_rule(canvas, news)
        for column, card in enumerate(SYMBOLS):
            self._paint_column(canvas, _HAND_X + _EACH_X * column, card, is_new=card in news.cards)

    def _paint_stock(self, canvas: Canvas) -> None:
        """Paint the stock, or the card that the player has just drawn from it."""
        view = self._view
        if view.drawn and view.stage == "drawn":
            paint_card(canvas, _STOCK, LARGE, view.drawn, f"{NEW}{_('drawn')}", "fresh")
            return
        paint_back(canvas, _STOCK, _("stock"), _("d draw") if Draw() in self.match_view.moves else "")
        middle = _STOCK + Offset(3, LARGE.height // 2)
        if self._chooses and self._on_stock:
            canvas.put(*middle, f"[{view.stock:^3}]", "cursor")
            canvas.cursor = middle + Offset(2, 0)
        else:
            canvas.put(*middle, f" {view.stock:^3} ", "strong")

    def _paint_pile(self, canvas: Canvas, news: News) -> None:
        if self._view.pile:
            foot = _("pile {number}", number=len(self._view.pile))
            role: Role = "fresh" if news.top else "strong"
            paint_card(canvas, _PILE, LARGE, self._top, f"{NEW}{foot}" if news.top else foot, role)

    def _paint_sheet(self, canvas: Canvas, news: News) -> None:
        """Paint who holds how many cards and has how many points, and what each did last."""
        view = self._view
        if view.number:
            title = _("Round {number} of {rounds}", number=view.number, rounds=view.options.rounds)
            canvas.put(_SHEET_X, 0, title, "strong")
        canvas.put_right(_CARDS_RIGHT, 0, _("cards"), "faint")
        canvas.put_right(_POINTS_RIGHT, 0, _("points"), "faint")
        for seat in range(view.seats):
            self._paint_seat(canvas, 1 + seat, seat, news)

    def _paint_seat(self, canvas: Canvas, y: int, seat: Seat, news: News) -> None:
        view, me = self._view, self.is_me(seat)
        asked = view.stage == "claim" and seat in view.active
        canvas.put(_SHEET_X, y, TURN if seat == view.turn else ASKED if asked else " ", "act")
        doing = "" if me else news.doings.get(seat, "")
        called = self.name_of(seat) + (_(" (you)") if me else "")
        room = _DOINGS_RIGHT - _SHEET_X - 3 - cell_len(doing)
        canvas.put(_SHEET_X + 2, y, cut(called, room), "strong" if me or seat == view.turn else "")
        canvas.put_right(_DOINGS_RIGHT, y, doing, "fresh")
        canvas.put_right(_CARDS_RIGHT, y, str(view.sizes[seat]))
        won = news.ended is not None and news.ended.seat == seat
        canvas.put_right(
            _POINTS_RIGHT, y, f"{NEW if won else ''}{view.points[seat]:,}", "fresh" if won else ""
        )

    def _paint_rule(self, canvas: Canvas, news: News) -> None:
        """Draw the line above the hand; in it stands how the last round ended."""
        canvas.rule(_RULE_Y)
        view = self._view
        if view.seat >= 0:
            held = plural("{number} card", "{number} cards", len(view.hand))
            canvas.put(_HAND_X, _RULE_Y, _(" Your hand · {cards} ", cards=held), "strong")
        if news.ended:
            text = f" {lucky_jack_story.tell_of_round(news.ended, self)} "
            canvas.put_right(_POINTS_RIGHT, _RULE_Y, text, "fresh")

    def _paint_column(self, canvas: Canvas, x: int, card: Symbol, *, is_new: bool) -> None:
        """Paint the own cards of a symbol, how they can be discarded, and what they could be worth."""
        held = self._view.hand.count(card)
        if held:
            foot = f"{NEW if is_new else ''}{f'×{held}' if held > 1 else ''}"
            paint_card(canvas, Offset(x, _HAND_Y), SMALL, card, foot, "fresh" if is_new else "")
            self._paint_mark(canvas, x, card)
        else:
            canvas.put(x + 1, _HAND_Y, name(card), "faint")
            canvas.put(x + 4, _HAND_Y + 2, "·", "faint")
        canvas.put(x + SMALL.width - 3, _MARK_Y - 1, str(VALUE[card]), "" if held else "faint")
        if card in self._calls:
            canvas.put(x + 1, _CALL_Y, f"{JACKPOT} {_('JACKPOT')}", "warn")
        for row, cards in enumerate((3, 4)):
            reached = any(self._left_after(call) == (card,) * cards for call in self._calls)
            text = f"{JACKPOT if reached else '×'}{cards} {prize(card, cards):,}"
            role: Role = "warn" if reached else "" if held >= cards else "faint"
            canvas.put(x + 1, _PRIZE_Y + row, text, role)

    def _paint_mark(self, canvas: Canvas, x: int, card: Symbol) -> None:
        """Write under a card how it can be discarded."""
        mark = ""
        if card in self._discards:
            rule = rule_of(card, self._top)
            mark = f"{SIGN[rule]} {_(_WORD[rule])}"
        if self._chooses and not self._on_stock and card == self._card:
            canvas.put(x, _MARK_Y, f"[{set_cell_size(mark, _EACH_X - 2)}]", "cursor")
            canvas.cursor = Offset(x + 1, _MARK_Y)
        else:
            canvas.put(x + 1, _MARK_Y, mark, "act")

    # ── Words ─────────────────────────────────────────────────────────────────────────────────────

    def prompt_text(self) -> str:
        """Say what is asked of the player, and what Enter does."""
        view = self._view
        match view.stage:
            case "over":
                return _("The game is over.")
            case "claim":
                return self._claim_prompt()
            case "turn" if self._chooses:
                return self._stock_prompt() if self._on_stock else self._card_prompt()
            case "drawn" if view.drawn:
                return _(
                    "{card} · Enter: keep it · x: toss it, and anybody may take it", card=name(view.drawn)
                )
        return self.waiting_text()

    def asked_text(self) -> str:
        """Say in the title that the player is asked."""
        return _("▸ do you take it?") if self._view.stage == "claim" else super().asked_text()

    def _claim_prompt(self) -> str:
        """Say what is tossed and who comes before the player; the clock needs the end of the line."""
        view, card = self._view, name(self._top)
        if self.is_me(view.turn):
            return _("You tossed a {card}: the others are asked whether they take it.", card=card)
        if view.seat < 0:
            return self.waiting_text()
        nearer = self._nearer_seats()
        if view.answer:
            return _("You called for the {card}. The others are asked as well.", card=card)
        if view.answer is False or not self.match_view.prompt:
            return _("You let the {card} lie. The others are asked as well.", card=card)
        if not nearer:
            return _("A {card} is tossed · t: I TAKE IT! · n: no · you come first", card=card)
        return plural(
            "A {card} is tossed · t: I TAKE IT! · n: no · {number} nearer seat may call",
            "A {card} is tossed · t: I TAKE IT! · n: no · {number} nearer seats may call",
            nearer,
            card=card,
        )

    def _stock_prompt(self) -> str:
        if not self._view.stock:
            return _("Nothing is left to draw · Enter: pass · ↓: your cards")
        return _("Enter: draw a card, then keep it or toss it · ↓: your cards")

    def _card_prompt(self) -> str:
        card, word = self._card, name(self._card)
        if card in self._calls:
            left = self._left_after(card)
            prize_text, cards = f"{prize(left[0], len(left)):,}", counted(left[0], len(left))
            return _(
                "Enter: {card}, and JACKPOT with {cards}: {points} · s: without calling it",
                card=word,
                cards=cards,
                points=prize_text,
            )
        if card not in self._discards:
            return _("{card} cannot be discarded now · Enter: why · d: draw a card", card=word)
        match rule_of(card, self._top):
            case "same":
                return _("{card} is the same · Enter: discard it · d: draw instead", card=word)
            case "higher":
                return _("{card} is higher · Enter: discard it · d: draw instead", card=word)
            case _:
                return _("{card} is lower · Enter: discard it and take two cards · d: draw one", card=word)

    def score_title(self) -> str:
        """Say what the final scores count."""
        return _("points")

    def tell(self, event: Event) -> str | None:
        """Say in a sentence what happened."""
        return lucky_jack_story.tell(event, self, self._view.options)

    # ── Keys ──────────────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell which commands do something now."""
        match action:
            case "take" | "decline":
                return TakeIt() in self.match_view.moves
            case "draw":
                return Draw() in self.match_view.moves
            case "toss":
                return Toss() in self.match_view.moves
            case "silently":
                return self._chooses and not self._on_stock and self._card in self._calls
            case "next":
                return self._chooses
        return True

    def action_act(self) -> None:
        """Do what the prompt line says of Enter. It never answers a claim: that may come at any time."""
        if Keep() in self.match_view.moves:
            self.choose(Keep())
        elif self._chooses:
            self.choose(Draw() if self._on_stock else Discard(self._card, jackpot=self._card in self._calls))

    def action_draw(self) -> None:
        """Draw a card."""
        self.choose(Draw())

    def action_toss(self) -> None:
        """Toss the drawn card."""
        self.choose(Toss())

    def action_silently(self) -> None:
        """Discard without calling the jackpot."""
        self.choose(Discard(self._card))

    def action_take(self) -> None:
        """Call for the tossed card."""
        self.choose(TakeIt())

    def action_decline(self) -> None:
        """Let the tossed card lie."""
        self.choose(Decline())

    def action_next(self) -> None:
        """Go to the next card that can be discarded; after the last one comes the stock."""
        after = [card for card in self._discards if self._on_stock or VALUE[card] > VALUE[self._card]]
        self._go_to(after[0] if after else None)

    def action_up(self) -> None:
        """Go to the stock."""
        self._go_to(None)

    def action_down(self) -> None:
        """Go back to the cards."""
        self._go_to(self._card)

    def action_go(self, by: int) -> None:
        """Go to the next card of the hand on one side."""
        held = [card for card in SYMBOLS if card in self._view.hand]
        if held and not self._on_stock:
            place = held.index(self._card) + by
            self._go_to(held[max(0, min(place, len(held) - 1))])
        else:
            self._go_to(self._card)

    def _go_to(self, card: Symbol | None) -> None:
        """Put the cursor on a card that is held, or on the stock."""
        if self._chooses:
            self._on_stock = card is None
            self._card = card or self._card
            self.cursor_moved()

    def on_key(self, event: Key) -> None:
        """Go to the card whose value is typed."""
        for card in set(self._view.hand):
            if event.character == str(VALUE[card]):
                self._go_to(card)
                event.stop()

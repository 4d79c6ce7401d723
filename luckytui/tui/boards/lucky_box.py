"""The board of Super Mega Lucky Box: the number above, the cards below it, everybody's sheets beside them.

The cards are one's own, those to choose from, or another player's when one looks at them.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from textual.binding import BindingType

from luckytui.games.interface import Event, Seat
from luckytui.games.lucky_box import Cross, EndTurn, FinalScored, Keep, LuckyBoxView, final_scores, verdict
from luckytui.games.lucky_box_deck import NUMBERS, SIDE
from luckytui.games.lucky_box_player import (
    CARD_POINTS,
    CELLS,
    KEPT,
    ROUNDS,
    STAR_POINTS,
    TURNS,
    BoxCard,
    CardId,
    Cell,
    Player,
    Use,
    called_for,
    filled_lines,
    price,
)
from luckytui.table.views import MatchView, TableView
from luckytui.text import N_, _, plural
from luckytui.tui.boards import lucky_box_story
from luckytui.tui.boards.base import Board
from luckytui.tui.boards.lucky_box_cards import (
    FILLED,
    FITS,
    HEIGHT,
    NEAR_COLUMN,
    NEAR_ROW,
    WIDTH,
    Marks,
    paint_card,
)
from luckytui.tui.boards.lucky_box_chain import (
    WINS,
    Turn,
    cards_after,
    chain_text,
    last_turn,
    paint_chain,
    turn_of,
)
from luckytui.tui.boards.lucky_box_prompt import crossing, in_one_line, no_crossing
from luckytui.tui.boards.lucky_box_sheet import Entry, paint_final, paint_list, paint_sheet, stars_text
from luckytui.tui.boards.lucky_box_story import CROSS, LIGHTNING, MOON, STAR, cards_words, lightnings
from luckytui.tui.canvas import Canvas, Role
from luckytui.tui.commands import Command, bindings

CHOOSING, DONE, WON, KEEPS = "▸", "✓", "★", "✓"

_ACROSS, _DOWN = 3, 2
"""How many cards lie beside and below each other: six are the most that anybody can have."""
_CARDS_X, _CARDS_Y = 1, 3
_FACTS_X = 8
"""Where it stands, beside the number, what there is to know of the round and of the player."""
_CHAIN_Y = 16


class LuckyBoxBoard(Board):
    """Super Mega Lucky Box on the screen. The cursor is on a cell, or on a card to choose."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("act", "enter,space", "", N_("Do what the prompt line says.")),
        Command("pass", "x", N_("pass"), N_("Cross nothing (more) in this turn.")),
        Command("bonus", "b", N_("other bonus"), N_("Use another one of your bonuses first.")),
        Command("look", "o", N_("look"), N_("Look at everybody's cards and last turn, one by one.")),
        Command("back", "escape", N_("back"), N_("Go back to your own cards.")),
        Command("next", "tab", N_("next"), N_("Go to the next cell that costs the least.")),
        *(
            Command(f"number({number})", str(number), "", N_("Go to the next free cell with this number."))
            for number in NUMBERS
        ),
        Command("go(-1,0)", "up,k", "", N_("Move the cursor, or go to the player above.")),
        Command("go(1,0)", "down,j", "", N_("Move the cursor, or go to the player below.")),
        Command("go(0,-1)", "left,h", "", N_("Move the cursor, or go a step of the turn back.")),
        Command("go(0,1)", "right,l", "", N_("Move the cursor, or go a step of the turn on.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)
    LEGEND = (
        (f"7{FITS}  8{LIGHTNING}1", N_("a cell that can be crossed for nothing; for a lightning")),
        (CROSS, N_("a cell that is crossed")),
        (f"{NEAR_ROW} {NEAR_COLUMN}", N_("one cross more in this row, in this column, wins the bonus")),
        (FILLED, N_("a row or a column that has paid its bonus; a player who is done; a card to keep")),
        (CHOOSING, N_("a player who is still choosing")),
        (f"{LIGHTNING} {MOON} {STAR}", N_("lightning, moon, star")),
        ("?  7", N_("bonus: cross any cell; cross a 7")),
        (f"{CROSS}7{WINS}{MOON}+3", N_("crossed a 7, and won a moon and a bonus 3 with it")),
    )

    def __init__(self, table_view: TableView, match_view: MatchView) -> None:
        super().__init__(table_view, match_view)
        self._place = 0
        """Which of the cards that are shown the cursor is on."""
        self._cell: Cell = (0, 0)
        self._use: Use = "number"
        """What the next cross is for."""
        self._marked: frozenset[CardId] = frozenset()
        """The cards on offer that the player wants to keep, as far as chosen."""
        self._looked_at: Seat | None = None
        """Whose cards are shown instead of the player's own."""
        self._steps_back = 0
        """How many steps of the turn of whoever is looked at are not shown."""
        self.adapt(asked_anew=True)

    # ── What is shown and what can be done ────────────────────────────────────────────────────────

    @property
    def _view(self) -> LuckyBoxView:
        return cast("LuckyBoxView", self.match_view.view)

    @property
    def _seat(self) -> Seat:
        """Whose cards are shown: the player's own, if nobody else is looked at."""
        return max(self._view.seat, 0) if self._looked_at is None else self._looked_at

    @property
    def _is_looking(self) -> bool:
        """Whether somebody is looked at, instead of playing."""
        return self._looked_at is not None or self._view.seat < 0

    @property
    def _chooses(self) -> bool:
        """Whether the player is to choose cards, and sees them."""
        return self.match_view.prompt > 0 and self._view.stage == "choose" and not self._is_looking

    @property
    def _crosses(self) -> bool:
        """Whether the player is to cross a cell, and sees the own cards."""
        return bool(self._uses) and not self._is_looking

    @property
    def _to_keep(self) -> int:
        return KEPT[self._view.round - 1]

    @property
    def _uses(self) -> list[Use]:
        """What the player may cross a cell for: the number, or each of the bonuses, `?` last."""
        return sorted({move.use for move in self.match_view.moves if isinstance(move, Cross)})

    @property
    def _called(self) -> int | None:
        return called_for(self._use, self._view.numbers[-1])

    def _player(self, seat: Seat) -> Player:
        """Return what somebody has; of the player also what nobody else knows yet."""
        view = self._view
        return view.mine if view.mine and self.is_me(seat) else view.players[seat]

    def _turn(self, seat: Seat) -> Turn:
        """Return what somebody did in the last turn that is known; of the player also in this one."""
        own = self._view.held if self.is_me(seat) else ()
        return turn_of(own or last_turn(self.match_view.log), seat)

    @property
    def _own_cards(self) -> list[BoxCard]:
        """The player's own cards; while some are to be chosen, behind those."""
        offer = map(BoxCard, self._view.offer)
        return [*offer, *self._player(self._view.seat).cards][: _ACROSS * _DOWN]

    @property
    def _hides_cards(self) -> bool:
        """Whether there is no room for all own cards behind those to choose from."""
        return len(self._view.offer) + len(self._player(self._seat).cards) > _ACROSS * _DOWN

    @property
    def _cards(self) -> list[BoxCard]:
        """The cards that are shown."""
        if not self._is_looking:
            return self._own_cards
        turn = self._turn(self._seat)
        return cards_after(self._player(self._seat).cards, turn, self._steps_shown, self._view)

    @property
    def _shows_turn(self) -> bool:
        """Whether a turn is shown on the cards; not the last one while the player is asked for the next."""
        return self._is_looking or bool(self._view.held) or not self.match_view.prompt

    @property
    def _steps_shown(self) -> int:
        return len(self._turn(self._seat).steps) - self._steps_back

    @property
    def _prices(self) -> dict[tuple[CardId, Cell], int]:
        """The cells that can be crossed for what is chosen, with their prices in lightnings."""
        cards = {card.id: card for card in self._own_cards} if self._uses else {}
        return {
            (move.card, move.cell): price(cards[move.card], move.cell, self._called)
            for move in self.match_view.moves
            if isinstance(move, Cross) and move.use == self._use
        }

    def adapt(self, *, asked_anew: bool) -> None:
        """Bring the cursor to a cell that costs the least, and fills the most lines."""
        turn = self._turn(self._seat)
        self._steps_back = min(self._steps_back, len(turn.steps))
        if not asked_anew:
            return
        self._steps_back = 0
        self._marked = frozenset()
        if self._uses:
            self._use = self._uses[0]
            self._go_to_best()
        elif self._view.stage == "choose":
            self._place = 0

    def _go_to_best(self) -> None:
        prices, cards = self._prices, {card.id: card for card in self._own_cards}
        ranked = sorted(prices, key=lambda at: (prices[at], -len(filled_lines(cards[at[0]], at[1]))))
        if ranked:
            self._go_to(ranked[0])

    def _go_to(self, place: tuple[CardId, Cell]) -> None:
        card, self._cell = place
        self._place = [each.id for each in self._own_cards].index(card)

    # ── Painting ──────────────────────────────────────────────────────────────────────────────────

    def paint(self, canvas: Canvas) -> None:
        """Paint the table."""
        entries = self._entries()
        if self._view.stage == "over" and self._looked_at is None:
            paint_final(canvas, entries)
            if self._view.seats == 1:
                canvas.put(3, 7, _(verdict(entries[0].worth.total)), "strong")
            return
        self._paint_number(canvas)
        self._paint_facts(canvas)
        self._paint_cards(canvas)
        self._paint_chain(canvas)
        paint_list(canvas, entries, self._view.round)
        title = _("Your sheet") if self.is_me(self._seat) else self.name_of(self._seat)
        paint_sheet(canvas, title, self._player(self._seat), self._view.round)

    def _entries(self) -> list[Entry]:
        """Return the list of everybody."""
        view = self._view
        players = [self._player(seat) for seat in range(view.seats)]
        worths = final_scores(players)
        return [
            Entry(
                name=self.name_of(seat),
                player=player,
                worth=worths[seat],
                chain=chain_text(self._turn(seat), view),
                mark=self._mark_of(seat, worths),
                is_me=self.is_me(seat),
                looked_at=self._is_looking and seat == self._seat,
            )
            for seat, player in enumerate(players)
        ]

    def _mark_of(self, seat: Seat, worths: Sequence[FinalScored]) -> str:
        if self._view.stage == "over":
            ranks = [(worth.total, self._view.players[worth.seat].moons) for worth in worths]
            return WON if ranks[seat] == max(ranks) else ""
        return CHOOSING if seat in self._view.active else DONE

    def _paint_number(self, canvas: Canvas) -> None:
        number = str(self._view.numbers[-1]) if self._view.numbers else "·"
        for y, text in enumerate(("┏━━━┓", f"┃ {number} ┃", "┗━━━┛")):
            canvas.put(_CARDS_X, y, text, "strong")

    def _paint_facts(self, canvas: Canvas) -> None:
        """Tell the round, the numbers that are out, and what the player who is shown has."""
        view = self._view
        worth = CARD_POINTS[view.round - 1]
        values = {"round": view.round, "rounds": ROUNDS, "turns": TURNS, "points": worth}
        if view.numbers:
            text = _(
                "Round {round} of {rounds}, turn {turn} of {turns} · a card pays {points}",
                turn=len(view.numbers),
                **values,
            )
            out = " ".join(map(str, view.numbers[:-1]))
            canvas.put(_FACTS_X, 1, _("Out before it: {numbers}", numbers=out or "–"))
        else:
            text = _("Round {round} of {rounds} begins · a card pays {points}", **values)
        canvas.put(_FACTS_X, 0, text)
        player = self._player(self._seat)
        stars = player.stars[view.round - 1]
        facts = (
            f"{LIGHTNING} {lightnings(player.lightnings)}",
            f"{MOON} {plural('{number} moon', '{number} moons', player.moons)}",
            f"{stars_text(stars)} {STAR_POINTS[stars]}",
        )
        canvas.put(_FACTS_X, 2, "   ".join(facts), "strong")

    def _paint_cards(self, canvas: Canvas) -> None:
        prices = self._prices if self._crosses else {}
        for place, card in enumerate(self._cards):
            x = _CARDS_X + WIDTH * (place % _ACROSS)
            y = _CARDS_Y + (HEIGHT + 1) * (place // _ACROSS)
            paint_card(canvas, x, y, card, self._marks(place, card, prices))

    def _marks(self, place: int, card: BoxCard, prices: Mapping[tuple[CardId, Cell], int]) -> Marks:
        """Return what is to be seen on a card besides itself."""
        turn = self._turn(self._seat)
        steps = turn.steps[: self._steps_shown] if self._shows_turn else ()
        shown = {(step.crossed.card, step.crossed.cell) for step in steps}
        last = steps[-1].crossed if steps and self._is_looking else None
        is_here = place == self._place
        title, role = self._card_title(card, is_here=is_here)
        return Marks(
            title=title,
            role=role,
            prices={cell: cost for (owner, cell), cost in prices.items() if owner == card.id},
            fresh={cell for owner, cell in shown if owner == card.id},
            newest=last.cell if last and last.card == card.id else None,
            cursor=self._cell if is_here and self._crosses else None,
        )

    def _card_title(self, card: BoxCard, *, is_here: bool) -> tuple[str, Role]:
        name = _("card {number}", number=card.id)
        if card.face in self._view.offer and not self._is_looking:
            kept = card.id in (self._view.kept or self._marked)
            title = f"{KEEPS} {name}" if kept else name
            return (f"[{title}]", "cursor") if self._chooses and is_here else (title, "act")
        if card.complete:
            return _("{number} finished", number=card.id), "fresh"
        return name, ""

    def _paint_chain(self, canvas: Canvas) -> None:
        """Show the steps of a turn in signs, and which bonuses are still to be used."""
        view, turn = self._view, self._turn(self._seat)
        if self._is_looking:
            x = canvas.put(_CARDS_X, _CHAIN_Y, _("The last turn:"), "faint")
            paint_chain(canvas, x + 1, _CHAIN_Y, turn, self._steps_shown, view)
        elif self._shows_turn and (text := chain_text(turn, view)):
            title = _("This turn:") if view.held else _("The last turn:")
            x = canvas.put(_CARDS_X, _CHAIN_Y, title, "faint")
            x = canvas.put(x + 1, _CHAIN_Y, text, "fresh")
            if view.due:
                canvas.put(x, _CHAIN_Y, _(" · to use: {bonuses}", bonuses=" ".join(view.due)), "act")

    # ── Words ─────────────────────────────────────────────────────────────────────────────────────

    def prompt_text(self) -> str:
        """Say what is asked of the player, and what Enter does."""
        if self._looked_at is not None:
            return self._look_prompt()
        if self._view.stage == "over":
            return _("The game is over · o: look at everybody's cards")
        if self._chooses:
            return self._choose_prompt()
        if self._crosses:
            return self._cross_prompt()
        if EndTurn() in self.match_view.moves:
            return self._end_prompt()
        return in_one_line((self.waiting_text(),), (_("o: look at the others"),))

    def asked_text(self) -> str:
        """Say in the title that the player is asked."""
        return _("▸ choose your cards") if self._view.stage == "choose" else super().asked_text()

    def _look_prompt(self) -> str:
        """Say who is looked at and how many steps of the last turn are shown, and how to go on."""
        turn, name = self._turn(self._seat), self.name_of(self._seat)
        step = (
            _("step {step} of {steps}", step=self._steps_shown, steps=len(turn.steps)) if turn.steps else ""
        )
        walk = _("←→: step by step") if turn.steps else ""
        back = _("Enter: back") if self._view.seat < 0 else _("Enter: your cards")
        return in_one_line((name, step), (back, walk, _("↑↓: others")))

    def _choose_prompt(self) -> str:
        card = self._own_cards[self._place].id
        if card in self._marked:
            return _("Enter: do not keep card {card} after all", card=card)
        left = self._to_keep - len(self._marked)
        if left > 1:
            values = {"card": card, "left": left, "offered": len(self._view.offer)}
            if self._marked:
                return _("Enter: keep card {card} · {left} more to choose", **values)
            return _("Enter: keep card {card} · choose {left} of {offered}", **values)
        chosen = cards_words(sorted({*self._marked, card}))
        keep = _("Enter: keep {cards} and discard the others", cards=chosen)
        return in_one_line((keep,), (_("o: all your cards") if self._hides_cards else "",))

    def _end_prompt(self) -> str:
        if not self._view.held:
            return _("Nothing can be crossed · Enter: pass")
        undo = _("u: take the last cross back") if self.match_view.undo else ""
        return in_one_line((_("Enter: end your turn"), undo))

    def _cross_prompt(self) -> str:
        card = self._own_cards[self._place]
        cost = self._prices.get((card.id, self._cell))
        other = _("b: other") if len(self._uses) > 1 else ""
        leave = _("x: pass") if EndTurn() in self.match_view.moves else ""
        if cost is not None:
            return crossing(card, self._cell, self._use, cost, (other, leave))
        pays = self._use == "number" or self._view.options.lightning_changes_bonus
        purse = self._player(self._view.seat).lightnings if pays else None
        return no_crossing(card, self._cell, self._use, self._called, purse, (other, leave))

    def tell(self, event: Event) -> str | None:
        """Say in a sentence what happened."""
        return lucky_box_story.tell(event, self)

    def tell_winners(self, winners: Sequence[Seat]) -> str:
        """Say who won; to one who plays alone, what the total deserves."""
        if self._view.seats == 1:
            return _(verdict(final_scores(self._view.players)[0].total))
        return super().tell_winners(winners)

    def score_title(self) -> str:
        """Say what the final scores count."""
        return _("points")

    # ── Keys ──────────────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell which commands do something now."""
        match action:
            case "pass":
                return self._crosses and EndTurn() in self.match_view.moves
            case "bonus":
                return self._crosses and len(self._uses) > 1
            case "back":
                return self._looked_at is not None
            case "next":
                return self._crosses
        return True

    def action_act(self) -> None:
        """Do what the prompt line says of Enter."""
        if self._looked_at is not None:
            self.action_back()
        elif self._chooses:
            self._choose_card(self._own_cards[self._place].id)
        elif self._crosses:
            self.choose(Cross(self._own_cards[self._place].id, self._cell, self._use))
        elif EndTurn() in self.match_view.moves:
            self.choose(EndTurn())

    def _choose_card(self, card: CardId) -> None:
        """Keep a card or, when it is marked already, keep it not; the last one makes the move."""
        chosen = self._marked ^ {card}
        if len(chosen) == self._to_keep:
            self.choose(Keep(tuple(sorted(chosen))))
        else:
            self._marked = chosen
            self.cursor_moved()

    def action_pass(self) -> None:
        """Cross nothing more."""
        self.choose(EndTurn())

    def action_bonus(self) -> None:
        """Use the next one of the bonuses first."""
        uses = self._uses
        self._use = uses[(uses.index(self._use) + 1) % len(uses)]
        self._go_to_best()
        self.cursor_moved()

    def action_look(self) -> None:
        """Look at the next player's cards; first at the own ones where there is no room for all of them."""
        self._look_at(self._seat if self._hides_cards and self._looked_at is None else self._seat + 1)

    def _look_at(self, seat: Seat) -> None:
        self._looked_at = seat % self._view.seats
        self._steps_back = 0
        self.cursor_moved()

    def action_back(self) -> None:
        """Go back to the own cards."""
        self._looked_at, self._steps_back = None, 0
        self.cursor_moved()

    def action_next(self) -> None:
        """Go to the next cell that costs as little as any."""
        prices = self._prices
        cheapest = [at for at, cost in prices.items() if cost == min(prices.values())]
        self._go_to_next(cheapest)

    def action_number(self, number: int) -> None:
        """Go to the next free cell with a number."""
        if self._crosses:
            self._go_to_next(
                [
                    (card.id, cell)
                    for card in self._own_cards
                    for cell in CELLS
                    if card.is_free(cell) and card.number(cell) == number
                ]
            )

    def _go_to_next(self, places: Sequence[tuple[CardId, Cell]]) -> None:
        """Go to the first of these cells after the cursor, beginning anew after the last."""
        order = {card.id: place for place, card in enumerate(self._own_cards)}
        ranked = sorted(places, key=lambda at: (order[at[0]], at[1]))
        here = (self._place, self._cell)
        if ranked:
            self._go_to(next((at for at in ranked if (order[at[0]], at[1]) > here), ranked[0]))
            self.cursor_moved()

    def action_go(self, down: int, right: int) -> None:
        """Move the cursor by one; when somebody is looked at, go to another player or a step on."""
        if self._is_looking:
            if down:
                self._look_at(self._seat + down)
            else:
                steps = len(self._turn(self._seat).steps) + 1
                self._steps_back = (self._steps_back - right) % steps
                self.cursor_moved()
        elif self._chooses:
            self._place = (self._place + right + _ACROSS * down) % len(self._view.offer)
            self.cursor_moved()
        elif self._crosses:
            self._move_cursor(down, right)
            self.cursor_moved()

    def _move_cursor(self, down: int, right: int) -> None:
        """Go to the next cell in a direction, over the cards' edges, and round at the end."""
        cards = len(self._own_cards)
        (place_y, place_x), (row, column) = divmod(self._place, _ACROSS), self._cell
        cells_across = SIDE * min(_ACROSS, cards - _ACROSS * place_y)
        cells_down = SIDE * len(range(place_x, cards, _ACROSS))
        place_x, column = divmod((SIDE * place_x + column + right) % cells_across, SIDE)
        place_y, row = divmod((SIDE * place_y + row + down) % cells_down, SIDE)
        self._place, self._cell = _ACROSS * place_y + place_x, (row, column)

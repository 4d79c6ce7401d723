"""A guest's terminal, by ssh or in a browser: first a prompt, then the table."""

import asyncio
import logging

from luckytui.door.admission import Progress
from luckytui.door.driver import Channel
from luckytui.door.guests import WRONG_DIGITS, Ticket
from luckytui.door.prompt import Prompt
from luckytui.door.visit import Arrival, Visit
from luckytui.door.visits import Visits
from luckytui.games import title_of
from luckytui.shown.ascii import in_ascii, is_locale_ascii
from luckytui.system.viewer import Viewer, showing_to
from luckytui.text import UserError, _, say
from net.tasks import in_background

log = logging.getLogger(__name__)


_PATIENCE = 175.0
"""How many seconds to wait at the prompt: a little less than a connection may take to come in."""


class Terminal:
    """Asks for name and code, then shows the guest their table in an app of their own."""

    def __init__(self, visits: Visits, channel: Channel, arrival: Arrival) -> None:
        self._visits = visits
        self._channel = channel
        self._arrival = arrival
        self._now = asyncio.get_running_loop().time
        self._is_ascii = is_locale_ascii(arrival.environment)
        self._prompt = Prompt(self._send, arrival.width, self._now())
        self.visit: Visit | None = None
        self._coming_in = in_background(self._come_in())

    def receive(self, data: bytes) -> None:
        if self.visit:
            self.visit.receive(data)
            return
        self._arrival.stranger.reach(Progress.TYPED)
        if self._prompt.receive(data, self._now()):
            self._channel.close("")

    def resize(self, width: int, height: int) -> None:
        self._arrival = self._arrival._replace(width=width, height=height)
        self._prompt.resize(width)
        if self.visit:
            self.visit.resize(width, height)

    def lost(self) -> None:
        """Note that the terminal is gone. A guest who has not come in yet takes no seat."""
        self._coming_in.cancel()
        if self.visit:
            self.visit.lost(self._channel)

    async def _come_in(self) -> None:
        """Show the table: at once to a guest with a proved seat, to others once name and code are right."""
        with showing_to(Viewer(is_guest=True, environment=self._arrival.environment)):
            ticket = self._visits.gate.recognise(self._arrival.proofs)
            if not ticket:
                self._welcome()
            try:
                async with asyncio.timeout(_PATIENCE):
                    while not self.visit:
                        try:
                            ticket = ticket or await self._ask()
                            self.visit = await self._visits.let_in(ticket, self._channel, self._arrival)
                        except UserError as refused:
                            self._prompt.refuse(say(refused.reason))
                            ticket = None
            except TimeoutError:
                self._channel.close(
                    _("Nobody came in within three minutes. Connect again when you have the digits.")
                )
            except Exception:
                log.exception("A guest cannot be let in")
                self._channel.close("")

    def _send(self, text: str) -> None:
        self._channel.send((in_ascii(text) if self._is_ascii else text).encode())

    def _welcome(self) -> None:
        self._arrival.stranger.reach(Progress.ASKED)
        game = self._visits.request.game
        self._send(f"luckytui{f' · {title_of(game)}' if game else ''}\r\n\r\n")
        self._prompt.tell(
            _("Type your name, and then the nine digits for guests, in gold on the host's screen.")
            if self._visits.gate.needs_code
            else _("Type your name.")
        )

    async def _ask(self) -> Ticket:
        """Ask for the name and the digits, and return the ticket for the table. Raises UserError."""
        name = await self._prompt.ask(_("Your name"), self._arrival.name)
        self._arrival = self._arrival._replace(name=name)
        digits = await self._ask_digits() if self._visits.gate.needs_code else ""
        ticket = self._visits.gate.admit(self._arrival.address, name, digits, self._arrival.proofs)
        self._prompt.tell(_("Joining the table …"))
        return ticket

    async def _ask_digits(self) -> str:
        """Return the typed digits. Meanwhile a page sends no letters: they may be the table's code."""
        self._channel.take_digits(only=True)
        try:
            return await self._prompt.ask(_("The nine digits"), only_digits=_(WRONG_DIGITS))
        finally:
            self._channel.take_digits(only=False)

"""The command palette (Ctrl-P): what can be done now, by its words."""

from collections.abc import Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.types import IgnoreReturnCallbackType

from luckytui.text import _
from luckytui.tui.commands import available, key_signs


class CommandProvider(Provider):
    """Offers the commands of the screen below."""

    async def discover(self) -> Hits:
        for words, sign, run in self._offers():
            yield DiscoveryHit(words, run, help=sign)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for words, sign, run in self._offers():
            if score := matcher.match(words):
                yield Hit(score, matcher.highlight(words), run, help=sign)

    def _offers(self) -> Iterator[tuple[str, str, IgnoreReturnCallbackType]]:
        for command, node, action in available(self.focused or self.screen):
            run = partial(self.app.run_action, action, default_namespace=node)
            yield _(command.help), " ".join(key_signs(command)), run

"""Whether tests that share what is expensive to make are run by one worker."""

from pathlib import Path
from types import SimpleNamespace

from tests.sharing import SHARED, SharedWork

ROOT = Path(__file__).parents[1]
SHARING = next(iter(SHARED.values()))
FILES = ("tests/net/test_names.py", *SHARING)
TESTS = [f"{file}::test_{number}" for number in range(3) for file in FILES]


class Worker:
    """A worker of pytest-xdist, of which only what it is given is looked at."""

    def __init__(self, name: str) -> None:
        self.gateway = SimpleNamespace(id=name)
        self.shutting_down = False
        self.files: list[str] = []

    def send_runtest_some(self, numbers: list[int]) -> None:
        self.files += [TESTS[number].partition("::")[0] for number in numbers]

    def shutdown(self) -> None:
        self.shutting_down = True


def test_a_file_goes_to_one_worker_and_so_do_files_that_share() -> None:
    option = SimpleNamespace(loadscopereorder=False)
    config = SimpleNamespace(getvalue=lambda _: ["popen", "popen"], option=option)
    work = SharedWork(config)
    one, other = workers = Worker("one"), Worker("other")
    for worker in workers:
        work.add_node(worker)
        work.add_node_collection(worker, TESTS)
    work.schedule()
    assert {frozenset(worker.files) for worker in workers} == {frozenset(FILES[:1]), frozenset(SHARING)}
    assert len(one.files) + len(other.files) == len(TESTS)


def test_the_files_that_share_are_there() -> None:
    assert [file for files in SHARED.values() for file in files if not (ROOT / file).exists()] == []

"""docs/clients/transcript.json is what a host answers today, frame by frame."""

from typing import get_args

import msgspec

from net.messages import TRANSITIONS, ClientMessage, FrameDecoder, HostMessage, State, decode
from tests.clients import transcript


async def test_a_host_answers_as_the_transcript_says() -> None:
    assert transcript.FILE.read_bytes() == await transcript.written()


def test_each_frame_is_its_message_and_leads_from_state_to_state() -> None:
    for conversation in transcript.read():
        state = State.START
        for entry in conversation:
            frames = FrameDecoder(65536)
            frames.feed(bytes.fromhex(entry.frame))
            (payload,) = frames
            message = decode(payload, ClientMessage if entry.sender == "client" else HostMessage)
            assert transcript.entry(entry.sender, state, message) == entry
            state = TRANSITIONS[state][type(message)]
            assert state.name == entry.after
        assert state is State.DONE


def test_most_messages_are_in_it() -> None:
    said = {entry.message["type"] for conversation in transcript.read() for entry in conversation}
    tags = {str(kind.__struct_config__.tag) for kind in get_args(ClientMessage | HostMessage)}
    assert tags - said == {"forwarded", "ping", "pong"}
    assert msgspec.json.decode(transcript.FILE.read_bytes())["code"] == transcript.CODE

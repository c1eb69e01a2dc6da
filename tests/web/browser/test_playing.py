"""Frames on a stage, one after the other: skipped by tap, sign and key, read, never lost.

On a stage of their own, with a pace at which nothing goes on unless somebody skips it.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.browser.conftest import expect

Visit = Callable[..., Any]

#: Longer than any test: whoever waits for it hangs.
FOREVER = 1_000_000
#: Plays some frames on a stage of its own, and lets somebody choose after the last one.
TRIAL = """async ([count, how]) => {
  const base = document.documentElement.dataset.base;
  const load = (name) => import(`${base}/${name}.js`);
  const [{ Stage }, { Chooser }, { Playing }] = await Promise.all(
    ["scene", "choose", "playing"].map(load),
  );
  const root = document.createElement("div");
  root.className = "stage";
  root.id = "trial";
  Object.assign(root.style, { position: "fixed", inset: "4rem 0 0", zIndex: "9" });
  const chip = document.createElement("button");
  chip.textContent = "Mira";
  Object.assign(chip.style, { position: "fixed", left: "0", bottom: "0", zIndex: "10" });
  document.body.append(root, chip);
  const stage = new Stage(root);
  const lines = [
    { seat: 0, label: "cards", value: "+2" },
    { seat: 0, label: "points", value: "7" },
  ];
  const frames = Array.from({ length: count }, (_, at) => ({
    kind: "place",
    seat: null,
    told: [`Step ${at}.`],
    scene: {
      game: "",
      zones: [{ id: "board", label: "Board", width: 8, height: 4 }],
      sprites: [{ id: "card", art: "party-red", label: "Card", x: 4, y: 2, mark: "placed" }],
      choices: [],
      players: [{ seat: 0, name: "Mira", facts: [] }],
      prompt: "",
      status: "",
      gains: at === how.gains ? [{ sprite: "card", seat: 0, text: "+5" }] : [],
      summary: at === how.summary ? { title: "A part is over.", lines } : null,
    },
  }));
  const trial = (window.trial = { shown: [], told: [], touched: [], flown: [], done: null });
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node.matches?.(".gains")) trial.flown.push([node.textContent, node.ariaHidden]);
    }
  }).observe(document, { childList: true, subtree: true });
  const chooser = new Chooser(stage, {
    play: ({ action }) => trial.touched.push(action),
    tip() {},
    ask() {},
    chosen() {},
  });
  trial.playing = new Playing(stage, { pace: () => how.pace, chip: () => chip, mine: () => [0] });
  const show = (frame, seen) => {
    trial.told.push(...frame.told);
    if (!seen) return;
    stage.draw(frame.scene, null, { step: true });
    trial.shown.push(frames.indexOf(frame));
  };
  trial.playing.play(frames, show, how.late ?? false).then((done) => {
    trial.done = done;
    if (done) chooser.set([{ action: "go", touch: ["card"] }]);
  });
}"""


@pytest.fixture
def play(visit: Visit) -> Callable[..., Any]:
    """A page on which frames are being played."""

    def begin(count: int, motion: str = "no-preference", **how: Any) -> Any:
        page = visit("/replay", reduced_motion=motion)
        expect(page.locator("#choose")).to_be_visible()
        page.evaluate(TRIAL, [count, {"pace": FOREVER, **how}])
        return page

    return begin


def trial(page: Any, name: str) -> Any:
    return page.evaluate(f"window.trial.{name}")


def ended(page: Any) -> None:
    page.wait_for_function("window.trial.done !== null")


def tap(page: Any) -> None:
    """A tap on the card."""
    page.locator("#trial .sprite[data-id=card] .frame").click(force=True)


def steps(*numbers: int) -> list[str]:
    return [f"Step {number}." for number in numbers]


def test_nothing_can_be_chosen_before_the_last_frame(play: Callable[..., Any]) -> None:
    page = play(5)
    assert trial(page, "shown") == [0]
    expect(page.locator("#trial.playing")).to_have_count(1)
    expect(page.locator("#trial .can")).to_have_count(0)
    page.evaluate("window.trial.playing.skip()")
    ended(page)
    expect(page.locator("#trial.playing")).to_have_count(0)
    expect(page.locator("#trial .can")).to_have_count(1)


def test_a_tap_skips_to_the_end_and_touches_no_card(play: Callable[..., Any]) -> None:
    page = play(5)
    tap(page)
    ended(page)
    assert trial(page, "shown") == [0, 4]
    assert trial(page, "told") == steps(0, 1, 2, 3, 4)
    assert trial(page, "touched") == []
    tap(page)
    assert trial(page, "touched") == ["go"]


def test_a_tap_that_ends_after_the_last_frame_touches_no_card(play: Callable[..., Any]) -> None:
    page = play(2)
    box = page.locator("#trial .sprite[data-id=card] .frame").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.evaluate("window.trial.playing.skip()")
    ended(page)
    page.mouse.up()
    assert trial(page, "touched") == []
    tap(page)
    assert trial(page, "touched") == ["go"]


def test_the_sign_skips_and_goes(play: Callable[..., Any]) -> None:
    page = play(5)
    page.get_by_role("button", name="Skip").click()
    ended(page)
    assert trial(page, "shown") == [0, 4]
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)


def test_few_frames_need_no_sign(play: Callable[..., Any]) -> None:
    page = play(2)
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)


@pytest.mark.parametrize("key", ["Escape", "Enter", " "])
def test_keys_skip_and_a_held_key_chooses_nothing(play: Callable[..., Any], key: str) -> None:
    page = play(5)
    page.keyboard.down(key)
    ended(page)
    assert trial(page, "shown") == [0, 4]
    page.locator("#trial .can").focus()
    page.keyboard.down(key)  # the key repeats
    assert trial(page, "touched") == []
    page.keyboard.up(key)
    page.keyboard.press("Enter")
    assert trial(page, "touched") == ["go"]


def test_a_key_on_a_button_elsewhere_is_for_that_button(play: Callable[..., Any]) -> None:
    page = play(3)
    theme = page.locator("#theme")
    theme.focus()
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert trial(page, "shown") == [0]
    page.keyboard.press("Escape")
    ended(page)


def test_with_less_motion_everything_jumps_and_all_is_told(play: Callable[..., Any]) -> None:
    page = play(5, "reduce")
    ended(page)
    assert trial(page, "shown") == [4]
    assert trial(page, "told") == steps(0, 1, 2, 3, 4)


@pytest.mark.parametrize("how", [{"late": True}, {"pace": 0}], ids=["late", "behind"])
def test_who_is_late_gets_the_end_at_once(play: Callable[..., Any], how: dict[str, Any]) -> None:
    page = play(5, summary=2, gains=1, **how)
    ended(page)
    assert trial(page, "shown") == [4]
    assert trial(page, "told") == steps(0, 1, 2, 3, 4)
    expect(page.locator(".summary, .gain")).to_have_count(0)


def test_other_eyes_end_it(play: Callable[..., Any]) -> None:
    page = play(5)
    page.evaluate("window.trial.playing.stop()")
    ended(page)
    assert trial(page, "done") is False
    assert trial(page, "told") == steps(0)


@pytest.mark.parametrize("way", ["button", "tap", "Escape", "Enter"])
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_summary_waits_until_it_is_put_away(
    play: Callable[..., Any], way: str, motion: str
) -> None:
    page = play(5, motion, summary=2)
    if motion != "reduce":
        tap(page)
    panel = page.get_by_role("region", name="A part is over.")
    expect(panel).to_be_visible()
    expect(panel.get_by_role("row", name="Mira")).to_contain_text("cards +2")
    assert trial(page, "shown")[-1] == 2
    assert trial(page, "done") is None
    # The focus is where it was: keys go on from there.
    assert page.evaluate("document.activeElement === document.body")
    if way == "button":
        panel.get_by_role("button", name="Go on").click()
    elif way == "tap":
        tap(page)
    else:
        page.keyboard.press(way)
    expect(panel).to_have_count(0)
    if motion != "reduce":
        # What comes after it is played again.
        page.wait_for_function("window.trial.shown.at(-1) === 3")
        assert trial(page, "done") is None
        tap(page)
    ended(page)
    assert trial(page, "told") == steps(0, 1, 2, 3, 4)
    assert trial(page, "touched") == []


def test_a_summary_goes_by_itself_unless_somebody_reads_it(visit: Visit) -> None:
    for reads in (False, True):
        page = visit("/replay")
        page.clock.install()
        expect(page.locator("#choose")).to_be_visible()
        page.evaluate(TRIAL, [2, {"pace": FOREVER, "summary": 0}])
        panel = page.locator(".summary")
        expect(panel).to_be_visible()
        if reads:
            panel.get_by_role("button").focus()
        page.clock.run_for(20_000)
        expect(panel).to_have_count(1 if reads else 0)


def test_what_is_gained_flies_to_the_player(play: Callable[..., Any]) -> None:
    page = play(2, gains=0)
    # Noted as it comes: it is gone before a slow machine looks twice.
    page.wait_for_function("window.trial.flown.length > 0")
    assert trial(page, "flown") == [["+5", "true"]]
    expect(page.locator(".gain")).to_have_count(0)  # it has arrived
    expect(page.locator(".gains")).to_have_count(0)
    tap(page)
    ended(page)


def test_skipping_takes_away_what_flies(play: Callable[..., Any]) -> None:
    page = play(2, gains=0)
    # One that never arrives by itself.
    page.evaluate("document.querySelector('.gain').getAnimations().forEach((it) => it.pause())")
    tap(page)
    ended(page)
    expect(page.locator(".gains")).to_have_count(0)

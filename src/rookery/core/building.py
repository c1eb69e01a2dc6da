"""How a game is built from its package: by the names that its modules define.

    spec       TITLE PLAYERS, and where the defaults do not fit: DESIGNER SUMMARY MINUTES
               RULES_VERSION OPTIONS DEFAULT_EDITION ENDINGS SCORE_NAME FEWEST_WINS setup
    state      STATE
    actions    NUM_ACTIONS write_action read_action
    rules, view, greedy, policy, or any other: the compiled functions of ``core.dispatch``
               (SEARCH, CHAMPION and LEARNED in policy)
    features   OBSERVATION features read_features GUESSED
    steps      KINDS describe show veiled LINGERS BRIEF
    position   FORM check_position
    edition    parse_edition compile_edition remark_edition
    sketch     sketch_edition
    text       draw_text
    scene      scene backdrop draw_edition AIDS AIDS_HELP
    sentences  tell
    reasons    give_reason name_hidden
    counting   count_hidden

Names of two words (parse_edition) may stand in any module. Whatever is missing has a default, but
for TITLE, PLAYERS, STATE, NUM_ACTIONS, KINDS, the compiled functions that ``dispatch.required()``
names, and the scene.
"""

from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from rookery.core import fallback, reasons
from rookery.core.dispatch import gather, required
from rookery.core.known import observation_of
from rookery.core.scene import Stage
from rookery.core.steps import Steps

_MISSING = object()
#: What has no default, and the module it belongs in.
REQUIRED = {
    "TITLE": "spec",
    "PLAYERS": "spec",
    "STATE": "state",
    "NUM_ACTIONS": "actions",
    "KINDS": "steps",
    "scene": "scene",
}


class Unfinished(TypeError):
    """A package that lacks something of a game."""

    def __init__(self, package: str, missing: list[tuple[str, str]]) -> None:
        listed = ", ".join(f"{name} ({part}.py)" for part, name in missing)
        super().__init__(f"{package} is unfinished; missing, and where it belongs: {listed}")
        #: The modules and the names that belong there.
        self.missing = missing


class _Package:
    """The modules of a package, by name; what a module lacks is looked for in the package."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._whole = import_module(name)

    def module(self, part: str) -> ModuleType:
        """A module of the package; the package itself, where there is none of that name."""
        path = f"{self.name}.{part}"
        one_file = not hasattr(self._whole, "__path__")
        return self._whole if one_file or find_spec(path) is None else import_module(path)

    def modules(self) -> list[ModuleType]:
        """All of them."""
        path = getattr(self._whole, "__path__", [])
        names = [it.name for it in iter_modules(path, self.name + ".") if not it.ispkg]
        return [self._whole, *map(import_module, names)]

    def get(self, part: str, name: str, default: Any = _MISSING) -> Any:
        """A name of a module; one of two words may be in any of them."""
        places = [self.module(part), *(self.modules() if "_" in name else [])]
        found = next((getattr(it, name) for it in places if hasattr(it, name)), default)
        if found is _MISSING:
            raise Unfinished(self.name, [(part, name)])
        return found

    def check(self) -> None:
        """Refuse to go on without what has no default; name all of it at once."""
        names = [(part, name) for name, part in REQUIRED.items()]
        missing = [it for it in names if self.get(*it, default=None) is None]
        supplied = gather(*self.modules())
        parts = {"redeal": "view"}
        names = [(parts.get(name, "rules"), name) for name in required()]
        missing += [it for it in names if it[1] not in supplied]
        if missing:
            raise Unfinished(self.name, missing)


def _positions(it: _Package, name: str, dtype: Any, players: range) -> dict[str, Any]:
    """How its positions are written and read: by the form it declares, or by its bare fields."""
    form = it.get("position", "FORM", None)
    if form is None:
        return {
            "write_position": partial(fallback.write_position, name),
            "read_position": partial(fallback.read_position, dtype, players),
            "plain_positions": True,
        }
    return {
        "write_position": partial(form.write, name),
        "read_position": partial(form.read, it.get("position", "check_position", None)),
        "plain_positions": False,
    }


def build(package: str) -> dict[str, Any]:
    """What ``Game`` is made of."""
    it = _Package(package)
    it.check()
    dtype = it.get("state", "STATE")
    name, players = package.rpartition(".")[2], it.get("spec", "PLAYERS")
    return {
        "name": name,
        "package": package,
        "title": it.get("spec", "TITLE"),
        "players": players,
        "designer": it.get("spec", "DESIGNER", ""),
        "summary": it.get("spec", "SUMMARY", ""),
        "minutes": it.get("spec", "MINUTES", 0),
        "rules_version": it.get("spec", "RULES_VERSION", 1),
        "earlier": it.get("spec", "EARLIER", {}),
        "earlier_editions": it.get("spec", "EARLIER_EDITIONS", {}),
        "options": it.get("spec", "OPTIONS", {}),
        "default_edition": it.get("spec", "DEFAULT_EDITION", fallback.PLAIN),
        "endings": it.get("spec", "ENDINGS", ("over",)),
        "score_name": it.get("spec", "SCORE_NAME", "points"),
        "fewest_wins": it.get("spec", "FEWEST_WINS", False),
        "setup": it.get("spec", "setup", fallback.setup),
        "dtype": dtype,
        "functions": gather(*it.modules()),
        "num_actions": it.get("actions", "NUM_ACTIONS"),
        "observation": it.get("features", "OBSERVATION", None) or observation_of(dtype),
        "guessed": it.get("features", "GUESSED", (0, 0)),
        "list_actions": it.get("actions", "list_actions", None),
        "read_features": it.get(
            "features", "read_features", partial(fallback.read_features, dtype)
        ),
        "write_action": it.get("actions", "write_action", fallback.write_action),
        "read_action": it.get("actions", "read_action", fallback.read_action),
        **_positions(it, name, dtype, players),
        "parse_edition": it.get("edition", "parse_edition", fallback.parse_edition),
        "compile_edition": it.get("edition", "compile_edition", fallback.compile_edition),
        "remark_edition": it.get("edition", "remark_edition", None),
        "edition_players": it.get("edition", "edition_players", None),
        "draw_edition": it.get("scene", "draw_edition", None),
        "sketch_edition": it.get("sketch", "sketch_edition", None),
        "give_reason": it.get("reasons", "give_reason", reasons.give_reason),
        "name_hidden": it.get("reasons", "name_hidden", reasons.name_hidden),
        "count_hidden": it.get("counting", "count_hidden", reasons.count_hidden),
        "draw_text": it.get("text", "draw_text", fallback.draw_text),
        "search": it.get("policy", "SEARCH", {}),
        "faith": it.get("policy", "FAITH", {}),
        "champion": it.get("policy", "CHAMPION", {}),
        "learned": it.get("policy", "LEARNED", {}),
        "steps": Steps(
            kinds=it.get("steps", "KINDS"),
            describe=it.get("steps", "describe", fallback.describe),
            show=it.get("steps", "show", Steps.show),
            lingers=it.get("steps", "LINGERS", frozenset()),
            brief=it.get("steps", "BRIEF", frozenset()),
            veiled=it.get("steps", "veiled", None),
        ),
        "stage": Stage(
            it.get("scene", "scene"),
            it.get("sentences", "tell", fallback.tell),
            it.get("scene", "backdrop", None),
            aids=it.get("scene", "AIDS", frozenset()),
            aids_help=it.get("scene", "AIDS_HELP", ""),
        ),
    }

"""The tree search, compiled: information sets, any number of seats, chance, fixed memory.

One iteration draws a world from the view, walks down the tree along actions that are legal in
it, adds one edge, plays on by the game's reflexes up to its horizon, and tells every edge on
the way what its seat got. Actions come into a node one by one, the most trusted first
(progressive widening); between those that are in it, PUCT chooses. A playout may doubt a
reflex (``doubts`` of ALWAYS times): it draws another action at random, and plays the one that
has served its seat better in this search so far, wherever it was played. The tree may go by that
too (``recall``), the less the more often an action has failed its seat here.
"""

from math import exp, sqrt
from typing import Any

from rookery.core import dispatch, flow
from rookery.core.kernel import int64, kernel
from rookery.core.rng import LOW32, below, draw
from rookery.search.memory import ALWAYS, AT_ONCE, MAX_DEPTH, MAX_PLAYED, NONE
from rookery.search.net import advise, foresee, sense
from rookery.search.value import judge, reward


@kernel
def served(memories: Any, seat: int, action: int) -> float:
    """How an action has served a seat so far; one half to begin with."""
    return (memories[seat, action, 0] + 0.5) / (memories[seat, action, 1] + 1.0)


@kernel
def best_edge(printed: Any, state: Any, node: Any, memory: Any) -> int:
    """The open edge that PUCT prefers; counts the legal actions, and the open ones of them.

    A node that was reached in many worlds has many edges, few of them open in this one. So the
    legal actions are marked first: all of them with an even number, then those that have an edge
    with the next one, which is odd.
    """
    head, edges, marks = memory.heads[0], memory.edges, memory.marks
    count = dispatch.legal(printed, state, memory.actions)
    mark = marks[-1] + 2
    marks[-1] = mark
    for k in range(count):
        marks[memory.actions[k]] = mark
    recalls = head["recall"] > 0.0 and head["doubts"] > 0
    best = -1.0
    found = int64(NONE)
    opened = 0
    edge = int64(node["first"])
    while edge != NONE:
        it = edges[edge]
        if marks[it["action"]] == mark:
            marks[it["action"]] = mark + 1
            opened += 1
            it["seen"] += 1
            visits = it["visits"]
            pull = head["exploration"] * it["prior"] * sqrt(float(it["seen"])) / (1.0 + visits)
            if recalls:
                known = served(memory.memories, int64(node["seat"]), int64(it["action"]))
                pull += head["recall"] * known / (1.0 + visits - it["value"])
            score = it["value"] / visits + pull
            if score > best:
                best = score
                found = edge
        edge = int64(it["next"])
    head["legal"] = count
    head["open"] = opened
    return found


@kernel
def widen(printed: Any, state: Any, node: Any, memory: Any, net: Any) -> int:
    """Add the most trusted action that was marked as without an edge; NONE if there is none."""
    head = memory.heads[0]
    edges, actions, weights = memory.edges, memory.actions, memory.weights
    count = int64(head["legal"])
    if head["open"] >= count:
        return NONE
    top = 0.0
    role = int64(0)
    if head["advised"]:
        role = sense(printed, state, int64(state["turn"]), net, memory)
    for k in range(count):
        if head["advised"]:
            weights[k] = advise(printed, state, net, memory.top, role, actions[k])
        else:
            weights[k] = dispatch.rate(printed, state, actions[k])
        if k == 0 or weights[k] > top:
            top = weights[k]
    total = 0.0
    best = -1.0
    action = int64(NONE)
    for k in range(count):
        weight = exp(weights[k] - top)
        total += weight
        if weight > best and memory.marks[actions[k]] == memory.marks[-1]:
            best = weight
            action = actions[k]
    edge = int64(head["edges"])
    head["edges"] += 1
    it = edges[edge]
    it["value"] = 0.0
    it["prior"] = (1.0 - head["even"]) * best / total + head["even"] / count
    it["action"] = action
    it["next"] = node["first"]
    it["child"] = NONE
    it["visits"] = 0
    it["seen"] = 1
    node["first"] = edge
    return edge


@kernel
def child(head: Any, nodes: Any, it: Any, seat: int) -> int:
    """The node below an edge where it is this seat's turn; NONE if there is no room for it."""
    node = int64(it["child"])
    while node != NONE:
        if nodes[node]["seat"] == seat:
            return node
        node = int64(nodes[node]["sibling"])
    node = int64(head["nodes"])
    if node >= len(nodes):
        return NONE
    head["nodes"] += 1
    nodes[node]["first"] = NONE
    nodes[node]["sibling"] = it["child"]
    nodes[node]["visits"] = 0
    nodes[node]["seat"] = seat
    it["child"] = node
    return node


@kernel
def remember(head: Any, seat: int, action: int) -> None:
    """Note a decision of the present iteration."""
    if head["played"] < MAX_PLAYED:
        head["actions"][head["played"]] = action
        head["actors"][head["played"]] = seat
        head["played"] += 1


@kernel
def react(printed: Any, state: Any, head: Any, rng: Any, memories: Any) -> None:
    """One decision of a playout."""
    action = dispatch.reflex(printed, state, rng)
    doubts = head["doubts"]
    if doubts > 0:
        seat = int64(state["turn"])
        if doubts >= ALWAYS or below(rng, ALWAYS) < doubts:
            other = dispatch.pick(printed, state, rng)
            if served(memories, seat, other) > served(memories, seat, action):
                action = other
        remember(head, seat, action)
    flow.apply(printed, state, action, rng)


@kernel
def goes_on(printed: Any, state: Any, head: Any, depth: int) -> bool:
    """Whether an iteration looks further than here."""
    return state["turn"] >= 0 and not dispatch.horizon(printed, state, depth + head["nearer"])


@kernel
def descend(printed: Any, state: Any, memory: Any, net: Any) -> int:
    """Walk down the tree and add an edge to it; returns how many decisions that took.

    Those for which the seat of the root does not plan are made by reflex, outside the tree.
    """
    head, nodes, edges, rng = memory.heads[0], memory.nodes, memory.edges, memory.rngs[0]
    node = int64(0)
    depth = int64(0)
    head["length"] = 0
    forced = int64(head["forced"])
    while head["length"] < MAX_DEPTH:
        here = nodes[node]
        here["visits"] += 1
        fresh = False
        if forced != NONE:  # the root has one edge, of the action that is asked about
            edge = int64(here["first"])
            forced = int64(NONE)
            room = False
        else:
            edge = best_edge(printed, state, here, memory)
            room = head["edges"] < len(edges)
        if room and head["open"] < 1.0 + head["widening"] * sqrt(float(here["visits"])):
            added = widen(printed, state, here, memory, net)
            if added != NONE:
                edge = added
                fresh = True
        if edge == NONE:  # memory is full, and none of the few edges is open
            return depth
        it = edges[edge]
        head["path"][head["length"]] = edge
        head["movers"][head["length"]] = here["seat"]
        head["length"] += 1
        flow.apply(printed, state, int64(it["action"]), rng)
        depth += 1
        if fresh and head["net"] != AT_ONCE:
            return depth
        while goes_on(printed, state, head, depth) and not dispatch.plans(
            printed, state, head["seat"]
        ):
            react(printed, state, head, rng, memory.memories)
            depth += 1
        if not goes_on(printed, state, head, depth):
            return depth
        node = child(head, nodes, it, int64(state["turn"]))
        if node == NONE:
            return depth
        if head["net"] == AT_ONCE and nodes[node]["visits"] == 0:
            nodes[node]["visits"] = 1
            return depth
    return depth


@kernel
def learn(head: Any, memories: Any) -> None:
    """Tell the remembered actions what their seats got."""
    for k in range(head["played"]):
        seat = head["actors"][k]
        action = head["actions"][k]
        memories[seat, action, 0] += head["reward"][seat]
        memories[seat, action, 1] += 1.0
    head["played"] = 0


@kernel
def play_out(printed: Any, state: Any, head: Any, depth: int, rng: Any, memories: Any) -> None:
    """Play on by reflex to the end or to the game's horizon."""
    # Where nothing was open in the tree, one step away from the root, at least.
    while depth == 0 or goes_on(printed, state, head, depth):
        react(printed, state, head, rng, memories)
        depth += 1


@kernel
def draw_world(printed: Any, memory: Any) -> None:
    """Put a world that the seat of the root cannot exclude into ``work[1]``."""
    head, rng, work = memory.heads[0], memory.rngs[0], memory.work
    believed = int64(head["believed"])
    if believed > 0 and draw(rng) >= head["fresh"] * (LOW32 + 1):
        work[1] = memory.worlds[below(rng, believed)]
        return
    work[1] = work[0]
    if not head["open_cards"]:
        dispatch.redeal(printed, work[1], head["seat"], rng)


@kernel
def grow(printed: Any, memory: Any, net: Any, count: int) -> None:
    """So many iterations. ``work[0]`` is the view; ``work[1]`` becomes one world after another."""
    head, rng, work, memories = memory.heads[0], memory.rngs[0], memory.work, memory.memories
    state = work[1]
    for _ in range(count):
        draw_world(printed[0], memory)
        depth = descend(printed[0], state, memory, net)
        # A net says of a new node what becomes of it, or of the place where a playout ended.
        if head["net"] != AT_ONCE or depth == 0:
            play_out(printed[0], state, head, depth, rng, memories)
        if head["net"] and state["turn"] >= 0:
            foresee(printed[0], state, net, memory, head["share"])
            reward(printed[0], state, head)
        else:
            judge(printed[0], state, head)
        for k in range(head["length"]):
            it = memory.edges[head["path"][k]]
            it["visits"] += 1
            it["value"] += head["reward"][head["movers"][k]]
            if head["doubts"] > 0:
                remember(head, int64(head["movers"][k]), int64(it["action"]))
        learn(head, memories)
        for seat in range(int64(state["players"])):
            head["total"][seat] += head["share"][seat]
        got = head["reward"][head["seat"]]
        head["sum"] += got
        head["squares"] += got * got
        head["iterations"] += 1


@kernel
def impulse(printed: Any, states: Any, seat: int, rngs: Any) -> int:
    """The reflex that follows in a world where ``seat`` has no plan; NONE where it has one."""
    if states[0]["turn"] < 0 or dispatch.plans(printed[0], states[0], seat):
        return NONE
    return dispatch.reflex(printed[0], states[0], rngs[0])


@kernel
def play_one(printed: Any, states: Any, action: int, rngs: Any) -> None:
    """Play an action in a world, to follow a line of the tree."""
    flow.apply(printed[0], states[0], action, rngs[0])

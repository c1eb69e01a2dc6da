"""The description of the interface, made from the endpoints themselves."""

from typing import Any

import msgspec

import rookery
from rookery.server.api.routes import ENDPOINTS, PARTS, PREFIX, Endpoint, Nothing

#: The statuses of every code of an error, for the description.
COMMON = ("400", "401", "403", "404", "405", "408", "409", "413", "422", "429", "503")


class ErrorInfo(msgspec.Struct, frozen=True):
    """What went wrong: a stable code and a message for programmers, a sentence for people."""

    code: str
    message: str
    #: In the language of the request.
    text: str


class Error(msgspec.Struct, frozen=True):
    """The body of every answer that is not a success."""

    error: ErrorInfo


def describe() -> dict[str, Any]:
    """The whole description."""
    shapes = [Error]
    for it in ENDPOINTS:
        shapes += [shape for shape in (it.body, it.answer) if _is_shape(shape)]
    schemas, components = msgspec.json.schema_components(
        shapes, ref_template="#/components/schemas/{name}"
    )
    known = dict(zip(shapes, schemas, strict=True))
    paths: dict[str, Any] = {}
    for it in ENDPOINTS:
        paths.setdefault(PREFIX + it.path, {})[it.method.lower()] = _operation(it, known)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rookery",
            "version": rookery.__version__,
            "summary": "Tables at which people and bots play board games.",
            "license": {"name": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "rookery"},
            },
        },
    }


def _is_shape(shape: Any) -> bool:
    return isinstance(shape, type) and issubclass(shape, msgspec.Struct)


def _operation(it: Endpoint, known: dict[Any, Any]) -> dict[str, Any]:
    said: dict[str, Any] = {
        "operationId": it.handler.__name__,
        "summary": it.summary,
        "tags": [it.tag],
        "parameters": [*_path(it), *_query(it)],
        "responses": _responses(it, known),
    }
    if it.errors:
        said["x-error-codes"] = list(it.errors)
    if it.body is not None:
        content = {"application/json": {"schema": known[it.body]}}
        said["requestBody"] = {"required": True, "content": content}
    said["security"] = [{"bearer": []}, {"cookie": []}]
    if not it.guest:
        said["security"].append({})
    return said


def _path(it: Endpoint) -> list[dict[str, Any]]:
    names = [name for name in PARTS if f"{{{name}}}" in it.path]
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string", "pattern": f"^{PARTS[name]}$"},
        }
        for name in names
    ]


def _query(it: Endpoint) -> list[dict[str, Any]]:
    if it.query is Nothing:
        found: list[dict[str, Any]] = []
    else:
        schema = msgspec.json.schema(it.query)["$defs"][it.query.__name__]
        found = [
            {"name": name, "in": "query", "required": False, "schema": _plain(part)}
            for name, part in schema["properties"].items()
        ]
    if it.stream:
        found.append(
            {
                "name": "Last-Event-ID",
                "in": "header",
                "required": False,
                "schema": {"type": "string", "pattern": "^[0-9]{1,9}$"},
            }
        )
    return found


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """A query cannot say null: leaving a name out says it."""
    kept = [part for part in schema.get("anyOf", []) if part.get("type") != "null"]
    return kept[0] if len(kept) == 1 else schema


def _responses(it: Endpoint, known: dict[Any, Any]) -> dict[str, Any]:
    if it.stream:
        content: dict[str, Any] = {"text/event-stream": {"schema": {"type": "string"}}}
    elif it.answer is str:
        content = {"text/plain": {"schema": {"type": "string"}}}
    elif it.answer is bytes:
        kinds = ("image/svg+xml", "image/png")
        content = {kind: {"schema": {"type": "string"}} for kind in kinds}
    elif it.answer in known:
        content = {"application/json": {"schema": known[it.answer]}}
    else:
        content = {"application/json": {"schema": {"type": "object"}}}
    refused = {"application/json": {"schema": known[Error]}}
    answers: dict[str, Any] = {"200": {"description": it.summary, "content": content}}
    for status in COMMON:
        answers[status] = {"description": "Refused, with a reason.", "content": refused}
    return answers

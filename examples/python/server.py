"""Keeps a small library's loans in a file; an MCP server over stdio, on Python's standard library alone."""

import json
import os
import sys
import uuid
from datetime import date, timedelta

FILE = os.environ["LOANS_FILE"]
TEXT = {"type": "string"}
TOOLS = [
    {
        "name": "lend_book",
        "description": "Lends a book to a reader for 21 days and returns the loan's id.",
        "inputSchema": {"type": "object", "properties": {"title": TEXT, "reader": TEXT}, "required": ["title", "reader"]},
    },
    {
        "name": "get_loan",
        "description": "Looks up a loan by its id.",
        "inputSchema": {"type": "object", "properties": {"loan": TEXT}, "required": ["loan"]},
    },
]


def read_loans():
    try:
        with open(FILE, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


def lend_book(title, reader):
    loans = read_loans()
    loan = uuid.uuid4().hex
    loans[loan] = {"title": title, "reader": reader, "due": str(date.today() + timedelta(days=21))}
    with open(FILE, "w", encoding="utf-8") as file:
        json.dump(loans, file)
    return {"loan": loan, **loans[loan]}


def get_loan(loan):
    return {"loan": loan, **read_loans()[loan]}


def call(name, arguments):
    try:
        value = {"lend_book": lend_book, "get_loan": get_loan}[name](**arguments)
        return {"content": [{"type": "text", "text": json.dumps(value, indent=2)}]}
    except (KeyError, TypeError) as error:
        return {"content": [{"type": "text", "text": f"Cannot {name}: {error!r}"}], "isError": True}


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "library", "version": "1.0.0"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return call(params["name"], params.get("arguments", {}))
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        reply = {"jsonrpc": "2.0", "id": message["id"], "result": answer(message["method"], message.get("params", {}))}
        print(json.dumps(reply), flush=True)

import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView, type Sources } from "../../support/linking.ts"

const factsOf = await makeFacts("python")

const edgesOf = (sources: Sources, path: string) => describeEdges(linkAll(makeSourceView(sources, factsOf)).get(path))

const pool = `
class Base:
    def close(self):
        pass

class Pool(Base):
    def __init__(self, size: int):
        self.size = size
    def acquire(self) -> "Connection":
        return Connection(self)

class Connection:
    def __init__(self, pool: Pool):
        self.pool = pool
    def query(self, text):
        self.pool.close()

def connect():
    return Pool(3)
`

describe("links of Python", () => {
  it("follow imports, receivers and inheritance", () => {
    const app = `
from .pool import Pool, connect
from . import pool as pools

def run(given: Pool):
    given.acquire().query("x")
    connect().close()
    pools.connect()

class App:
    def __init__(self):
        self.pool = Pool(1)
    def stop(self):
        self.pool.close()
        self.missing.thing()
`
    const sources = { "src/db/__init__.py": "", "src/db/pool.py": pool, "src/db/app.py": app }
    assert.deepStrictEqual(edgesOf(sources, "src/db/app.py"), [
      "5 run: type src/db/pool.py Pool resolved",
      "6 run: call src/db/pool.py Pool.acquire imported",
      "6 run: call src/db/pool.py Connection.query imported",
      "7 run: call src/db/pool.py connect resolved",
      "7 run: call src/db/pool.py Base.close imported",
      "8 run: call src/db/pool.py connect resolved",
      "12 App.__init__: call src/db/pool.py Pool resolved",
      "14 App.stop: read src/db/app.py App.pool resolved",
      "14 App.stop: call src/db/pool.py Base.close imported",
      "15 App.stop: call thing name_only"
    ])
  })

  it("find packages in source folders, with and without __init__.py, and what packages pass on", () => {
    const sources = {
      "src/db/__init__.py": "from .pool import *\nfrom .pool import connect as open_pool\n",
      "src/db/pool.py": pool,
      "src/plain/tools/shape.py": "def draw():\n    pass\n",
      "tests/test_db.py": `
import db
import db.pool
import plain.tools.shape
import json
from plain.tools import shape as s
import requests

def test():
    db.Pool(1).acquire()
    db.open_pool()
    db.pool.Connection
    plain.tools.shape.draw()
    s.draw()
    json.loads("1")
    requests.get("")
`
    }
    assert.deepStrictEqual(edgesOf(sources, "tests/test_db.py"), [
      "10 test: call src/db/pool.py Pool resolved",
      "10 test: call src/db/pool.py Pool.acquire imported",
      "11 test: call src/db/pool.py connect resolved",
      "12 test: read src/db/pool.py Connection resolved",
      "13 test: call src/plain/tools/shape.py draw resolved",
      "14 test: call src/plain/tools/shape.py draw resolved"
    ])
    const imports = linkAll(makeSourceView(sources, factsOf)).get("tests/test_db.py")?.imports ?? []
    assert.deepStrictEqual(
      imports.filter(({ kind }) => kind !== "local").map(({ kind, module }) => `${module} ${kind}`),
      ["json builtin", "requests external"]
    )
  })

  it("lead to the files of modules that are imported from packages: attributes of the package first", () => {
    const sources = {
      "src/db/__init__.py": "from .tools import log\nfrom .other import moved as shape\nfrom . import pool\n",
      "src/db/log.py": "",
      "src/db/pool.py": "from . import tools, connect\nfrom .. import db\n",
      "src/db/shape.py": "",
      "src/db/tools.py": "def log(): pass\n",
      "src/db/other/__init__.py": "",
      "src/db/other/moved.py": "",
      "src/plain/draw.py": "def line(): pass\n",
      "app.py": `
from db import pool
from db import log
from db import shape
from db import tools as t, connect
from db import missing
from plain import draw
import db.other.moved as m
import db.pool
def run():
    t.log()
`
    }
    const links = linkAll(makeSourceView(sources, factsOf))
    const importsOf = (path: string) => (links.get(path)?.imports ?? []).map((each) => `${each.line} ${each.path}`)
    assert.deepStrictEqual(importsOf("app.py"), [
      "2 src/db/__init__.py",
      "2 src/db/pool.py",
      "3 src/db/__init__.py",
      "4 src/db/__init__.py",
      "4 src/db/other/moved.py",
      "5 src/db/__init__.py",
      "5 src/db/tools.py",
      "6 src/db/__init__.py",
      "7 src/plain/draw.py",
      "8 src/db/other/moved.py",
      "9 src/db/__init__.py",
      "9 src/db/pool.py"
    ])
    // Within the package, a submodule does not need what the package itself has.
    assert.deepStrictEqual(importsOf("src/db/pool.py"), [
      "1 src/db/tools.py",
      "1 src/db/__init__.py",
      "2 src/db/__init__.py"
    ])
    assert.include(describeEdges(links.get("app.py")), "11 run: call src/db/tools.py log resolved")
  })

  it("see what calling an instance gives, and the type of a value", () => {
    const sources = {
      "run.py": `
from typing import Generic, TypeVar
T = TypeVar("T")
class Report:
    def show(self): pass
    def copy(self):
        return self.__class__()
class Runner:
    def __call__(self) -> tuple[int, Report]:
        return 0, Report()
class Info(Generic[T]):
    @classmethod
    def now(cls) -> "Info[T]":
        return cls()
    def text(self): pass
def check(runner: Runner, report: Report):
    code, found = runner()
    found.show()
    report.copy().show()
    type(report)().show()
    Info[int].now().text()
`
    }
    assert.deepStrictEqual(
      edgesOf(sources, "run.py").filter((line) => line.includes("check: call")),
      [
        "17 check: call run.py Runner.__call__ by_value",
        "18 check: call run.py Report.show imported",
        "19 check: call run.py Report.copy imported",
        "19 check: call run.py Report.show imported",
        "20 check: call run.py Report.show imported",
        "21 check: call run.py Info.now imported",
        "21 check: call run.py Info.text imported"
      ]
    )
  })

  it("find members of variables that may hold themselves or each other", () => {
    const sources = {
      "page.py": `
class Page:
    def show(self): pass
def make(): return Page()
page = None
page = page or make()
first = None
second = first or make()
first = second or first
def use():
    page.show()
    first.show()
    second()
    page()
`
    }
    assert.deepStrictEqual(
      edgesOf(sources, "page.py").filter((line) => line.includes("use: call")),
      [
        "11 use: call page.py Page.show imported",
        "12 use: call page.py Page.show imported",
        "13 use: call page.py second resolved",
        "14 use: call page.py page resolved"
      ]
    )
  })

  it("refer to the base that declares the constructor", () => {
    const sources = {
      "nodes.py": `
from elsewhere import Widget
class Node:
    def __init__(self): pass
class Leaf(Node):
    pass
class Red(Leaf):
    def __init__(self):
        super().__init__()
class Panel(Widget):
    pass
class Wide(Panel):
    def __init__(self):
        super().__init__()
class Plain:
    pass
class Fancy(Plain):
    def __init__(self):
        super().__init__()
`
    }
    assert.deepStrictEqual(
      edgesOf(sources, "nodes.py").filter((line) => line.includes("call")),
      ["9 Red.__init__: call nodes.py Node resolved", "19 Fancy.__init__: call nodes.py Plain resolved"]
    )
  })

  it("look members up in the order of Python's bases", () => {
    const sources = {
      "shapes.py": `
class Root:
    def name(self): pass
class Left(Root):
    pass
class Right(Root):
    def name(self): pass
class Both(Left, Right):
    pass
def run(both: Both):
    both.name()
`
    }
    assert.deepStrictEqual(
      edgesOf(sources, "shapes.py").filter((line) => line.includes("call")),
      ["11 run: call shapes.py Right.name imported"]
    )
  })

  it("survive circles of imports, bases and assignments", () => {
    const sources = {
      "a.py":
        "from b import *\nfrom b import x as y\nclass A(B):\n    def run(self):\n        self.go()\n        y()\n",
      "b.py": "from a import *\nfrom a import y as x\nclass B(A):\n    pass\n"
    }
    assert.deepStrictEqual(edgesOf(sources, "a.py"), ["3 A: base b.py B resolved", "5 A.run: call go name_only"])
  })
})

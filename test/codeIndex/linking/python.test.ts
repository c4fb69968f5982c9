import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView, type Sources } from "../../support/linking.ts"

const factsOf = await makeFacts("python")

const edgesOf = (sources: Sources, path: string) => describeEdges(linkAll(makeSourceView(sources, factsOf)).get(path))

const callsOf = (sources: Sources, path: string) => edgesOf(sources, path).filter((line) => line.includes(" call "))

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

  it("follow isinstance and issubclass where they hold", () => {
    const sources = {
      "shapes.py": `
class Shape:
    def draw(self): pass
class Circle(Shape):
    def fill(self): pass
class Square:
    def fill(self): pass
def make(given):
    if isinstance(given, type):
        if not issubclass(given, Shape):
            raise ValueError
        return given()
    if not isinstance(given, Shape):
        raise ValueError
    return given
class Drawing:
    def __init__(self, inner, other):
        self.inner = make(inner)
        self.other = other
    def all(self):
        self.inner.draw()
        if isinstance(self.other, (Circle, Square)) and self.other.fill():
            self.other.fill()
            self.other = None
            self.other.fill()
        else:
            self.other.fill()
def each(things, shape: Shape, circle: Circle):
    [thing.fill() for thing in things if isinstance(thing, Square)]
    assert isinstance(shape, Circle)
    shape.fill()
    if isinstance(circle, Shape):
        circle.fill()
    if isinstance(things, str):
        things.fill()
    def later():
        shape.fill()
    while not isinstance(things, Circle) or things.fill():
        things.fill()
`
    }
    assert.deepStrictEqual(
      edgesOf(sources, "shapes.py").filter((line) => / call .*(?:draw|fill)/.test(line)),
      [
        "21 Drawing.all: call shapes.py Shape.draw imported",
        "22 Drawing.all: call shapes.py Circle.fill imported",
        "22 Drawing.all: call shapes.py Square.fill imported",
        "23 Drawing.all: call shapes.py Circle.fill imported",
        "23 Drawing.all: call shapes.py Square.fill imported",
        "25 Drawing.all: call fill name_only",
        "27 Drawing.all: call fill name_only",
        "29 each: call shapes.py Square.fill imported",
        "31 each: call shapes.py Circle.fill imported",
        "33 each: call shapes.py Circle.fill imported",
        "37 each.later: call fill name_only",
        "38 each: call shapes.py Circle.fill imported",
        "39 each: call fill name_only"
      ]
    )
  })

  it("know what comments declare, what closes, what is returned as a tuple, and an annotated receiver", () => {
    const sources = {
      "pools.py": `
import contextlib
from contextlib import closing
from typing import TypeVar
T = TypeVar("T")
class Other:
    def other(self): pass
class Pool:
    def open(self: T) -> T:
        self.close()
        return self
    def close(self): pass
    def mixed(self: Other):
        self.other()
def pair():
    return Pool(), Other()
class Owner:
    def __init__(self, made, ignored, args):
        self.pools = {}  # type: dict[str, Pool]
        self.one = made  # type: Pool
        self.unknown = ignored  # type: ignore
    def run(self, key, args):
        self.pools[key].close()
        self.one.close()
        self.unknown.close()
        with closing(Pool()) as pool, contextlib.closing(Pool()) as again:
            pool.close()
            again.close()
        first, second = pair()
        first.close()
        second.other()
        if isinstance(args[0], Pool):
            args[0].close()
            args[1].close()
`
    }
    const calls = edgesOf(sources, "pools.py").filter((line) => /call .*(?:close|other) \w+$|call close/.test(line))
    assert.deepStrictEqual(
      calls.map((line) => line.replace("call pools.py ", "")),
      [
        "10 Pool.open: Pool.close imported",
        "14 Pool.mixed: Other.other imported",
        "23 Owner.run: Pool.close imported",
        "24 Owner.run: Pool.close imported",
        "25 Owner.run: call close name_only",
        "27 Owner.run: Pool.close imported",
        "28 Owner.run: Pool.close imported",
        "30 Owner.run: Pool.close imported",
        "31 Owner.run: Other.other imported",
        "33 Owner.run: Pool.close imported",
        "34 Owner.run: call close name_only"
      ]
    )
  })

  it("solve the type variable of a function by the argument that is a class or a value of it", () => {
    const sources = {
      "make.py": `
from typing import Callable, TypeVar
T = TypeVar("T")
U = TypeVar("U")
def make(kind: type[T], size: int) -> T: ...
def same(size: int, value: T) -> T: ...
def run(function: Callable[[int], T]) -> T: ...
def other(kind: type[T], second: type[U]) -> U: ...
def unknown(kind: type[T]) -> U: ...
class Pool:
    def close(self): pass
`,
      "app.py": `
import make
from make import Pool, other, run, same, unknown
class Own:
    def open(self): pass
def connect() -> Pool: ...
pool = Pool()
class App:
    def __init__(self):
        self.pool = make.make(make.Pool, 3)
    def start(self, *rest):
        self.pool.close()
        same(1, pool).close()
        run(connect).close()
        other(Pool, Own).open()
        other(Pool, Own).close()
        unknown(Pool).close()
        other(*rest, Own).open()
`
    }
    assert.deepStrictEqual(
      edgesOf(sources, "app.py").filter((line) => / (?:close|open|\S+\.(?:close|open)) /.test(line)),
      [
        "12 App.start: call make.py Pool.close imported",
        "13 App.start: call make.py Pool.close imported",
        "14 App.start: call make.py Pool.close imported",
        "15 App.start: call app.py Own.open imported",
        "16 App.start: call close name_only",
        "17 App.start: call close name_only",
        "18 App.start: call open name_only"
      ]
    )
  })

  it("take a decorated function for the instance that its decorator gives", () => {
    const sources = {
      "tasks.py": `
from typing import Callable
class Task:
    def delay(self): pass
class Lazy:
    def __get__(self, instance, owner): pass
    def delay(self): pass
class App:
    def task(self, name: str) -> Callable[[Callable], Task]:
        return lambda function: Task()
    def plain(self, function):
        return function
def wrapped(function):
    return function
def lazy(function) -> Lazy:
    return Lazy()
`,
      "app.py": `
from tasks import App, lazy, wrapped
app = App()
@app.task("send")
def send(): pass
@wrapped
def kept() -> App:
    return app
@app.plain
def other(): pass
class Sender:
    @lazy
    def sent(self): pass
def run(sender: Sender):
    send()
    send.delay()
    kept().task("x")
    other.delay()
    sender.sent.delay()
`,
      "use.py": "from app import send\ndef use():\n    send.delay()\n"
    }
    assert.deepStrictEqual(
      edgesOf(sources, "app.py").filter((line) => line.includes("run: call")),
      [
        "15 run: call app.py send resolved",
        "16 run: call tasks.py Task.delay imported",
        "17 run: call app.py kept resolved",
        "17 run: call tasks.py App.task imported"
      ]
    )
    assert.deepStrictEqual(edgesOf(sources, "use.py").slice(1), ["3 use: call tasks.py Task.delay imported"])
  })

  it("take a parameter without a type for what the overridden method declares", () => {
    const sources = {
      "base.py": `
class Context:
    def close(self): pass
class Command:
    def invoke(self, ctx: Context, name): pass
`,
      "own.py": `
from base import Command
class Other:
    def close(self): pass
class Own(Command):
    def invoke(self, ctx, name):
        ctx.close()
        name.close()
    def extra(self, ctx):
        ctx.close()
def run(own: Own):
    own.invoke(Other(), Other())
`
    }
    assert.deepStrictEqual(
      edgesOf(sources, "own.py").filter((line) => line.includes("close")),
      [
        "7 Own.invoke: call base.py Context.close imported",
        "8 Own.invoke: call own.py Other.close by_value",
        "10 Own.extra: call close name_only"
      ]
    )
  })

  it("do not see in the body of a class what it defines later", () => {
    const sources = {
      "marks.py": "def mark(function): return function\n",
      "use.py":
        "from marks import mark\nclass Use:\n    @mark\n    def mark(self): pass\n    @mark\n    def next(self): pass\n"
    }
    assert.deepStrictEqual(edgesOf(sources, "use.py"), [
      "3 Use: decorator marks.py mark resolved",
      "5 Use: decorator use.py Use.mark resolved"
    ])
  })

  it("find what comprehensions, indices and iterations of classes give", () => {
    const sources = {
      "lists.py": `
import typing as t
class Item:
    def use(self): pass
class Items:
    def __getitem__(self, at) -> Item:
        return Item()
    def __iter__(self) -> t.Iterator[Item]:
        yield Item()
class Names:
    def __iter__(self): pass
def run(items: Items, names: Names, by_name: dict[str, Item], key, other):
    made = [Item() for _ in names]
    made[key].use()
    for item in made:
        item.use()
    by_name[key].use()
    items[key].use()
    for item in items:
        item.use()
    {name: Item() for name in names}[key].use()
    t.cast(Item, other).use()
    for name in names:
        name.use()
    for name in by_name:
        name.use()
    names[key].use()
`
    }
    assert.deepStrictEqual(
      edgesOf(sources, "lists.py").flatMap((line) => (line.includes("use") ? [line.replace("run: call ", "")] : [])),
      [
        ...[14, 16, 17, 18, 20, 21, 22].map((line) => `${line} lists.py Item.use imported`),
        "24 use name_only",
        "26 use name_only",
        "27 use name_only"
      ]
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

  it("take no module next to a file of a package for one that is installed, where the project is for Python 3", () => {
    const old: Sources = {
      "app/__init__.py": "",
      "app/redis.py": "class Redis:\n    pass\n",
      "app/cache.py": "from redis import Redis\n\ndef connect():\n    return Redis()\n"
    }
    assert.deepStrictEqual(callsOf(old, "app/cache.py"), ["4 connect: call app/redis.py Redis resolved"])
    assert.deepStrictEqual(callsOf({ ...old, "pyproject.toml": "" }, "app/cache.py"), [])
    const { "app/__init__.py": _, ...scripts } = old
    assert.strictEqual(callsOf({ ...scripts, "pyproject.toml": "" }, "app/cache.py").length, 1)
  })
})

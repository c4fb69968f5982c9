/** Files by path from the folder of a case. */
type Files = Readonly<Record<string, string>>

/** What a detector must find, and what it must not: close to each other, so that the difference is what it looks at. */
export interface DetectorCase {
  readonly wrong: Files
  readonly right: Files
}

const repeat = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("")

const branches = (name: string, count: number): string =>
  `export function ${name}(n: number) {\n${repeat(count, (index) => `  if (n === ${index}) { for (const x of [n]) { if (x > ${index}) n += x } }\n`)}  return n\n}\n`

const methods = (name: string, count: number, body: number): string =>
  `export class ${name} {\n${repeat(count, (index) => `  m${index}(n: number) {\n${repeat(body, (line) => `    if (n === ${line}) return ${index}\n`)}    return n\n  }\n`)}}\n`

const goMethods = (name: string, count: number, body: number): string =>
  `package store\n\ntype ${name} struct {\n\tn int\n}\n${repeat(count, (index) => `\nfunc (s *${name}) m${index}(n int) int {\n${repeat(body, (line) => `\tif n == ${line} {\n\t\treturn ${index}\n\t}\n`)}\treturn n\n}\n`)}`

const nested = (name: string, depth: number, lines = 70): string =>
  `export function ${name}(n: number) {\n${repeat(depth, (index) => `if (n > ${index}) {\n`)}${"n += 1\n".repeat(lines)}${"}\n".repeat(depth)}return n\n}\n`

const importers = (count: number, name: string): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `user${index}.ts`,
      `import { ${name} } from "./${name}.ts"\nexport const use${index} = () => ${name}(${index})\n`
    ])
  )

const hub = (imported: number, branching: number): Files => ({
  ...importers(20, "middle"),
  "middle.ts": `${repeat(imported, (index) => `import { part${index} } from "./part${index}.ts"\n`)}export const all = [${repeat(imported, (index) => `part${index}, `)}]\n${branches("middle", branching)}`,
  ...Object.fromEntries(
    Array.from({ length: imported }, (_, index) => [`part${index}.ts`, `export const part${index} = ${index}\n`])
  )
})

const inFolder = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))

const chain = (depth: number): string =>
  repeat(
    depth,
    (index) => `export class L${index}${index === 0 ? "" : ` extends L${index - 1}`} { m${index}() { return 1 } }\n`
  )

const alike = (name: string, last: string): string =>
  `export function ${name}(n: number) {\n  if (n > 1) first(n)\n  second(n)\n  third(n)\n  fourth(n)\n${"  n += 1\n".repeat(12)}  return ${last}(n)\n}\n`

const parts = ["first", "second", "third", "fourth", "fifth", "sixth"]
  .map((name) => `export function ${name}(n: number) { return n }\n`)
  .join("")

/** One case for each detector of facts and graph. */
export const cases: Readonly<Record<string, DetectorCase>> = {
  "circular-dependency": {
    wrong: {
      "a.ts": 'import { b } from "./b.ts"\nexport const a = () => b()\n',
      "b.ts": 'import { a } from "./a.ts"\nexport const b = (): number => a()\n',
      "written/a.js": 'import { b } from "./b.js"\nexport const a = () => b()\n',
      "written/a.d.ts": "export declare const a: () => number\n",
      "written/b.js": 'import { a } from "./a.js"\nexport const b = () => a()\n',
      "written/b.d.ts": "export declare const b: () => number\n"
    },
    right: {
      "a.ts": 'import { b } from "./b.ts"\nexport const a = () => b()\n',
      "b.ts": 'import type { a } from "./a.ts"\nexport const b = (n?: typeof a): number => (n === undefined ? 1 : 2)\n',
      "compiled/src/c.ts": "export const c = 1\n",
      "compiled/src/d.ts": "export const d = 1\n",
      "compiled/esm/c.js": 'import { d } from "./d.js"\nexport const c = () => d()\n',
      "compiled/esm/c.d.ts": "export declare const c: () => number\n",
      "compiled/esm/d.js": 'import { c } from "./c.js"\nexport const d = () => c()\n',
      "compiled/esm/d.d.ts": "export declare const d: () => number\n",
      "passed/a.ts": 'export type { B } from "./b.ts"\nexport const a = 1\n',
      "passed/b.ts": 'import { a } from "./a.ts"\nexport interface B { n: number }\nexport const b = a\n',
      "values/a.ts": 'import { B } from "./b.ts"\nexport const a = new B()\n',
      "values/b.ts": 'import { A } from "./types.ts"\nexport class B { a?: A }\n',
      "values/types.ts": 'import { a } from "./a.ts"\nexport interface A { n: number }\nexport const b = a\n',
      "members/a.ts": 'import { B } from "./b.ts"\nexport interface A { n: number }\nexport const a = new B()\n',
      "members/b.ts": 'import { A } from "./a.ts"\nexport class B { read(a: A) { return a.n } }\n',
      "extended/a.ts": 'import { b } from "./b.ts"\nexport interface A { n: number }\nexport const a = () => b()\n',
      "extended/b.ts":
        'import { A } from "./a.ts"\ninterface B extends A { m: number }\nexport const b = (b?: B) => b === undefined\n',
      "classes/a.ts": 'import { b } from "./b.ts"\nexport class A { n = b() }\n',
      "classes/b.ts":
        'import { A } from "./a.ts"\ninterface B extends A { m: number }\nexport const b = (b?: B) => b?.m ?? 1\n',
      "required/a.js": 'const b = require("./b")\nexports.a = () => b.b()\n',
      "required/b.js": 'exports.b = function late() {\n  const a = require("./a")\n  return a.a\n}\n',
      "late/one.py": "from .two import two\n\ndef one():\n    return two()\n",
      "late/two.py": "def two():\n    from .one import one\n    return one\n",
      "stub/one.py": "from .native import two\n\ndef one():\n    return two()\n",
      "stub/native.pyi": "from .one import one\n\ndef two() -> int: ...\n",
      "typed/one.py": "from .two import two\n\ndef one():\n    return two()\n",
      "typed/two.py":
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from .one import one\n\ndef two():\n    return 2\n"
    }
  },
  "production-imports-test": {
    wrong: {
      "app.ts": 'import { fake } from "./fake.test.ts"\nexport const app = () => fake()\n',
      "fake.test.ts": "export const fake = () => 1\n"
    },
    right: {
      "app.ts": 'import { fake } from "./fake.ts"\nexport const app = () => fake()\n',
      "fake.ts": "export const fake = () => 1\n"
    }
  },
  "hub-file": { wrong: hub(16, 20), right: { ...hub(8, 20), ...inFolder("list", hub(16, 2)) } },
  bottleneck: {
    wrong: { ...importers(12, "decide"), "decide.ts": branches("decide", 12) },
    right: {
      ...importers(4, "decide"),
      "decide.ts": branches("decide", 12),
      ...inFolder("simple", { ...importers(12, "decide"), "decide.ts": branches("decide", 6) })
    }
  },
  "folder-cycle": {
    wrong: {
      "model/a.ts": 'import { b } from "../view/b.ts"\nexport const a = b\n',
      "model/c.ts": "export const c = 1\n",
      "view/b.ts": "export const b = 1\n",
      "view/d.ts": 'import { c } from "../model/c.ts"\nexport const d = c\n'
    },
    right: {
      "model/a.ts": 'import { b } from "../view/b.ts"\nexport const a = b\n',
      "view/b.ts": "export const b = 1\n"
    }
  },
  "mutual-recursion": {
    wrong: {
      "a.ts": 'import { b } from "./b.ts"\nexport const a = (): number => b()\n',
      "b.ts": 'import { c } from "./c.ts"\nexport const b = (): number => c()\n',
      "c.ts": 'import { a } from "./a.ts"\nexport const c = (): number => a()\n'
    },
    right: {
      "a.ts": 'import { b } from "./b.ts"\nexport const a = (): number => b()\n',
      "b.ts": 'import { c } from "./c.ts"\nexport const b = (): number => c()\n',
      "c.ts": "export const c = (): number => 1\n"
    }
  },
  "unused-function": {
    wrong: { "a.ts": "function leftBehind() {\n  return 1\n}\nexport const kept = 1\n" },
    right: {
      "a.ts": "function remembered() {\n  return 1\n}\nexport const kept = remembered()\n",
      "given.ts": "[1].forEach(function eachOne(n) {\n  console.log(n)\n})\n",
      "script.js": "function calledByPage() {\n  return 1\n}\n",
      "amd.js": 'const path = require("path")\nfunction calledByTemplate() {\n  return path.sep\n}\n',
      "hand.py": "def _fix_tags():\n    return 1\n",
      "notebook.py": "def _jupyter_nbextension_paths():\n    return []\n",
      "extras/simplejson/speed.py": "def _toggle():\n    return 1\n",
      "page.js": 'const path = require("path")\nvar calledOfWindow = () => path.sep\n',
      "main.js": "window.calledOfWindow()\n",
      "copied.py": "def _called_by_name():\n    return 1\n",
      "setup.py": 'entry_points = ["one = core:_called_by_setup"]\n',
      "core.py": "def _called_by_setup():\n    return 1\n",
      "caller.py": "from package import copied\n\ncopied._called_by_name()\n",
      "speed.py": "def _called_by_cython():\n    return 1\n",
      "fast.pyx": "from .speed import _called_by_cython\n\nprint(_called_by_cython())\n"
    }
  },
  "unused-import": {
    wrong: {
      "a.ts": 'import { one, two } from "elsewhere"\nexport const a = one\n',
      "after.py": "try:\n    import json\nexcept ImportError:\n    pass\nimport one\n\nprint(json)\n",
      "other.py": "import one  # noqa: E402\n",
      "below.py": "import one  # noqa: F401\nimport two\n",
      "other.ts": 'import { one } from "elsewhere" // eslint-disable-line no-console\n'
    },
    right: {
      "tried.py": "try:\n    import one\n    has_one = True\nexcept ImportError:\n    has_one = False\n",
      "noqa.py": "import one  # noqa: F401\nimport two  # NOQA\n",
      "list.py": "from elsewhere import (  # noqa: F401\n    one,\n    two,\n)\n",
      "pylint.py": "import one  # pylint: disable=unused-import\n",
      "whole.py": "# flake8: noqa\nimport one\n",
      "ruff.py": "# ruff: noqa: F401\nimport one\n",
      "line.ts": 'import { one } from "elsewhere" // eslint-disable-line @typescript-eslint/no-unused-vars\n',
      "next.ts": '// eslint-disable-next-line no-unused-vars\nimport { one } from "elsewhere"\n',
      "whole.ts": '/* eslint-disable */\nimport { one } from "elsewhere"\n',
      "ignored.ts": '// @ts-ignore\nimport { one } from "elsewhere"\n',

      "a.ts": 'import { one, two } from "elsewhere"\nexport const a = [one, two]\n',
      "names.py": '"""Names of other modules."""\n\nfrom elsewhere import one\nfrom elsewhere.inner import two\n',
      "given.py": "from elsewhere import given\n",
      "taker.py": "from .given import given\n\nprint(given)\n"
    }
  },
  "unused-export": {
    wrong: { "a.ts": "export function lonely() {\n  return 1\n}\n" },
    right: {
      "a.ts": "export function known() {\n  return 1\n}\n",
      "b.ts": 'import { known } from "./a.ts"\nexport const b = known()\n'
    }
  },
  "unused-file": {
    wrong: { "a.ts": "export const a = 1\n" },
    right: { "a.ts": "export const a = 1\n", "b.ts": 'import { a } from "./a.ts"\nconsole.log(a)\n' }
  },
  "god-class": {
    wrong: {
      "a.ts": methods("Everything", 22, 10),
      "b.go": goMethods("Whole", 22, 10),
      "headed.ts": `// Copyright (c) 2020 Case Holders\n${methods("Headed", 22, 10)}`,
      "noted.ts": `// The copyright notice below is shown by the page.\n${methods("Noted", 22, 10)}`
    },
    right: {
      "copied.ts": `// Copyright (c) 2020 Other Holder, Inc.\n${methods("Copied", 22, 10)}`,
      "package/LICENSE": "MIT License\n\nCopyright (c) 2020 Other Person\n",
      "package/src/a.ts": methods("Packed", 22, 10),
      "a.ts": methods("Few", 10, 30),
      "simple.ts": methods("Simple", 22, 5),
      "options.ts": methods("Options", 190, 1),
      "visitor.ts": methods("Visitor", 22, 10).replaceAll(/ m(\d+)\(/g, " visitNode$1("),
      "parser.ts": methods("Parsing", 22, 10).replaceAll(/ m(\d)\(/g, " parse_node$1("),
      "named.ts": methods("NodeParser", 22, 10),
      "ends.ts": methods("Rules", 22, 10).replaceAll(/ m(\d+)\(/g, " m$1Formatter(")
    }
  },
  "complex-function": {
    wrong: {
      "a.ts": branches("tangle", 8),
      "other.ts": `// eslint-disable-next-line no-console\n${branches("tangle", 8)}`
    },
    right: {
      "a.ts": branches("plain", 5),
      "accepted.ts": `// eslint-disable-next-line complexity\n${branches("tangle", 8)}`
    }
  },
  "long-function": {
    wrong: { "a.ts": `${branches("long", 6).slice(0, -14)}${"  n += 1\n".repeat(150)}  return n\n}\n` },
    right: { "a.ts": `export function list() {\n${"  log(1)\n".repeat(170)}}\n` }
  },
  "deep-nesting": {
    wrong: { "a.ts": nested("deep", 7) },
    right: {
      "a.ts": nested("flat", 6),
      "accepted.ts": nested("deep", 7).replace("n += 1", "// eslint-disable-next-line max-depth\nn += 1"),
      "near.ts": nested("deep", 7, 10),
      "upgrades/1.0.ts": nested("deep", 7)
    }
  },
  "many-parameters": {
    wrong: { "a.ts": "export function many(a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1) {\n  return a\n}\n" },
    right: { "a.ts": "export function few(a: 1, b: 1, c: 1) {\n  return a\n}\n" }
  },
  "large-file": {
    wrong: { "a.ts": repeat(600, (index) => `export function f${index}() {\n  return ${index}\n}\n`) },
    right: { "a.ts": repeat(100, (index) => `export function f${index}() {\n  return ${index}\n}\n`) }
  },
  "similar-functions": {
    wrong: {
      "parts.ts": parts,
      "a.ts": `import { first, second, third, fourth, fifth } from "./parts.ts"\n${alike("one", "fifth")}${alike("two", "fifth")}`
    },
    right: {
      "parts.ts": parts,
      "a.ts": `import { first, second, third, fourth, fifth, sixth } from "./parts.ts"\n${alike("one", "fifth")}${alike("two", "sixth")}`
    }
  },
  "deep-inheritance": { wrong: { "a.ts": chain(7) }, right: { "a.ts": chain(4) } },
  "base-refers-to-derived": {
    wrong: {
      "a.ts":
        "export class Base {\n  make() { return new Special() }\n}\nexport class Special extends Base {\n  other() { return 1 }\n}\n"
    },
    right: {
      "a.ts":
        "export class Base {\n  make() { return new Base() }\n}\nexport class Special extends Base {\n  other() { return 1 }\n}\n"
    }
  },
  "wildcard-import": {
    wrong: { "a.py": "from elsewhere import *\n\ndef a():\n    return b()\n" },
    right: {
      "__init__.py": "from elsewhere import *\n",
      "a.py": "from elsewhere import b\n\ndef a():\n    return b()\n"
    }
  },
  "mutable-export": {
    wrong: { "a.ts": "export let current = 1\nexport const set = (n: number) => { current = n }\n" },
    right: {
      "a.ts": "let current = 1\nexport const set = (n: number) => { current = n }\nexport const get = () => current\n"
    }
  },
  "feature-envy": {
    wrong: {
      "pool.ts": `export class Pool {\n${repeat(9, (index) => `  take${index}() { return ${index} }\n`)}}\n`,
      "user.ts": `import { Pool } from "./pool.ts"\nexport class User {\n  all(pool: Pool) {\n    return [${repeat(9, (index) => `pool.take${index}(), `)}]\n  }\n}\n`
    },
    right: {
      "pool.ts": `export class Pool {\n${repeat(9, (index) => `  take${index}() { return ${index} }\n`)}}\n`,
      "user.ts": `import { Pool } from "./pool.ts"\nexport class User {\n  all(pool: Pool) {\n    return [pool.take1(), pool.take2()]\n  }\n}\n`
    }
  },
  "data-clump": {
    wrong: {
      "a.ts": repeat(
        5,
        (index) =>
          `export function f${index}(host: string, port: number, user: string, key: string) {\n  return ${index}\n}\n`
      )
    },
    right: {
      "a.ts": repeat(
        5,
        (index) =>
          `export function f${index}(host: string, port: number, user: string, key${index}: string) {\n  return ${index}\n}\n`
      )
    }
  },
  "boolean-trap": {
    wrong: { "a.ts": "export function save(force: boolean, quiet: boolean) {\n  return force && quiet\n}\n" },
    right: { "a.ts": "export function save(force: boolean, name: string) {\n  return force ? name : 1\n}\n" }
  },
  "shadowed-builtin": {
    wrong: { "a.py": "def list():\n    return 1\n" },
    right: { "a.py": "def list_all():\n    return 1\n" }
  },
  "untested-complexity": {
    wrong: {
      "a.ts": branches("unknown", 8),
      "b.ts": branches("checked", 8),
      "b.test.ts": 'import { checked } from "./b.ts"\nexport const run = () => checked(1)\n'
    },
    right: {
      "b.ts": branches("checked", 8),
      "b.test.ts": 'import { checked } from "./b.ts"\nexport const run = () => checked(1)\n'
    }
  },
  "duplicate-definition": {
    wrong: {
      "test_a.py": "def test_one():\n    assert 1\n\ndef test_one():\n    assert 2\n",
      "later.py":
        "def one():\n    return 1\n\ndef two():\n    return one()\n\ndef one():\n    return 2\n\nthree = one()\n"
    },
    right: {
      "base.py": "class A:\n    pass\n\nclass B(A):\n    pass\n\nclass A:\n    x = 1\n",
      "decorator.py":
        "def note(f):\n    return f\n\n@note\ndef one():\n    return 1\n\ndef note(f):\n    return None\n",
      "property.py":
        "class A:\n    def get(self):\n        return 1\n    one = property(get)\n    def get(self):\n        return 2\n",
      "called.py": "def load():\n    return 1\n\nfirst = load()\n\ndef load():\n    return 2\n",
      "a.py":
        "import sys\nif sys.version_info > (3,):\n    def one():\n        return 1\nelse:\n    def one():\n        return 2\n"
    }
  },
  "wrong-argument-count": {
    wrong: { "a.py": "def join(a, b):\n    return a + b\n\ndef use():\n    return join(1)\n" },
    right: {
      "a.py": "def join(a, b=2, *rest):\n    return a + b\n\ndef use():\n    return join(1) + join(1, 2, 3)\n",
      "backslash.py": "def join(a, b):\n    return a + b\n\ndef use():\n    return join(1, \\\n        2)\n",
      "lambda.py": "double = lambda x: x * 2\n\ndef use():\n    return double(1)\n",
      "partial.py":
        "from functools import partial\n\ndef join(a, b):\n    return a + b\n\ndef use():\n    add = partial(join, b=1)\n    return add(1)\n"
    }
  },
  "deprecated-use": {
    wrong: {
      "a.ts": "/** @deprecated Use fresh. */\nexport function stale() {\n  return 1\n}\n",
      "b.ts": 'import { stale } from "./a.ts"\nexport const b = () => stale()\n'
    },
    right: {
      "a.ts": "/** Gives one. */\nexport function fresh() {\n  return 1\n}\n",
      "b.ts": 'import { fresh } from "./a.ts"\nexport const b = () => fresh()\n',
      // What runs is known by value only: the line uses `run`.
      "held.ts": "/** @deprecated Use fresh. */\nfunction stale() {\n  return 1\n}\nexport let run = stale\n",
      "calls.ts": 'import { run } from "./held.ts"\nexport const calls = () => run()\n',
      "c.py":
        'def deprecated(f):\n    """Marks a function as deprecated.\n\n    .. deprecated:: 1.0\n    """\n    return f\n',
      "d.py": "from .c import deprecated\n\n\n@deprecated\ndef old():\n    return 1\n"
    }
  },
  "blocking-in-async": {
    wrong: { "a.py": "import time\n\nasync def wait():\n    time.sleep(1)\n" },
    right: {
      "a.py": "import time\n\ndef wait():\n    time.sleep(1)\n",
      "thread.py":
        "import asyncio\nimport time\n\nasync def wait():\n    await asyncio.to_thread(lambda: time.sleep(1))\n",
      "short.py": "import time\n\nasync def press():\n    time.sleep(0.1)\n",
      "main.py": "import time\n\nasync def main():\n    time.sleep(2)\n",
      "mock.py": "import time\n\nclass MockAgent:\n    async def wait(self):\n        time.sleep(2)\n",
      "meant.py":
        "import time\n\nasync def wait():\n    # Block everything until the site answers again.\n    time.sleep(20)\n",
      "commands.py":
        "import os\nimport subprocess\n\nasync def allow():\n    os.system('chmod +x start')\n    return subprocess.run(['git', 'rev-parse', 'HEAD'])\n",
      "exit.py": "import sys\nimport time\n\nasync def leave():\n    time.sleep(2)\n    sys.exit()\n",
      "startup.py": "import time\n\nasync def startup():\n    time.sleep(3)\n",
      "accepted.py": "import time\n\nasync def fetch():\n    time.sleep(3)  # noqa: ASYNC251\n",
      "fixtures.py": "import time\nimport pytest\n\n@pytest.fixture\nasync def server():\n    time.sleep(2)\n",
      "tool.ts":
        'import { readFileSync } from "node:fs"\nexport async function build() {\n  return readFileSync("a.txt")\n}\n'
    }
  },
  "debugger-left": {
    wrong: { "a.py": "import pdb\n\ndef a():\n    pdb.set_trace()\n" },
    right: {
      "a.py": "import pdb\n\ndef a():\n    return pdb.Pdb\n",
      "asked.py":
        "import pdb\n\ndef a(b, debug=False):\n    try:\n        return b[1]\n    except KeyError:\n        if debug:\n            pdb.set_trace()\n",
      "meant.py": "import pdb\n\ndef a():\n    pdb.set_trace()  # pylint: disable=forgotten-debug-statement\n",
      "main.py": "import pdb\n\nif __name__ == '__main__':\n    pdb.set_trace()\n",
      "own.py": "import pdb\n\ndef enter_debugger():\n    pdb.set_trace()\n"
    }
  },
  "mutable-default": {
    wrong: {
      "a.py": "def add(item, items=[]):\n    items.append(item)\n    return items\n",
      "item.py":
        "class Known:\n    def __init__(self, known: dict[str, int] = {}):\n        self.known = known\n\n    def put(self, key, value):\n        self.known[key] = value\n",
      "replaced.py": "def mark(place, state=[0, 0]):\n    state[place] = 1\n",
      "slice.py": "def fill(items, known=[]):\n    known[:] = items\n",
      "taken.py": "def take(known=[1, 2]):\n    return known.pop()\n",
      "stored.py":
        "class Pool:\n    def __init__(self, items=[]):\n        self.items = items\n\n    def add(self, item):\n        self.items.append(item)\n"
    },
    right: {
      "a.py": "def add(item, items=None):\n    return [item, items]\n",
      "item.py": "def put(key, value, known: dict[str, int] = {}):\n    known[key] = value\n",
      "helper.py": "def _walk(node, seen=[]):\n    seen.append(node)\n    return seen\n",
      "inner.py":
        "def choose(all):\n    def walk(at, choice=[]):\n        choice.append(at)\n        return choice\n    return walk(all)\n",
      "cell.py": "def count(last=[0]):\n    last[0] += 1\n    return last[0]\n",
      "cache.py": "def find(key, cache={}):\n    cache[key] = 1\n    return cache\n",
      "said.py": "def find(\n    key,\n    known={},  # mutable on purpose\n):\n    known[key] = 1\n",
      "named.py": "def trace(tracer={}):\n    tracer['usage'] = 1\n",
      "filtered.py": "def keep(names, known=[]):\n    known[:] = [each for each in known if each in names]\n",
      "fresh.py":
        "class Pool:\n    def __init__(self, items=[]):\n        self.items = items\n\n    def load(self):\n        self.items = []\n        self.items.append(1)\n",
      "replaced.py": "def mark(state=[]):\n    if len(state) > 0:\n        state[0] = 1\n",
      "taken.py": "def take(known={}):\n    known.pop('a', None)\n    return known\n",
      "read.py": "def find(item, items=[]):\n    return item in items and items[0] == item\n",
      "copied.py": "def add(item, items=[]):\n    items = list(items)\n    items.append(item)\n    return items\n",
      "stored.py":
        "class Pool:\n    def __init__(self, items=[]):\n        self.items = items\n\n    def first(self):\n        return self.items[0]\n"
    }
  },
  "broken-import": {
    wrong: { "a.ts": 'import { gone } from "./gone.ts"\nexport const a = gone\n' },
    right: { "a.ts": 'import { here } from "./here.ts"\nexport const a = here\n', "here.ts": "export const here = 1\n" }
  },
  "removed-python-api": {
    wrong: {
      "module.py": "import asyncore\n\n\nclass Server(asyncore.dispatcher):\n    pass\n",
      "inner.py": "def load(path):\n    from imp import load_source\n\n    return load_source('it', path)\n",
      "member.py": "import inspect\n\n\ndef names(f):\n    return inspect.getargspec(f)[0]\n",
      "base.py": "import collections\n\n\nclass Table(collections.MutableMapping):\n    pass\n",
      "named.py": "from collections import Mapping, deque\n\nprint(Mapping, deque)\n",
      "path.py": "from tkinter import tix\n\nprint(tix)\n",
      "template.py": "import re\n\nprint(re.template)\n",
      "test_a.py": "from distutils.version import LooseVersion\n\nprint(LooseVersion)\n"
    },
    right: {
      "now.py":
        "import inspect\nfrom collections import deque\nfrom collections.abc import Mapping\n\nprint(inspect.signature, Mapping, deque)\n",
      "kept.py":
        "import array\nfrom xml.etree import cElementTree\n\nprint(isinstance(cElementTree, array.ArrayType))\n",
      "tried.py":
        "try:\n    from collections.abc import Mapping\nexcept ImportError:\n    from collections import Mapping\n",
      "asked.py": "import sys\n\nif sys.version_info >= (3, 4):\n    import importlib\nelse:\n    import imp\n",
      "has.py":
        "import inspect\n\n\ndef names(f):\n    if hasattr(inspect, 'getfullargspec'):\n        return 1\n    else:\n        return inspect.getargspec(f)\n",
      "two.py": "import imp\nimport urllib2\n\nprint(imp, urllib2)\n",
      "words.py": "import imp\n\nprint(imp, unicode)\n",
      "setup.py": "from distutils.core import setup\n\nsetup()\n",
      "build.py": "import setuptools\nfrom distutils.command.build import build\n\nprint(setuptools, build)\n",
      "own.py": "import symbol\n\nprint(symbol)\n",
      "symbol.py": "plus = 1\n",
      "other.py": "from .time import clock\n\nprint(clock)\n"
    }
  },
  "removed-assertion": {
    wrong: {
      "test_a.py":
        "import unittest\n\n\nclass A(unittest.TestCase):\n    def test_a(self):\n        self.assertEquals(1, 1)\n"
    },
    right: {
      "test_b.py":
        "import unittest\n\n\nclass B(unittest.TestCase):\n    def test_b(self):\n        self.assertEqual(1, 1)\n",
      "test_two.py":
        "import unittest\nimport urllib2\n\n\nclass C(unittest.TestCase):\n    def test_c(self):\n        self.assertEquals(urllib2, 1)\n",
      "test_own.py":
        "from base import Base\n\n\nclass D(Base):\n    def failUnless(self, it):\n        pass\n\n    def test_d(self):\n        self.failUnless(1)\n"
    }
  },
  "naive-utc-time": {
    wrong: {
      "twice.py": "from datetime import datetime\n\nprint(datetime.utcnow(), datetime.utcnow())\n",
      "a.py": "from datetime import datetime\n\n\ndef now():\n    return datetime.utcnow()\n",
      "given.py": "import datetime as dt\n\n\ndef column(make):\n    return make(default=dt.datetime.utcnow)\n",
      "rounded.py":
        "from datetime import datetime\n\n\ndef now():\n    return datetime.utcnow().replace(microsecond=0)\n"
    },
    right: {
      "a.py": "from datetime import datetime, timezone\n\n\ndef now():\n    return datetime.now(timezone.utc)\n",
      "zone.py":
        "from datetime import datetime, timezone\n\n\ndef now():\n    return datetime.utcnow().replace(tzinfo=timezone.utc)\n",
      "long.py":
        "from datetime import datetime, timezone\n\n\ndef now():\n    return datetime.utcnow().replace(\n        tzinfo=timezone.utc\n    )\n",
      "own.py": "from .clock import datetime\n\n\ndef now():\n    return datetime.utcnow()\n"
    }
  },
  "raise-not-implemented": {
    wrong: {
      "a.py": "def size():\n    raise NotImplemented\n",
      "b.py": "def size():\n    raise NotImplemented('later')\n"
    },
    right: {
      "a.py": "def size():\n    raise NotImplementedError\n",
      "b.py": "class A:\n    def __eq__(self, other):\n        return NotImplemented\n"
    }
  },
  "removed-node-api": {
    wrong: {
      "a.js": "exports.make = (text) => new Buffer(text)\n",
      "b.ts": 'import { isArray } from "node:util"\nexport const many = (it: unknown) => isArray(it)\n',
      "c.js": 'const crypto = require("crypto")\nexports.make = (key) => crypto.createCipher("aes", key)\n',
      "d.js": 'const os = require("os")\nexports.dir = () => os.tmpDir() || "/tmp"\n',
      "slow.js": "exports.make = (size) => new SlowBuffer(size)\n"
    },
    right: {
      "a.js": "exports.make = (text) => Buffer.from(text)\n",
      "b.ts": 'import { isArray } from "./util.ts"\nexport const many = (it: unknown) => isArray(it)\n',
      "util.ts": "export const isArray = (it: unknown) => Array.isArray(it)\n",
      "c.js": 'const util = require("util")\nexports.show = (it) => util.inspect(it)\n',
      "debug.js": 'const util = require("util")\nexports.isOn = util.debug("pool").enabled\n',
      "asked.js":
        "exports.make = (text) => {\n  if (Buffer.from) return Buffer.from(text)\n  return new Buffer(text)\n}\n",
      "far.js":
        "exports.make = (text) => {\n  if (Buffer.from) {\n    // 1\n    // 2\n    // 3\n    // 4\n    // 5\n    return Buffer.from(text)\n  }\n  // 6\n  // 7\n  return new Buffer(text)\n}\n",
      "either.js": 'const os = require("os")\nexports.dir = () => (os.tmpdir ? os.tmpdir() : os.tmpDir())\n',
      "first.js": 'const os = require("os")\nexports.dir = () => (os.tmpdir || os.tmpDir)()\n',
      "if.js":
        'const os = require("os")\nexports.dir = () => {\n  if (os.tmpdir) return os.tmpdir()\n  return os.tmpDir()\n}\n',
      "safe.js": 'const { Buffer } = require("safe-buffer")\nexports.make = (text) => new Buffer(text)\n'
    }
  },
  "removed-php-function": {
    wrong: {
      "a.php": "<?php\nfunction first($all) {\n    return each($all);\n}\n",
      "b.php": "<?php\nfunction ask($query) {\n    return mysql_query($query);\n}\n",
      "c.php": "<?php\nfunction day($at) {\n    return strftime('%d', $at);\n}\n",
      "d.php": "<?php\n@set_magic_quotes_runtime(0);\n",
      "version.php": `<?php\nif (PHP_VERSION_ID < 70200) die();\n${"\n".repeat(20)}echo split(',', 'a,b');\n`,
      "posix.php": "<?php\nif (ereg('a', 'b')) print_r(split(',', 'a,b'));\n",
      "improved.php": `<?php\nif (!extension_loaded('mysqli')) die();\n${"\n".repeat(20)}echo mysql_error();\n`
    },
    right: {
      "a.php": "<?php\nfunction first($all) {\n    return current($all);\n}\n",
      "asked.php":
        "<?php\nfunction quoted() {\n    return function_exists('get_magic_quotes_gpc') && get_magic_quotes_gpc();\n}\n",
      "far.php":
        "<?php\nfunction reset_quotes() {\n    if (version_compare(PHP_VERSION, '5.4', '<')) {\n        $a = 1;\n        $b = 2;\n        $c = 3;\n        $d = 4;\n        $e = 5;\n        $f = 6;\n        set_magic_quotes_runtime(0);\n    }\n}\n",
      "last.php":
        "<?php\nfunction decode($text) {\n    return extension('mbstring') ? mb_convert_encoding($text, 'ISO-8859-1') : utf8_decode($text);\n}\n",
      "known.php": "<?php\nfunction day($at) {\n    return @strftime('%d', $at);\n}\n",
      "dates.php": `<?php\nif (class_exists('IntlDateFormatter')) return;\n${"\n".repeat(20)}echo strftime('%d');\n`,
      "early.php": `<?php\ndefine('QUOTED', function_exists('get_magic_quotes_gpc'));\n${"\n".repeat(20)}echo QUOTED && get_magic_quotes_gpc();\n`,
      "extension.php": `<?php\nif (!extension_loaded('mysql')) die();\n${"\n".repeat(20)}echo mysql_error();\n`,
      "pecl.php": "<?php\nfunction open($text) {\n    return mcrypt_decrypt('tripledes', 'k', $text, 'ecb');\n}\n",
      "copied.php": "<?php\n/*\n * Copyright (c) 2008 Jane Other\n */\nwhile (list($key) = each($all)) echo $key;\n",
      "plugins/modifier.date_format.php": "<?php\necho strftime('%d');\n",
      "without.php":
        "<?php\nfunction length($text, $isMultibyte) {\n    if ($isMultibyte) return mb_strlen($text);\n    return strlen(utf8_decode($text));\n}\n",
      "either.php":
        "<?php\nfunction connect($isImproved) {\n    return $isImproved ? mysqli_connect('a') : mysql_connect('a');\n}\n",
      "plugin/upgrade.php": "<?php\necho mysql_real_escape_string('a');\n",
      "include/utf8/native/core.php": "<?php\necho utf8_decode('a');\n",
      "plugins/dokuwiki/inc/meta.php": "<?php\necho strftime('%d');\n",
      "libs/PHPMailer-master/extras/filter.php": "<?php\necho split(',', 'a');\n",
      "lib/dompdf-0.8.2/date.php": "<?php\necho strftime('%d');\n",
      "lib/jpgraph/graph.php": "<?php\necho strftime('%d');\n",
      "lib/Snoopy.class.php": "<?php\nwhile (list($key) = each($all)) echo $key;\n",
      "install/db/65-database.php": "<?php\necho mysql_get_server_info();\n",
      "include/smarty/libs/Compiled.php": "<?php\necho strftime('%d');\n",
      "admin/pclzip.lib.php": "<?php\nset_magic_quotes_runtime(0);\n",
      "mysql/driver.php": "<?php\nfunction ask($query) {\n    return mysql_query($query);\n}\n",
      "member.php": "<?php\nfunction all($list) {\n    return $list->each(1);\n}\n",
      "own.php": "<?php\nfunction money_format($n) {\n    return $n;\n}\necho money_format(1);\n"
    }
  },
  "outdated-go-api": {
    wrong: {
      "a.go":
        'package store\n\nimport "io/ioutil"\n\nfunc load(path string) ([]byte, error) {\n\treturn ioutil.ReadFile(path)\n}\n',
      "b.go": 'package store\n\nimport random "math/rand"\n\nfunc init() {\n\trandom.Seed(7)\n}\n',
      "c.go":
        'package store\n\nimport (\n\t"io"\n\t"os"\n)\n\nfunc rewind(file io.Seeker) {\n\tfile.Seek(0, os.SEEK_SET)\n}\n',

      "module/a.go": 'package module\n\nimport "io/ioutil"\n\nvar load = ioutil.ReadFile\n'
    },
    right: {
      "a.go":
        'package store\n\nimport "os"\n\nfunc load(path string) ([]byte, error) {\n\treturn os.ReadFile(path)\n}\n',
      "b.go":
        'package store\n\nimport "math/rand"\n\nfunc pick() int {\n\tsource := rand.New(rand.NewSource(7))\n\tsource.Seed(8)\n\treturn source.Int()\n}\n',
      "c.go":
        'package store\n\nimport "io/ioutil"\n\nfunc load(path string) ([]byte, error) {\n\treturn ioutil.ReadFile(path) //nolint:staticcheck // also for Go 1.15\n}\n',
      "old/go.mod": "module example.org/old\n\ngo 1.15\n",
      "old/deep/a.go":
        'package deep\n\nimport "io/ioutil"\n\nfunc load(path string) ([]byte, error) {\n\treturn ioutil.ReadFile(path)\n}\n',
      "store_pre_go1.16.go":
        'package store\n\nimport "io/ioutil"\n\nfunc read(path string) ([]byte, error) {\n\treturn ioutil.ReadFile(path)\n}\n',
      "d_test.go":
        'package store\n\nimport "io/ioutil"\n\nfunc load(path string) ([]byte, error) {\n\treturn ioutil.ReadFile(path)\n}\n'
    }
  },
  "outdated-java-api": {
    wrong: {
      "A.java": "class A {\n    Object box(int n) {\n        return new Integer(n);\n    }\n}\n",
      "B.java": "class B {\n    protected void finalize() {\n        close();\n    }\n}\n"
    },
    right: {
      "A.java": "class A {\n    Object box(int n) {\n        return Integer.valueOf(n);\n    }\n}\n",
      "B.java": "class B {\n    void finalize(int n) {\n        close();\n    }\n}\n"
    }
  },
  "focused-test": {
    wrong: {
      "a.test.ts": 'import { it } from "vitest"\nit.only("adds", () => {})\n',
      "b.test.js": 'describe("numbers", () => {\n  fit("adds", () => {})\n})\n'
    },
    right: {
      "a.test.ts": 'import { it } from "vitest"\nit("adds", () => {})\n',
      "model.test.ts": 'import { fit } from "./model.ts"\nfit("line", () => {})\n',
      "model.ts": "export const fit = (name: string, run: () => void) => [name, run]\n"
    }
  },
  "dynamic-code": {
    wrong: { "a.ts": "export const run = (text: string) => eval(text)\n" },
    right: { "a.ts": "const evaluate = (text: string) => text\nexport const run = (text: string) => evaluate(text)\n" }
  },
  "unsafe-deserialization": {
    wrong: { "a.py": "from pickle import loads\n\ndef read(data):\n    return loads(data)\n" },
    right: {
      "a.py": "from json import loads\n\ndef read(data):\n    return loads(data)\n",
      "a.php": "<?php\nfunction read($data) {\n    return unserialize($data, ['allowed_classes' => false]);\n}\n"
    }
  },
  "shell-command": {
    wrong: {
      "a.ts": 'import { exec } from "node:child_process"\nexport const run = (name: string) => exec(`ls ${name}`)\n'
    },
    right: {
      "a.ts":
        'import { execFile } from "node:child_process"\nexport const run = (name: string) => execFile("ls", [name])\n'
    }
  },
  "insecure-temporary-file": {
    wrong: { "a.py": "import tempfile\n\ndef make():\n    return tempfile.mktemp()\n" },
    right: {
      "a.py": "import tempfile\n\ndef make():\n    return tempfile.mkstemp()\n",
      "own.py": "import tempfile\n\ndef make():\n    return tempfile.mktemp(dir=tempfile.mkdtemp())\n",
      "remote.py":
        "import tempfile\n\ndef collect(run):\n    remote_log = tempfile.mktemp(suffix='.log')\n    run('tar czf ' + remote_log + ' /var/log')\n",
      "linked.c":
        '#include <stdlib.h>\n#include <stdio.h>\n\nFILE *scratch(char *template) {\n  return fopen(mktemp(template), "w");\n}\n',
      "exclusive.py":
        "import os\nimport tempfile\n\ndef open_new():\n    path = tempfile.mktemp()\n    return os.open(path, os.O_CREAT | os.O_EXCL)\n",
      "pipe.py":
        "import os\nimport tempfile\n\ndef make():\n    path = tempfile.mktemp()\n    os.mkfifo(path)\n    return path\n"
    }
  },
  "unverified-tls": {
    wrong: { "a.py": "import ssl\n\ndef make(context):\n    context.verify_mode = ssl.CERT_NONE\n" },
    right: {
      "a.py": "import ssl\n\ndef make(context):\n    context.verify_mode = ssl.CERT_REQUIRED\n",
      "b.py": "import ssl\n\ndef check(context):\n    return context.verify_mode != ssl.CERT_NONE\n",
      "c.py": "import ssl\n\nmodes = {\n    ssl.CERT_NONE: 0,\n}\n"
    }
  },
  "weak-hash": {
    wrong: { "a.py": "import hashlib\n\ndef sign(data):\n    return hashlib.md5(data)\n" },
    right: { "a.py": "import hashlib\n\ndef sign(data):\n    return hashlib.sha256(data)\n" }
  },
  "undocumented-export": {
    wrong: { "a.ts": "export function silent() {\n  return 1\n}\n" },
    right: { "a.ts": "/** Gives one. */\nexport function spoken() {\n  return 1\n}\n" }
  }
}

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

const nested = (name: string, depth: number): string =>
  `export function ${name}(n: number) {\n${repeat(depth, (index) => `if (n > ${index}) {\n`)}n += 1\n${"}\n".repeat(depth)}return n\n}\n`

const importers = (count: number, name: string): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `user${index}.ts`,
      `import { ${name} } from "./${name}.ts"\nexport const use${index} = () => ${name}(${index})\n`
    ])
  )

const hub = (imported: number): Files => ({
  ...importers(20, "middle"),
  "middle.ts": `${repeat(imported, (index) => `import { part${index} } from "./part${index}.ts"\n`)}export const middle = (n: number) => [n, ${repeat(imported, (index) => `part${index}, `)}]\n`,
  ...Object.fromEntries(
    Array.from({ length: imported }, (_, index) => [`part${index}.ts`, `export const part${index} = ${index}\n`])
  )
})

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
      "b.ts": 'import { a } from "./a.ts"\nexport const b = (): number => a()\n'
    },
    right: {
      "a.ts": 'import { b } from "./b.ts"\nexport const a = () => b()\n',
      "b.ts": 'import type { a } from "./a.ts"\nexport const b = (n?: typeof a): number => (n === undefined ? 1 : 2)\n',
      "passed/a.ts": 'export type { B } from "./b.ts"\nexport const a = 1\n',
      "passed/b.ts": 'import { a } from "./a.ts"\nexport interface B { n: number }\nexport const b = a\n',
      "late/one.py": "from .two import two\n\ndef one():\n    return two()\n",
      "late/two.py": "def two():\n    from .one import one\n    return one\n",
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
  "hub-file": { wrong: hub(16), right: hub(8) },
  bottleneck: {
    wrong: { ...importers(12, "decide"), "decide.ts": branches("decide", 8) },
    right: { ...importers(4, "decide"), "decide.ts": branches("decide", 8) }
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
    wrong: { "a.ts": "function forgotten() {\n  return 1\n}\nexport const kept = 1\n" },
    right: {
      "a.ts": "function remembered() {\n  return 1\n}\nexport const kept = remembered()\n",
      "given.ts": "[1].forEach(function eachOne(n) {\n  console.log(n)\n})\n"
    }
  },
  "unused-import": {
    wrong: { "a.ts": 'import { one, two } from "elsewhere"\nexport const a = one\n' },
    right: {
      "a.ts": 'import { one, two } from "elsewhere"\nexport const a = [one, two]\n',
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
  "god-class": { wrong: { "a.ts": methods("Everything", 22, 5) }, right: { "a.ts": methods("Something", 10, 5) } },
  "complex-function": { wrong: { "a.ts": branches("tangle", 8) }, right: { "a.ts": branches("plain", 5) } },
  "long-function": {
    wrong: { "a.ts": `${branches("long", 6).slice(0, -14)}${"  n += 1\n".repeat(150)}  return n\n}\n` },
    right: { "a.ts": `export function list() {\n${"  log(1)\n".repeat(170)}}\n` }
  },
  "deep-nesting": { wrong: { "a.ts": nested("deep", 7) }, right: { "a.ts": nested("flat", 6) } },
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
    wrong: { "test_a.py": "def test_one():\n    assert 1\n\ndef test_one():\n    assert 2\n" },
    right: {
      "a.py":
        "import sys\nif sys.version_info > (3,):\n    def one():\n        return 1\nelse:\n    def one():\n        return 2\n"
    }
  },
  "wrong-argument-count": {
    wrong: { "a.py": "def join(a, b):\n    return a + b\n\ndef use():\n    return join(1)\n" },
    right: { "a.py": "def join(a, b=2, *rest):\n    return a + b\n\ndef use():\n    return join(1) + join(1, 2, 3)\n" }
  },
  "deprecated-use": {
    wrong: {
      "a.ts": "/** @deprecated Use fresh. */\nexport function stale() {\n  return 1\n}\n",
      "b.ts": 'import { stale } from "./a.ts"\nexport const b = () => stale()\n'
    },
    right: {
      "a.ts": "/** Gives one. */\nexport function fresh() {\n  return 1\n}\n",
      "b.ts": 'import { fresh } from "./a.ts"\nexport const b = () => fresh()\n'
    }
  },
  "blocking-in-async": {
    wrong: { "a.py": "import time\n\nasync def wait():\n    time.sleep(1)\n" },
    right: { "a.py": "import time\n\ndef wait():\n    time.sleep(1)\n" }
  },
  "debugger-left": {
    wrong: { "a.py": "import pdb\n\ndef a():\n    pdb.set_trace()\n" },
    right: { "a.py": "import pdb\n\ndef a():\n    return pdb.Pdb\n" }
  },
  "mutable-default": {
    wrong: { "a.py": "def add(item, items=[]):\n    items.append(item)\n    return items\n" },
    right: { "a.py": "def add(item, items=None):\n    return [item, items]\n" }
  },
  "broken-import": {
    wrong: { "a.ts": 'import { gone } from "./gone.ts"\nexport const a = gone\n' },
    right: { "a.ts": 'import { here } from "./here.ts"\nexport const a = here\n', "here.ts": "export const here = 1\n" }
  },
  "dynamic-code": {
    wrong: { "a.ts": "export const run = (text: string) => eval(text)\n" },
    right: { "a.ts": "const evaluate = (text: string) => text\nexport const run = (text: string) => evaluate(text)\n" }
  },
  "unsafe-deserialization": {
    wrong: { "a.py": "from pickle import loads\n\ndef read(data):\n    return loads(data)\n" },
    right: { "a.py": "from json import loads\n\ndef read(data):\n    return loads(data)\n" }
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
    right: { "a.py": "import tempfile\n\ndef make():\n    return tempfile.mkstemp()\n" }
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

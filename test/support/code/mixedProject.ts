import type { Random } from "../../../bench/verify/random.ts"

const types = ["Client", "Broker", "Pool"]
const methods = ["take", "close", "open"]
const modules = ["pool", "client", "broker", "limits"]
/** Names of functions, and of what holds them. */
const held = ["make", "run", "handler", "alias", "each"]
const tables = ["table", "queue"]

export const pick = (random: Random, [first = "", ...others]: ReadonlyArray<string>): string =>
  random.pick([first, ...others]) ?? first

const oneIn = (random: Random, times: number): boolean => random.below(times) === 0

const someOf = (random: Random, lines: ReadonlyArray<(random: Random) => string>): ReadonlyArray<string> =>
  lines.flatMap((line) => (oneIn(random, 3) ? [line(random)] : []))

const typescriptValues: ReadonlyArray<(random: Random) => string> = [
  (random) => `import { ${pick(random, held)}, ${pick(random, tables)} } from "./${pick(random, modules)}.ts"`,
  (random) => `export { ${pick(random, held)} as ${pick(random, held)} } from "../${pick(random, modules)}.ts"`,
  (random) => `export const handler = ${pick(random, held)}`,
  (random) => `export let alias = ${pick(random, held)}\nif (handler) alias = ${pick(random, held)}\nalias()`,
  (random) =>
    `export const table = { open: ${pick(random, held)}, close: ${pick(random, held)}, take() { return ${pick(random, held)} } }`,
  (random) => `export const queue = [${pick(random, held)}, ${pick(random, held)}, all.${pick(random, held)}]`,
  (random) => `export function each(step, other = ${pick(random, held)}) { step(); other(); return step }`,
  (random) => `each(${pick(random, held)}, ${pick(random, [...held, `table.${pick(random, methods)}`])})()`,
  (random) => `table.${pick(random, methods)}()\ntable[handler]()\nqueue[${random.below(3)}]()`,
  (random) => `for (const one of queue) one()\nconst { ${pick(random, methods)}: own } = table\nown()`,
  (random) =>
    `class Held { step = ${pick(random, held)}; constructor(given) { this.given = given } go() { this.step(); this.given() } }`,
  (random) => `new Held(${pick(random, held)}).go()\nalias.call(null)\n${pick(random, held)}()`
]

const pythonValues: ReadonlyArray<(random: Random) => string> = [
  (random) => `from .${pick(random, modules)} import ${pick(random, held)}, ${pick(random, tables)}`,
  (random) => `handler = ${pick(random, held)}`,
  (random) => `alias = ${pick(random, held)}\nif handler:\n    alias = ${pick(random, held)}\nalias()`,
  (random) => `table = {"open": ${pick(random, held)}, "close": ${pick(random, held)}}`,
  (random) => `table["${pick(random, methods)}"] = ${pick(random, held)}\ntable["${pick(random, methods)}"]()`,
  (random) => `queue = [${pick(random, held)}, ${pick(random, held)}]\nqueue[${random.below(2)}]()`,
  (random) => `def each(step, other=${pick(random, held)}):\n    step()\n    other()\n    return step`,
  (random) => `each(${pick(random, held)}, other=${pick(random, held)})()`,
  (random) =>
    `class Held:\n    def __init__(self, given):\n        self.given = given\n    def __call__(self):\n        self.given()\nHeld(${pick(random, held)})()`,
  (random) => `for one in queue:\n    one()\n${pick(random, held)}()`
]

const typescript = (random: Random): string => {
  const base = pick(random, types)
  const method = pick(random, methods)
  const from = `${pick(random, ["./", "../", "../src/", "./net/", "@acme/core/", "~/"])}${pick(random, modules)}`
  return [
    pick(random, [
      `import { make, ${base} } from "${from}.ts"`,
      `import * as all from "${from}.js"\nimport { ${base} } from "${pick(random, ["@acme/core", "./index.ts", "..", "~/index"])}"`,
      `import type { ${base} } from "${from}"\nconst { make } = require("${from}")`
    ]),
    ...(oneIn(random, 3)
      ? [pick(random, [`export * from "./${pick(random, modules)}.ts"`, `export { make as other } from "${from}.ts"`])]
      : []),
    `export class ${pick(random, types)} extends ${base} {`,
    `  inner: ${pick(random, types)} = new ${base}(1)`,
    `  ${method}(key: ${base}): ${pick(random, [...types, "number", "Promise<Pool>"])} { return key.${pick(random, methods)}().inner }`,
    "}",
    `export const make = () => new ${base}(${random.below(10)})`,
    `export function run(pool: ${base}) { if (pool) { make().${method}(); pool.inner.${method}() } return ${random.below(100)} }`,
    ...someOf(random, typescriptValues),
    ...(oneIn(random, 12) ? ["function broken( {"] : []),
    ""
  ].join("\n")
}

const python = (random: Random): string => {
  const base = pick(random, types)
  const module = pick(random, modules)
  return [
    pick(random, [
      `from .${module} import ${base}, make`,
      `from ..net import ${module}\nfrom app import *`,
      `from app.net.${module} import ${base}`,
      `import app.${module} as other`
    ]),
    `class ${pick(random, types)}(${base}):`,
    `    """A ${pick(random, ["pool", "broker"])} of things."""`,
    `    def __init__(self, inner: ${pick(random, types)}) -> None:`,
    "        self.inner = inner",
    `    def ${pick(random, methods)}(self, key: ${base}) -> "${pick(random, types)}":`,
    `        return self.inner.${pick(random, methods)}(key).${pick(random, methods)}(key)`,
    `def make() -> ${base}:`,
    `    return ${base}(${random.below(10)})`,
    `make().${pick(random, methods)}()`,
    ...someOf(random, pythonValues),
    ""
  ].join("\n")
}

const java = (random: Random): string => {
  const base = pick(random, types)
  return [
    `package ${pick(random, ["com.acme", "com.acme.net"])};`,
    pick(random, [`import com.acme.${base};`, "import com.acme.net.*;", `import static com.acme.net.${base}.make;`]),
    `public class ${pick(random, types)} extends ${base} {`,
    `  private ${pick(random, types)} inner;`,
    `  public ${pick(random, types)} ${pick(random, methods)}(${base} key) { return key.${pick(random, methods)}(inner); }`,
    `  public static ${base} make() { return new ${base}(); }`,
    `  void run() { make().${pick(random, methods)}(null); this.${pick(random, methods)}(inner); }`,
    "}",
    ""
  ].join("\n")
}

const go = (random: Random): string => {
  const type = pick(random, types)
  return [
    `package ${pick(random, ["net", "net", "core"])}`,
    `import "${pick(random, ["acme.com/app/net", "acme.com/app/core", "fmt"])}"`,
    `type ${type} struct { inner *${pick(random, types)}; ${pick(random, ["", pick(random, types)])} }`,
    `func (p *${type}) ${pick(random, ["Take", "Close"])}(key ${pick(random, types)}) *${pick(random, types)} { return p.inner.${pick(random, ["Take", "Close"])}(key) }`,
    `func ${pick(random, ["Make", "Run"])}() *${pick(random, types)} { return ${pick(random, ["Make()", `&${type}{}`, "net.Make()", "core.Run().Take(nil)"])} }`,
    ""
  ].join("\n")
}

/** Files on which the resolution of modules, or the rank of files, depends. */
const configurations: ReadonlyArray<readonly [path: string, contents: ReadonlyArray<string>]> = [
  [
    "package.json",
    [
      '{ "name": "root", "workspaces": ["packages/*"] }',
      '{ "name": "root", "imports": { "#src/*": "./src/*" } }',
      "{ broken"
    ]
  ],
  [
    "packages/core/package.json",
    [
      '{ "name": "@acme/core", "exports": { ".": "./src/index.ts", "./*": "./src/*.ts" } }',
      '{ "name": "@acme/core", "main": "dist/index.js" }',
      '{ "name": "@acme/other" }'
    ]
  ],
  [
    "tsconfig.json",
    [
      '{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }',
      '{ "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["./lib/*", "./src/net/*"] } } }',
      "{}"
    ]
  ],
  ["go.mod", ["module acme.com/app\n", "module acme.com/other\n"]],
  [".gitattributes", ["lib/** linguist-vendored\n", "*.py linguist-generated\n", "\n"]],
  [".gitignore", ["lib/net/\n", "*.log\n", "broker.*\n"]]
]

/** Folders by the end of a file's name, with what writes its content. */
const languages: ReadonlyArray<
  readonly [extension: Extension, folders: ReadonlyArray<string>, write: (random: Random) => string]
> = [
  [".ts", ["src", "src/net", "lib", "packages/core/src", "test"], typescript],
  [".py", ["app", "app/net", "tests"], python],
  [".java", ["main/com/acme", "main/com/acme/net"], java],
  [".go", ["net", "core"], go]
]

/** The end of the name of files in one of the languages. */
export type Extension = ".ts" | ".py" | ".java" | ".go"

/**
 * A file of the project: a path from a small set, and what could be written there. With `only`, of no language but one.
 */
export const pickFile = (random: Random, only?: Extension): readonly [path: string, content: string] => {
  if (oneIn(random, 9)) {
    const [path = "", contents = []] = random.pick(configurations) ?? []
    return [path, pick(random, contents)]
  }
  const among = languages.filter(([each]) => only === undefined || each === only)
  const [extension = "", folders = [], write = typescript] = random.pick(among) ?? []
  const barrels: Readonly<Record<string, string>> = { ".ts": "index", ".py": "__init__" }
  const names = extension === ".java" ? types : [...modules, barrels[extension] ?? "pool"]
  const content = oneIn(random, 25) ? "" : write(random)
  return [`${pick(random, folders)}/${pick(random, names)}${extension}`, content]
}

/** Changes a word of a text to another, so that a signature, base or body changes in place. */
export const changeWord = (random: Random, text: string): string => {
  const words =
    pick(random, ["types", "values"]) === "types" ? [...types, ...methods, ...modules] : [...held, ...tables]
  const from = pick(
    random,
    words.filter((word) => text.includes(word))
  )
  return from === "" ? text : text.replace(from, pick(random, words))
}

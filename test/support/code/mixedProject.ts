import type { Random } from "../../../bench/verify/random.ts"

const types = ["Client", "Broker", "Pool"]
const methods = ["take", "close", "open"]
const modules = ["pool", "client", "broker", "limits"]

export const pick = (random: Random, [first = "", ...others]: ReadonlyArray<string>): string =>
  random.pick([first, ...others]) ?? first

const oneIn = (random: Random, times: number): boolean => random.below(times) === 0

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
  readonly [extension: string, folders: ReadonlyArray<string>, write: (random: Random) => string]
> = [
  [".ts", ["src", "src/net", "lib", "packages/core/src", "test"], typescript],
  [".py", ["app", "app/net", "tests"], python],
  [".java", ["main/com/acme", "main/com/acme/net"], java],
  [".go", ["net", "core"], go]
]

/** A file of the project: a path from a small set, and what could be written there. */
export const pickFile = (random: Random): readonly [path: string, content: string] => {
  if (oneIn(random, 9)) {
    const [path = "", contents = []] = random.pick(configurations) ?? []
    return [path, pick(random, contents)]
  }
  const [extension = "", folders = [], write = typescript] = random.pick(languages) ?? []
  const barrels: Readonly<Record<string, string>> = { ".ts": "index", ".py": "__init__" }
  const names = extension === ".java" ? types : [...modules, barrels[extension] ?? "pool"]
  const content = oneIn(random, 25) ? "" : write(random)
  return [`${pick(random, folders)}/${pick(random, names)}${extension}`, content]
}

/** Changes a word of a text to another, so that a signature, base or body changes in place. */
export const changeWord = (random: Random, text: string): string => {
  const words = [...types, ...methods, ...modules]
  const from = pick(
    random,
    words.filter((word) => text.includes(word))
  )
  return from === "" ? text : text.replace(from, pick(random, words))
}

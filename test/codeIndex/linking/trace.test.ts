import { assert, describe, it } from "@effect/vitest"
import { makeRandom, type Random } from "../../../bench/verify/random.ts"
import type { Facts } from "../../../src/adapters/parser/facts/Facts.ts"
import { makeLinker } from "../../../src/codeIndex/linking/makeLinker.ts"
import { isConfiguration, type Links } from "../../../src/codeIndex/linking/LinkView.ts"
import { isTouched, type SeenChanges } from "../../../src/codeIndex/linking/Recorder.ts"
import { seed } from "../../support/fuzz/random.ts"
import { scaled, slow } from "../../support/scale.ts"
import { languageOf, linkAll, makeFacts, makeSourceView, type Sources } from "../../support/linking.ts"

const parse = await makeFacts("typescript", "javascript", "python")
const known = new Map<string, Facts | undefined>()

const factsOf = (path: string, text: string): Facts | undefined => {
  const key = `${languageOf(path)} ${text}`
  if (!known.has(key)) known.set(key, parse(path, text))
  return known.get(key)
}

const pick = <A>(random: Random, items: ReadonlyArray<A>): A => {
  const found = items[random.below(items.length)]
  return found === undefined ? assert.fail("nothing to pick from") : found
}

/** How one language writes small files that refer to each other. */
interface Dialect {
  readonly folders: ReadonlyArray<string>
  readonly path: (folder: string, name: string) => string
  readonly configuration: ReadonlyArray<readonly [path: string, text: string]>
  readonly lines: ReadonlyArray<(random: Random, module: string, name: string) => string>
}

const names = ["a", "b", "c", "d"]
const types = ["Pool", "Base", "Log"]

const typescript: Dialect = {
  folders: ["", "lib/", "packages/x/src/"],
  path: (folder, name) => `${folder}${name}.ts`,
  configuration: [
    ["packages/x/package.json", `{ "name": "x", "exports": { "./*": "./dist/*.js" } }`],
    ["tsconfig.json", `{ "compilerOptions": { "paths": { "~/*": ["./lib/*"] } } }`],
    ["lib/package.json", `{ "main": "./b" }`]
  ],
  lines: [
    (random, module) => `import { ${pick(random, types)} as T, make } from "${module}"`,
    (_, module) => `import * as ns from "${module}"\nns.make().go()\nnew ns.Pool().stop()`,
    (_, module) => `export * from "${module}"`,
    (random, module) => `export { ${pick(random, types)} } from "${module}"`,
    (random, _, name) =>
      `export class ${name} extends ${pick(random, types)} { go(): ${pick(random, types)} { return this.stop() } }`,
    (random, _, name) => `export interface ${name} { stop(): Promise<${pick(random, types)}> }`,
    (random) => `export const make = (): ${pick(random, types)} => new ${pick(random, types)}()`,
    (random) =>
      `export async function run(x: ${pick(random, ["T", ...types])}) { (await x.stop()).go(); x.${pick(random, ["go", "stop"])}() }`,
    (random) => `function hidden() { make().go(${random.below(3)}) }`
  ]
}

const python: Dialect = {
  folders: ["", "src/pkg/", "src/pkg/sub/"],
  path: (folder, name) => `${folder}${name === "d" ? "__init__" : name}.py`,
  configuration: [["setup.cfg", ""]],
  lines: [
    (_, module) => `from ${module} import *`,
    (random, module) => `from ${module} import ${pick(random, [...types, "a", "make"])}`,
    (_, module) => `import ${module.replace(/^\.+/, "") || "pkg"} as ns\nns.make().go()`,
    (random, _, name) =>
      `class ${name}(${pick(random, types)}):\n    def go(self) -> "${pick(random, types)}":\n        return self.stop()`,
    (random) => `def make():\n    return ${pick(random, types)}()`,
    (random) => `def run(x: ${pick(random, types)}):\n    x.stop().go()\n    make().${pick(random, ["go", "stop"])}()`,
    (random) => `def _hidden():\n    return ${random.below(3)}`
  ]
}

const moduleName = (random: Random, dialect: Dialect): string =>
  dialect === typescript
    ? pick(random, ["./a.js", "./b", "./c.ts", "../lib/a", "./lib/b.js", ".", "./lib", "x/a", "x/c", "~/a", "react"])
    : pick(random, [".a", ".b", ".", "..a", "a", "pkg.a", "pkg.sub.b", "pkg.sub", "pkg", "os", ".sub"])

const makeText = (random: Random, dialect: Dialect): string =>
  Array.from({ length: 1 + random.below(4) }, () =>
    pick(random, dialect.lines)(random, moduleName(random, dialect), pick(random, types))
  ).join("\n")

/** Changes some files: adds, replaces, deletes or renames them. */
const change = (random: Random, dialect: Dialect, files: Map<string, string>): void => {
  const at = random.below(10) === 0 ? pick(random, dialect.configuration) : undefined
  const path = at?.[0] ?? dialect.path(pick(random, dialect.folders), pick(random, names))
  const old = files.get(path)
  const way = random.below(4)
  if (old === undefined || way === 0) files.set(path, at?.[1] ?? makeText(random, dialect))
  else if (way === 1) files.set(path, `${old}\n${makeText(random, dialect)}`)
  else {
    files.delete(path)
    if (way === 2) files.set(dialect.path(pick(random, dialect.folders), pick(random, names)), old)
  }
}

/** What other files see differently; undefined where files came or went, or configuration changed. */
const findSeenChanges = (before: Sources, now: Sources): SeenChanges | undefined => {
  const paths = Object.keys(now)
  if (Object.keys(before).length !== paths.length || paths.some((path) => before[path] === undefined)) return undefined
  const changed = paths.filter((path) => before[path] !== now[path])
  if (changed.some(isConfiguration)) return undefined
  const [old, own] = [makeSourceView(before, factsOf).view, makeSourceView(now, factsOf).view]
  const seen = changed.filter((path) => old.shape(path)?.digest !== own.shape(path)?.digest)
  const listed = seen.flatMap((path) => {
    const [gone, come] = [old.shape(path)?.names ?? [], own.shape(path)?.names ?? []]
    return [...gone.filter((name) => !come.includes(name)), ...come.filter((name) => !gone.includes(name))]
  })
  return { paths: new Set(seen), names: new Set(listed) }
}

/** Describes traces of links by random edits of small files in one language. */
const describeTraces = (name: string, dialect: Dialect, options: Partial<typeof slow>) =>
  describe(`traces of links of ${name}`, options, () => {
    it("say exactly when linking again gives the same", () => {
      const random = makeRandom(seed + name.length)
      let [kept, changed] = [0, 0]
      for (let sequence = 0; sequence < scaled(100, 1_000); sequence += 1) {
        const files = new Map<string, string>()
        for (let count = 0; count < 6; count += 1) change(random, dialect, files)
        let before = new Map<string, readonly [text: string, links: Links]>()
        for (let step = 0; step < 4; step += 1) {
          change(random, dialect, files)
          const sources = Object.fromEntries(files)
          const source = makeSourceView(sources, factsOf)
          const linker = makeLinker(source.view)
          const now = linkAll(source)
          for (const [path, links] of now) {
            const [text, old] = before.get(path) ?? []
            if (old === undefined || text !== files.get(path)) continue
            if (linker.isCurrent(old.trace)) {
              kept += 1
              assert.deepStrictEqual(old, links, `sequence ${sequence}, step ${step}, ${path}`)
            } else changed += 1
          }
          before = new Map([...now].map(([path, links]) => [path, [files.get(path) ?? "", links]]))
        }
      }
      assert.isAbove(kept, 300)
      assert.isAbove(changed, 20)
    })

    it("that did not ask for what changed are current", slow, () => {
      const random = makeRandom(seed + 10 + name.length)
      let untouched = 0
      for (let sequence = 0; sequence < scaled(100, 1_000); sequence += 1) {
        const files = new Map<string, string>()
        for (let count = 0; count < 8; count += 1) change(random, dialect, files)
        for (let step = 0; step < 6; step += 1) {
          const before: Sources = Object.fromEntries(files)
          const old = linkAll(makeSourceView(before, factsOf))
          change(random, dialect, files)
          const now: Sources = Object.fromEntries(files)
          const changes = findSeenChanges(before, now)
          if (changes === undefined || changes.paths.size === 0) continue
          const linker = makeLinker(makeSourceView(now, factsOf).view)
          for (const [path, { trace }] of old) {
            if (before[path] !== now[path] || isTouched(trace, changes)) continue
            untouched += 1
            assert.isTrue(linker.isCurrent(trace), `sequence ${sequence}, step ${step}, ${path}`)
          }
        }
      }
      assert.isAbove(untouched, 100)
    })
  })

describeTraces("TypeScript", typescript, {})
describeTraces("Python", python, slow)

describe("the shape of a file", () => {
  it.each([
    [
      "a.ts",
      "export const f = (x: A): B => g(x)\nfunction g() {}",
      "// c\nexport const f = (x: A): B => { h(); return k }\nfunction h() {}"
    ],
    ["a.py", "def f(x) -> B:\n    return g(x)", "# c\ndef f(x) -> B:\n    def inner(): pass\n    return h(inner)"]
  ])("of %s does not change with a body", (path, before, after) => {
    const digestOf = (text: string) => makeSourceView({ [path]: text }, factsOf).view.shape(path)?.digest
    assert.isDefined(digestOf(before))
    assert.strictEqual(digestOf(before), digestOf(after))
    assert.notStrictEqual(digestOf(before), digestOf(before.replace("B", "C")))
  })
})

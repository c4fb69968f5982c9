/**
 * Compares the call edges of the code index with the definitions that a compiler finds.
 *
 * `node bench/code/compilerOracle.ts LANGUAGE FOLDER --answers FILE [--under DIR] [--samples 20]`: reads the files of a git work
 * tree, links them, and compares with what a program in `compilers/` said of each call, a line each:
 * `path ⇥ line ⇥ column ⇥ name ⇥ member|name ⇥ definition|outside|local|none [⇥ path ⇥ line ⇥ name]…`, columns in UTF-16 units
 * from 0. A target may be `* ⇥ * ⇥ Type::method` where a compiler tells no place. `--list` prints the paths that such a program reads. A call of a constructor is one of its class, overloads are one.
 */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { stdout } from "node:process"
import { parseArgs } from "node:util"
import { languages } from "../../src/adapters/parser/languages.ts"
import { isConfiguration } from "../../src/codeIndex/linking/LinkView.ts"
import { linkAll, makeFacts, makeSourceView } from "../../test/support/linking.ts"
import { type Answer, Tally } from "./tally.ts"

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    answers: { type: "string" },
    list: { type: "boolean", default: false },
    under: { type: "string", default: "" },
    samples: { type: "string", default: "0" }
  }
})
const [language = "", folder = "."] = positionals
const root = resolve(folder)
/** Languages whose files see each other. */
const together = [
  ["java", "kotlin", "scala"],
  ["c", "cpp"]
].find((each) => each.includes(language)) ?? [language]
/** Languages of the files to judge: headers of C++ have the names of those of C. */
const judged = language === "cpp" ? together : [language]
const extensionsOf = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  languages.filter(({ name }) => names.includes(name)).flatMap(({ extensions }) => extensions)
const isOf =
  (names: ReadonlyArray<string>) =>
  (path: string): boolean =>
    extensionsOf(names).some((extension) => path.endsWith(extension))

const paths = execFileSync("git", ["-C", root, "ls-files", "-z"], { encoding: "utf8", maxBuffer: 1 << 28 })
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(root, path)) && statSync(join(root, path)).isFile())
const chosen = paths.filter((path) => path.startsWith(options.under) && isOf(judged)(path))

/** Answers by the file of the call. */
const readAnswers = (file: string): ReadonlyMap<string, ReadonlyArray<ReadonlyArray<string>>> =>
  Map.groupBy(
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split("\t")),
    ([path = ""]) => path
  )

const compare = (file: string, factsOf: Awaited<ReturnType<typeof makeFacts>>): void => {
  const answers = readAnswers(file)
  const read = paths.filter((path) => isOf(together)(path) || isConfiguration(path))
  const sources = Object.fromEntries(read.map((path) => [path, readFileSync(join(root, path), "utf8")]))
  const view = makeSourceView(sources, factsOf)
  const linksOf = linkAll(view)
  const named = new Map(
    [...view.facts].map(([path, { definitions }]) => [
      path,
      Map.groupBy(definitions, ({ line, name }) => `${line} ${name}`)
    ])
  )
  const called = Map.groupBy(
    [...view.facts]
      .filter(([path]) => path.startsWith(options.under))
      .flatMap(([path, { definitions }]) =>
        definitions.map(({ name, qualifiedName }) => ({ name, path, qualifiedName }))
      ),
    ({ name }) => name
  )
  /** Definitions of `Type::method` in any file, and of `module::function` in that of the module. */
  const withoutPlace = (wanted: string): ReadonlyArray<string> => {
    const [owner = "", last = owner] = wanted.split("::")
    return (called.get(last) ?? [])
      .filter(({ path, qualifiedName }) =>
        qualifiedName.includes("::")
          ? qualifiedName.split("::").slice(-2).join("::") === wanted
          : owner === last || path.replace(/(?:\/mod)?\.rs$/, "").endsWith(owner)
      )
      .map(({ path, qualifiedName }) => `${path} ${qualifiedName}`)
  }
  const namesOf = ([path, line, name, ...more]: ReadonlyArray<string>): ReadonlyArray<string> => {
    if (path === undefined || line === undefined || name === undefined) return []
    if (path === "*") return [...withoutPlace(name), ...namesOf(more)]
    const found = named.get(path)?.get(`${line} ${name}`) ?? []
    return [...found.map(({ qualifiedName }) => `${path} ${qualifiedName}`), ...namesOf(more)]
  }
  const answerOf = (kind: string | undefined, targets: ReadonlyArray<string>): Answer => {
    if (kind !== "definition") return { kind: kind === "outside" || kind === "local" ? kind : "none" }
    const names = namesOf(targets)
    return names.length === 0 ? { kind: "local" } : { kind, names: new Set(names) }
  }
  const tally = new Tally()
  for (const path of chosen) {
    const edges = Map.groupBy(
      (linksOf.get(path)?.edges ?? []).filter(({ kind }) => kind === "call" || kind === "new"),
      ({ column, line }) => `${line}:${column}`
    )
    for (const [, line, column, name = "", kind, answer, ...targets] of answers.get(path) ?? []) {
      const place = `${line}:${column}`
      tally.judge({ path, place, name, isMember: kind === "member" }, edges.get(place) ?? [], answerOf(answer, targets))
      edges.delete(place)
    }
    for (const [place, [edge]] of edges)
      if (edge !== undefined && edge.how !== "name_only") tally.addUnasked(path, place, edge)
  }
  tally.print(`${chosen.length} files of ${read.length}`, Number(options.samples))
}

if (options.list) stdout.write(chosen.map((path) => `${path}\n`).join(""))
else if (options.answers !== undefined) compare(options.answers, await makeFacts(...together))

/**
 * Prints what Intelephense says of each call of PHP, as `compilerOracle.ts` reads it.
 *
 * `node bench/code/compilers/phpCalls.ts FOLDER [--server DIR] < LIST`: the files that are listed on standard input, in a git work
 * tree. Intelephense is installed with npm into a temporary folder, or into `--server`.
 */
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative, resolve } from "node:path"
import { stdin, stdout } from "node:process"
import { text as readAll } from "node:stream/consumers"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import { Language, type Node, Parser } from "web-tree-sitter"
import { intelephense, type Place, Pyright } from "../Pyright.ts"

const { positionals, values: options } = parseArgs({ allowPositionals: true, options: { server: { type: "string" } } })
const root = resolve(positionals[0] ?? ".")
const folder = resolve(options.server ?? mkdtempSync(join(tmpdir(), "intelephense-")))

await Parser.init()
const modules = join(import.meta.dirname, "../../../node_modules")
const parser = new Parser().setLanguage(await Language.load(join(modules, "tree-sitter-php/tree-sitter-php.wasm")))

const calls = [
  "function_call_expression",
  "member_call_expression",
  "nullsafe_member_call_expression",
  "scoped_call_expression",
  "object_creation_expression"
]
const nameOf = (call: Node): Node | undefined => {
  const callee = call.childForFieldName("name") ?? call.childForFieldName("function")
  const named = callee ?? call.namedChildren.find((each) => each?.type === "name" || each?.type === "qualified_name")
  const last = named?.type === "qualified_name" ? named.namedChildren.at(-1) : named
  return last?.type === "name" ? last : undefined
}

type Site = Place & { readonly name: string; readonly form: string }

const sitesOf = (path: string, text: string): ReadonlyArray<Site> => {
  const tree = parser.parse(text)
  const found = (tree?.rootNode.descendantsOfType(calls) ?? []).flatMap((call) => {
    const name = call === null ? undefined : nameOf(call)
    if (call === null || name === undefined) return []
    const { column, row } = name.startPosition
    const form = call.type.includes("member") ? "member" : "name"
    return [{ path, line: row + 1, column, name: name.text, form }]
  })
  tree?.delete()
  return found
}

/** The line of the name that a declaration at a place declares: comments and attributes may come first. */
const targetOf = ({ column, line, path }: Place): ReadonlyArray<string> => {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .slice(line - 1)
  const declared = [lines[0]?.slice(column), ...lines.slice(1, 60)].join("\n")
  const named = /\b(?:function\s+&?|class\s+|interface\s+|trait\s+|enum\s+)(\w+)/.exec(declared)
  if (named === null) return []
  const before = declared.slice(0, named.index)
  const name = named[1] ?? ""
  const own = [relative(root, path), String(line + before.split("\n").length - 1), name]
  if (name !== "__construct") return own
  // A call of a constructor is one of its class; `parent::__construct` names it.
  const above = readFileSync(path, "utf8").split("\n").slice(0, line)
  const at = above.findLastIndex((each) => /^\s*(?:(?:abstract|final|readonly)\s+)*(?:class|trait)\s+\w+/.test(each))
  const around = /(?:class|trait)\s+(\w+)/.exec(above[at] ?? "")?.[1]
  return around === undefined ? own : [...own, relative(root, path), String(at + 1), around]
}

const describe = ({ column, form, line, name, path }: Site, found: ReadonlyArray<Place>): string => {
  const inside = found.filter((place) => place.path.startsWith(`${root}/`))
  const targets = inside.flatMap(targetOf)
  const kind =
    found.length === 0 ? "none" : inside.length === 0 ? "outside" : targets.length === 0 ? "local" : "definition"
  return [path, line, column, name, form, kind, ...targets].join("\t")
}

const printFile = Effect.fnUntraced(function* (server: Pyright, path: string) {
  const text = readFileSync(join(root, path), "utf8")
  const sites = sitesOf(path, text)
  const answers = yield* server.findDefinitions(join(root, path), text, sites)
  stdout.write(sites.map((site, index) => `${describe(site, answers[index] ?? [])}\n`).join(""))
})

const paths = (await readAll(stdin)).split("\n").filter((path) => path !== "")
const printAll = Effect.gen(function* () {
  const server = yield* Pyright.start(folder, root, undefined, intelephense)
  yield* Effect.forEach(paths, (path) => printFile(server, path), { discard: true })
})
await Effect.runPromise(Effect.scoped(printAll))

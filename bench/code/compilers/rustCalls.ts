/**
 * Prints what rustc says of each call of a crate, as `compilerOracle.ts` reads it, with the names of definitions in place of lines.
 *
 * `rustc … -Zunpretty=mir -Zmir-include-spans=on -Zmir-opt-level=0 -Ztrim-diagnostic-paths=no > FILE` (with `RUSTC_BOOTSTRAP=1`, in
 * the root of the work tree), then `node bench/code/compilers/rustCalls.ts FOLDER FILE`.
 */
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { argv, stdout } from "node:process"
import { createInterface } from "node:readline"
import { createReadStream } from "node:fs"

const [, , folder = ".", file = ""] = argv
const root = resolve(folder)
const texts = new Map<string, ReadonlyArray<string>>()

const lineOf = (path: string, line: number): string => {
  const lines = texts.get(path) ?? readFileSync(join(root, path), "utf8").split("\n")
  texts.set(path, lines)
  return lines[line - 1] ?? ""
}

/** Leaves out what is in angle brackets. */
const withoutArguments = (path: string): string => {
  let depth = 0
  let found = ""
  for (const [at, each] of path.split("").entries()) {
    if (each === "<") depth += 1
    if (depth === 0) found += each
    if (each === ">" && path[at - 1] !== "-") depth -= 1
  }
  return found
}

const segmentsOf = (path: string): ReadonlyArray<string> =>
  withoutArguments(path.replace(/^(?:&(?:'\w+ )?|mut |\*const |\*mut |dyn )+/, ""))
    .split("::")
    .filter((segment) => segment !== "")

const isOutside = (segments: ReadonlyArray<string>): boolean => /^(?:core|std|alloc)$/.test(segments[0] ?? "")

/** Names of the form `Type::method`, or `module::function`, that a path may mean; none for what is outside of the crate. */
const namesOf = (path: string): ReadonlyArray<string> => {
  if (!path.startsWith("<")) {
    const segments = segmentsOf(path)
    return isOutside(segments) ? [] : [segments.slice(-2).join("::")]
  }
  let depth = 0
  const end = path.split("").findIndex((each, at) => {
    if (each === "<") depth += 1
    if (each === ">" && path[at - 1] !== "-") depth -= 1
    return depth === 0
  })
  const inner = path.slice(1, end)
  const method = segmentsOf(path.slice(end + 1)).join("::")
  const split = inner.lastIndexOf(" as ")
  const owners = split === -1 ? [inner] : [inner.slice(0, split), inner.slice(split + 4)]
  return owners
    .map(segmentsOf)
    .filter((segments) => segments.length > 0 && !isOutside(segments))
    .map((segments) => `${segments.at(-1)}::${method}`)
}

const describe = (span: RegExpExecArray, path: string): string | undefined => {
  const [, at = "", line = "", start = "", endLine = "", end = ""] = span
  const name = segmentsOf(path.startsWith("<") ? path.slice(path.lastIndexOf(">")).replace(">", "") : path).at(-1)
  if (name === undefined || line !== endLine || at.startsWith("/")) return undefined
  const text = Array.from(lineOf(at, Number(line)))
    .slice(0, Number(end) - 1)
    .join("")
  const column = text.search(new RegExp(`\\b${name}(?:::<.*>)?$`))
  if (column < 0 || column < Number(start) - 1) return undefined
  const form = text[column - 1] === "." ? "member" : "name"
  const names = namesOf(path)
  const kind = names.length === 0 ? "outside" : "definition"
  return [at, line, column, name, form, kind, ...names.flatMap((each) => ["*", "*", each])].join("\t")
}

const seen = new Set<string>()
let span: RegExpExecArray | null = null
for await (const line of createInterface({ input: createReadStream(file) })) {
  const found = /\+ span: (\S+?):(\d+):(\d+): (\d+):(\d+)/.exec(line)
  if (found !== null) span = found
  const path = /\+ const_: Const \{ ty: .*\bfn\(.*, val: Value\((.*)\) \}$/.exec(line)?.[1]
  if (span === null || path === undefined) continue
  const described = describe(span, path)
  if (described !== undefined && !seen.has(described)) stdout.write(`${described}\n`)
  if (described !== undefined) seen.add(described)
  span = null
}

/**
 * Compares the definitions of the code index with those that Universal Ctags finds, by language: which of the kinds that both mean
 * the index has, in the same file and under the same name, around the same line.
 *
 *     npm run build && node bench/code/ctagsOracle.ts CLONE... [--samples 20]
 *
 * `ctags` has to be Universal Ctags. `--samples`: prints so many of the missed definitions of each language.
 */
import { Schema } from "effect"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { DatabaseSync } from "node:sqlite"
import { parseArgs } from "node:util"
import { Row } from "../../src/adapters/sql/Row.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { samples: { type: "string", default: "0" } }
})

const program = join(import.meta.dirname, "..", "..", "dist", "main.js")

/** The kinds of Ctags, by its languages, that the index has definitions for: functions, methods, types and modules. */
const kinds: Readonly<Record<string, string>> = {
  C: "function struct union enum typedef",
  "C++": "function class struct union enum typedef namespace",
  "C#": "class enum interface method struct",
  Go: "func type struct interface talias",
  Java: "annotation class enum interface method",
  JavaScript: "function class method generator",
  Kotlin: "interface class object method typealias",
  Lua: "function",
  PHP: "class interface function trait",
  Python: "class function member",
  Ruby: "class method module singletonMethod",
  Rust: "module struct interface function enum typedef macro method",
  Sh: "function",
  TypeScript: "function class interface enum method namespace generator alias"
}

const Tag = Schema.Struct({
  _type: Schema.Literal("tag"),
  name: Schema.String,
  path: Schema.String,
  line: Schema.Finite,
  kind: Schema.String,
  language: Schema.String
})
const decodeTag = Schema.decodeUnknownSync(Schema.fromJsonString(Tag))

interface Tally {
  found: number
  mistaken: number
  readonly missed: Array<string>
}

/** Lines that attributes, decorators and wrapped signatures may come between. */
const maxDistance = 3

const indexed = (folder: string) => {
  execFileSync(process.execPath, [program, "code", "index", "--repo", folder], {
    stdio: ["ignore", "ignore", "inherit"]
  })
  const database = new DatabaseSync(join(folder, ".git", "ultragit", "code.db"), { readOnly: true })
  const rows = database
    .prepare(
      `SELECT paths.path AS path, definitions.name AS name, line, start_line, end_line FROM definitions
       JOIN files ON files.blob = definitions.blob JOIN paths ON paths.id = files.path`
    )
    .all()
    .map((row) => new Row(row))
  const files = database
    .prepare(
      `SELECT paths.path AS path FROM files JOIN blobs ON blobs.id = files.blob JOIN paths ON paths.id = files.path
       WHERE blobs.state = 0 AND blobs.is_generated = 0`
    )
    .all()
    .map((row) => new Row(row).text("path"))
  database.close()
  const byName = Map.groupBy(rows, (row) => `${row.text("path")}\0${plainName(row.text("name"))}`)
  const has = (path: string, name: string, line: number): boolean =>
    (byName.get(`${path}\0${name}`) ?? []).some(
      (row) => row.integer("start_line") - maxDistance <= line && line <= row.integer("end_line") + maxDistance
    )
  return { files, has }
}

/** A name without what only one of the two writes: scopes, spaces in operators, what converts, arguments of types, `!` of macros. */
const plainName = (name: string): string =>
  name
    .replace(/^(?:implicit|explicit) /, "")
    .replace(/^operator\b(.+)$/, (_, rest: string) => `operator${rest.replaceAll(/\s|<\w.*>$/g, "")}`)
    .replace(/^(?!operator).*(?:::|\.|:)(?=[^:.]+$)/, "")
    .replace(/!$/, "")

/** By language, what a line must hold to define the name `NAME`, where Ctags takes much else for a definition. */
const declaring: Readonly<Record<string, string>> = {
  "C#": String.raw`(?:(?:class|enum|interface|struct|record)\s+|[\w\]>?)]\s+(?:[\w.<>]+\.)?)NAME\s*(?:[(<:{]|where\b|$)`,
  JavaScript: String.raw`(?:function|class)\W+NAME\b|NAME\b['"\]]?\s*[=:].*(?:function|=>|class)|(?:^|\s)[#*]?NAME\s*\(.*\{\s*$`,
  Kotlin: String.raw`\b(?:fun|class|interface|object|typealias)\b.*\bNAME\b`,
  Lua: String.raw`\bfunction\s+[\w.:]*\bNAME\b|\bNAME\s*=\s*function\b`,
  TypeScript: String.raw`(?:function|class|interface|enum|namespace|module|type)\W+NAME\b|\bNAME\b['"\]]?\s*[?]?\s*[=:(<]`
}

const isIdentifier = /^(?:operator\S+|[#~]?[\p{L}_$][\p{L}\p{N}_$]*[?!=]?)$/u

/** Whether Ctags takes for a definition what is none: see RESULTS.md. */
const isMistaken = ({ kind, language, name }: typeof Tag.Type, text: string): boolean => {
  const plain = plainName(name)
  if (!isIdentifier.test(plain) || (plain.endsWith("=") && language === "Sh")) return true
  if (/^(?:__anon|anonymous|AnonymousFunction|AnonymousClass)/.test(name)) return true
  // Macros that make functions, as of frameworks for tests.
  if (language === "C++" && kind === "function" && /^[A-Z][A-Z\d_]+$/.test(name)) return true
  if (kind === "singletonMethod" && name === "self") return true
  const pattern = declaring[language]?.replaceAll("NAME", plain.replaceAll(/[$#~?!=]/g, String.raw`\$&`))
  return pattern !== undefined && !plain.startsWith("operator") && !new RegExp(pattern, "u").test(text)
}

const readTags = (folder: string, files: ReadonlyArray<string>) =>
  execFileSync("ctags", ["--output-format=json", "--fields=+nKl", "--extras=-F", "-L", "-", "-f", "-"], {
    cwd: folder,
    input: files.join("\n"),
    maxBuffer: 1 << 30
  })
    .toString()
    .split("\n")
    .flatMap((line) => (line.startsWith('{"_type": "tag"') ? [decodeTag(line)] : []))

const tallies = new Map<string, Tally>()
for (const folder of positionals) {
  const { files, has } = indexed(folder)
  for (const tag of readTags(folder, files)) {
    const { kind, language, line, name, path } = tag
    if (!(kinds[language] ?? "").split(" ").includes(kind)) continue
    const tally = tallies.get(language) ?? { found: 0, mistaken: 0, missed: [] }
    tallies.set(language, tally)
    if (has(path, plainName(name), line)) {
      tally.found += 1
      continue
    }
    const text = (readFileSync(join(folder, path), "utf8").split("\n")[line - 1] ?? "").trim()
    if (isMistaken(tag, text)) tally.mistaken += 1
    else tally.missed.push(`${kind} ${name} ${folder}/${path}:${line} ${text.slice(0, 100)}`)
  }
}

process.stdout.write("| language | definitions | recall | mistakes of Ctags |\n|---|---|---|---|\n")
for (const [language, { found, missed, mistaken }] of [...tallies].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  const all = found + missed.length
  process.stdout.write(`| ${language} | ${all} | ${(found / all).toFixed(3)} | ${mistaken} |\n`)
}
const samples = Number(values.samples)
for (const [language, { missed }] of samples === 0 ? [] : tallies) {
  const step = Math.max(1, Math.floor(missed.length / samples))
  const drawn = missed.filter((_, at) => at % step === 0).slice(0, samples)
  process.stdout.write(`\n${language}: ${missed.length} missed\n${drawn.map((line) => `  ${line}\n`).join("")}`)
}

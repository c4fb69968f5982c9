import { languages } from "/work/trees/trees/src/adapters/parser/languages.ts"
import { convertToFacts } from "/work/trees/trees/src/adapters/parser/SourceText.ts"
import { readFileSync } from "node:fs"
const [lang, file] = process.argv.slice(2)
const language = languages.find((l) => l.name === lang)!
const ext = await language.load(100e6)
const text = readFileSync(file === "-" ? 0 : file!, "utf8")
const r: any = ext(text, () => true, true)
if (!r.facts) {
  console.log(r)
  process.exit()
}
const f = convertToFacts(text, r.facts)
const seen = new Map<number, string>()
const v = (i: number): string => {
  if (i < 0) return "-"
  const x: any = f.values[i]
  const d = (k: number) => f.definitions[k]?.qualifiedName ?? `?${k}`
  switch (x.tag) {
    case "unknown":
      return "?"
    case "definition":
      return `def ${d(x.definition)}`
    case "import":
      return `imp ${f.imports[x.import]?.module}:${f.imports[x.import]?.imported}`
    case "global":
      return `$${x.name}`
    case "this":
    case "super":
      return `${x.tag}<${d(x.definition)}>`
    case "member":
      return `${v(x.of)}.${x.name}`
    case "apply":
      return `${v(x.of)}[${x.arguments.map(v)}]`
    case "union":
      return `(${x.of.map(v).join(" | ")})`
    case "function":
      return `fn->${v(x.yields)}`
    case "entry":
      return `entry${x.at}(${v(x.of)})`
    case "object":
      return "{}"
    default:
      return `${x.tag}(${v(x.of)})`
  }
}
console.log("package", f.package)
for (const d of f.definitions)
  console.log(
    `D ${d.lines.start}-${d.lines.end} @${d.line}:${d.column} ${d.kind} ${d.qualifiedName} [${d.name}] in:${d.container} owner:${f.definitions[d.owner]?.qualifiedName ?? ""}${d.isExported ? " exp" : ""}${d.isStatic ? " static" : ""} val:${v(d.value)} yields:${v(d.yields)}${d.bases.length ? " bases:" + d.bases.map(v) : ""} (${d.parameters.map((p) => (p.isRest ? "..." : "") + p.name + (p.isOptional ? "?" : "") + ":" + v(p.value)).join(", ")}) n${d.nesting} c${d.cyclomatic} k${d.cognitive} ${d.documentation ? "/" + d.documentation.slice(0, 40) : ""}`
  )
for (const i of f.imports) console.log("I", i.line, i.module, i.imported, i.local, i.kind)
for (const i of f.exports) console.log("E", i.line, i.name, v(i.value), JSON.stringify(i.from ?? ""))
for (const r of f.references)
  console.log(
    "R",
    `${r.line}:${r.column}`,
    r.kind,
    v(r.value),
    "in",
    f.definitions[r.within]?.qualifiedName ?? "-",
    r.arguments
  )

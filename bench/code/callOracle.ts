/**
 * Compares the call edges of the code index with the declarations that TypeScript finds (its own API, version 7).
 *
 * `node bench/code/callOracle.ts FOLDER [--project tsconfig.json] [--under src] [--samples 20]`: reads the files of a git work tree, links
 * them, and asks TypeScript at each call and `new` which symbol is called. The sites come from the syntax tree alone, so that calls of
 * which the index has no reference count as missed.
 */
import { parseArgs } from "node:util"
import { CheckedProject } from "./CheckedProject.ts"
import { listCalls } from "./sites.ts"
import { Tally } from "./tally.ts"

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    project: { type: "string", default: "tsconfig.json" },
    under: { type: "string", default: "" },
    samples: { type: "string", default: "0" }
  }
})
const project = await CheckedProject.open(positionals[0] ?? ".", options.project)
const tally = new Tally()
const files = project.files.filter(([path]) => path.startsWith(options.under))
for (const [path, text] of files) {
  const sites = listCalls(path, text)
  const edges = Map.groupBy(
    (project.linksOf.get(path)?.edges ?? []).filter(({ kind }) => kind === "call" || kind === "new"),
    ({ column, line }) => `${line}:${column}`
  )
  for (const [index, answer] of project.ask(path, sites).entries()) {
    const offset = sites[index] ?? 0
    const name = /[\w$#]+/.exec(text.slice(offset, offset + 60))?.[0] ?? ""
    const place = project.placeOf(path, offset)
    const isMember = /[.#]/.test(text[offset - 1] ?? "")
    tally.judge({ path, place, name, isMember }, edges.get(place) ?? [], answer)
  }
}
project.close()
tally.print(`${files.length} files of ${project.programSize} of the project`, Number(options.samples))

import type { Import, Source } from "./sources.ts"

/** What a file does that it must not: `src/a/B.ts: imports …`. */
export type Finding = string

/** Folders from left to right; those of one group do not know each other. */
const order: ReadonlyArray<ReadonlyArray<string>> = [
  ["domain"],
  ["git", "sql", "parser", "llm"],
  ["config"],
  ["cache"],
  ["notes"],
  ["annotations", "commits", "code"],
  ["graph", "gitblit", "authoring"],
  ["mcp"],
  ["cli"],
  ["Layers.ts"],
  ["main.ts", "library.ts", "commitsLibrary.ts"]
]

/** Lower-case files that are a folder's public face beside its services and errors. */
const faces = [
  "src/pipeline/answering/answers.ts",
  "src/toolsets/annotations/contracts.ts",
  "src/domain/lines.ts",
  "src/pipeline/subject/paths.ts",
  "src/toolsets/annotations/tools.ts",
  "src/writing/annotate/annotate.ts",
  "src/writing/annotate/annotateCommit.ts",
  "src/writing/annotate/decodeDraft.ts",
  "src/capture/commit/commit.ts",
  "src/writing/backfill/backfill.ts",
  "src/writing/backfill/plan.ts",
  "src/setup/ci/github.ts",
  "src/setup/skill/skill.ts",
  "src/writing/context/contextFile.ts",
  "src/writing/context/environment.ts",
  "src/writing/context/givenFacts.ts",
  "src/writing/context/checkTexts.ts",
  "src/toolsets/authoring/tools.ts",
  "src/rewrite/hooks/runHook.ts",
  "src/capture/worker/worker.ts",
  "src/setup/doctor/doctor.ts",
  "src/setup/init/init.ts",
  "src/setup/doctor/show.ts",
  "src/setup/doctor/status.ts",
  "src/setup/init/uninstall.ts",
  "src/rewrite/carry/carry.ts",
  "src/toolsets/authoring/contracts.ts",
  "src/rewrite/carry/rewriteMap.ts",
  "src/sharing/exchange/exportFile.ts",
  "src/sharing/exchange/exportNotes.ts",
  "src/sharing/exchange/importNotes.ts",
  "src/sharing/exchange/objection.ts",
  "src/sharing/exchange/targets.ts",
  "src/sharing/sync/enable.ts",
  "src/sharing/sync/pull.ts",
  "src/sharing/sync/push.ts",
  "src/sharing/sync/status.ts",
  "src/commitIndex/model/answers.ts",
  "src/toolsets/commits/contracts.ts",
  "src/config/changes.ts",
  "src/config/definitions.ts",
  "src/notes/format/decode.ts",
  "src/notes/format/encode.ts",
  "src/notes/writing.ts",
  "src/writing/corrections/correct.ts",
  "src/writing/corrections/flag.ts",
  "src/serving/stdio/serve.ts",
  "src/setup/clients/install.ts",
  "src/setup/clients/report.ts"
]

/** The library's entries: what other programs may import, each in one list. */
const entries = ["src/library.ts", "src/commitsLibrary.ts"]

/** Files that put services together, and so know all of them. */
const wiring = ["src/Layers.ts", "src/main.ts", ...entries]

/** Which modules may be imported only from where. A trailing `/` matches all below. */
const fences: ReadonlyArray<readonly [module: string, places: ReadonlyArray<string>]> = [
  ["es-git", ["src/git/"]],
  ["effect/process", ["src/git/"]],
  ["node:child_process", ["src/git/"]],
  ["node:cluster", ["src/git/"]],
  ["node:sqlite", ["src/sql/"]],
  ["effect/sql", ["src/sql/"]],
  ["effect/Graph", ["src/graph/"]],
  ["oxc-parser", ["src/parser/"]],
  ["web-tree-sitter", ["src/parser/"]],
  ["effect/http", ["src/llm/", "src/gitblit/"]],
  ["smol-toml", ["src/config/"]],
  ["@modelcontextprotocol/", ["src/mcp/"]],
  ["effect/cli", ["src/cli/", "src/main.ts"]],
  ["@effect/platform-node", ["src/Layers.ts", "src/main.ts"]]
]

/** `src/adapters/git/Git.ts` → `git`, `src/main.ts` → `main.ts`. */
export const folderOf = (path: string): string => path.split("/")[1] ?? ""

const rankOf = (folder: string): number => order.findIndex((group) => group.includes(folder))

const each = (sources: ReadonlyArray<Source>, rule: (file: Source, found: Import) => string | undefined) =>
  sources.flatMap((file) =>
    file.imports.flatMap((found): ReadonlyArray<Finding> => {
      const said = rule(file, found)
      return said === undefined ? [] : [`${file.path}: ${said}`]
    })
  )

/** A file imports its own folder and folders to its left. */
export const orderFindings = (sources: ReadonlyArray<Source>): ReadonlyArray<Finding> => [
  ...sources.flatMap((file) => (rankOf(folderOf(file.path)) < 0 ? [`${file.path}: a folder without a place`] : [])),
  ...each(sources, (file, found) => {
    if (found.target.startsWith("./")) return `imports ${found.target}, outside src`
    if (!found.target.startsWith("src/")) return undefined
    const [from, to] = [folderOf(file.path), folderOf(found.target)]
    return from === to || rankOf(to) < rankOf(from) ? undefined : `imports ${found.target}, not to its left`
  })
]

/** From another folder only services, errors and types are imported; `domain` is open, and what wires sees all. */
export const faceFindings = (sources: ReadonlyArray<Source>): ReadonlyArray<Finding> =>
  each(sources, (file, found) => {
    const foreign = found.target.startsWith("src/") && folderOf(found.target) !== folderOf(file.path)
    if (!foreign || folderOf(found.target) === "domain" || wiring.includes(file.path)) return undefined
    const open = found.typeOnly || /\/[A-Z][A-Za-z0-9]*\.ts$/.test(found.target) || faces.includes(found.target)
    return open ? undefined : `imports ${found.target}, which is private to its folder`
  })

const matches = (target: string, module: string): boolean =>
  target === module || target.startsWith(module.endsWith("/") ? module : `${module}/`)

/** Each dependency behind its fence. */
export const fenceFindings = (sources: ReadonlyArray<Source>): ReadonlyArray<Finding> =>
  each(sources, (file, found) => {
    const fence = fences.find(([module]) => matches(found.target, module))
    if (found.target === "effect" && found.names.includes("Graph") && folderOf(file.path) !== "graph") {
      return "imports Graph, which belongs to src/graph/"
    }
    if (fence === undefined || found.typeOnly) return undefined
    return fence[1].some((place) => file.path.startsWith(place))
      ? undefined
      : `imports ${found.target}, which belongs to ${fence[1].join(", ")}`
  })

/** The domain is pure: no Node, no other package than those that compute. */
export const purityFindings = (sources: ReadonlyArray<Source>): ReadonlyArray<Finding> =>
  each(sources, (file, found) =>
    folderOf(file.path) === "domain" && found.target.startsWith("node:") ? `imports ${found.target}` : undefined
  )

/** No file passes on what another of ours exports, but for the library's entries. */
export const barrelFindings = (sources: ReadonlyArray<Source>): ReadonlyArray<Finding> =>
  each(sources, (file, found) =>
    !entries.includes(file.path) && found.reexport && found.target.startsWith("src/")
      ? `re-exports from ${found.target}`
      : undefined
  )

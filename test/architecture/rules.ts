import type { Import, Source } from "./sources.ts"

/** What a file does that it must not: `src/a/B.ts: imports …`. */
export type Finding = string

/** The library's entries: what other programs may import, each in one list. */
const entries = ["src/library.ts", "src/commitsLibrary.ts", "src/graphLibrary.ts"]

/** Which modules may be imported only from where. A trailing `/` matches all below. */
const fences: ReadonlyArray<readonly [module: string, places: ReadonlyArray<string>]> = [
  ["es-git", ["src/adapters/git/"]],
  ["effect/process", ["src/adapters/git/"]],
  ["node:child_process", ["src/adapters/git/", "src/adapters/hosting/", "src/adapters/runtime/"]],
  ["node:cluster", ["src/adapters/git/"]],
  ["node:sqlite", ["src/adapters/sql/"]],
  ["effect/sql", ["src/adapters/sql/"]],
  ["node:worker_threads", ["src/adapters/threads/", "src/adapters/parser/"]],
  ["oxc-parser", ["src/adapters/parser/"]],
  ["web-tree-sitter", ["src/adapters/parser/"]],
  ["effect/http", ["src/adapters/http/", "src/adapters/gitblit/", "src/adapters/hosting/", "src/adapters/llm/"]],
  ["smol-toml", ["src/config/"]],
  ["@modelcontextprotocol/", ["src/serving/"]],
  ["effect/cli", ["src/cli/", "src/main.ts"]],
  ["@effect/platform-node", ["src/Layers.ts", "src/main.ts", "src/agentHook.ts", "src/adapters/http/listen.ts"]]
]

const each = (sources: ReadonlyArray<Source>, rule: (file: Source, found: Import) => string | undefined) =>
  sources.flatMap((file) =>
    file.imports.flatMap((found): ReadonlyArray<Finding> => {
      const said = rule(file, found)
      return said === undefined ? [] : [`${file.path}: ${said}`]
    })
  )

const matches = (target: string, module: string): boolean =>
  target === module || target.startsWith(module.endsWith("/") ? module : `${module}/`)

/** Each dependency behind its fence. */
export const fenceFindings = (sources: ReadonlyArray<Source>): ReadonlyArray<Finding> =>
  each(sources, (file, found) => {
    const fence = fences.find(([module]) => matches(found.target, module))
    if (fence === undefined || found.typeOnly) return undefined
    return fence[1].some((place) => file.path.startsWith(place))
      ? undefined
      : `imports ${found.target}, which belongs to ${fence[1].join(", ")}`
  })

/** The domain is pure: no Node, no other package than those that compute. */
export const purityFindings = (sources: ReadonlyArray<Source>): ReadonlyArray<Finding> =>
  each(sources, (file, found) =>
    file.path.startsWith("src/domain/") && found.target.startsWith("node:") ? `imports ${found.target}` : undefined
  )

/** No file passes on what another of ours exports, but for the library's entries. */
export const barrelFindings = (sources: ReadonlyArray<Source>): ReadonlyArray<Finding> =>
  each(sources, (file, found) =>
    !entries.includes(file.path) && found.reexport && found.target.startsWith("src/")
      ? `re-exports from ${found.target}`
      : undefined
  )

/** Values that a file exports and no other file imports, tests included. */
export const exportFindings = (
  sources: ReadonlyArray<Source>,
  users: ReadonlyArray<Source>
): ReadonlyArray<Finding> => {
  const used = new Set(
    [...sources, ...users].flatMap((file) =>
      file.imports.flatMap(({ names, target }) =>
        // A dynamic import takes the whole module, as `* as` does.
        (names.length === 0 ? ["*"] : names).map((name) => `${target}:${name}`)
      )
    )
  )
  return sources
    .filter(({ path }) => !entries.includes(path) && !used.has(`${path}:*`))
    .flatMap(({ path, values }) =>
      values
        .filter((name) => !used.has(`${path}:${name}`))
        .map((name) => `${path}: exports ${name}, which no other file imports`)
    )
}

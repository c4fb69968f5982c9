import type { AnnotatedUnit, Subject } from "../Subject.ts"
import type { Rival, RivalQuestion } from "./Rival.ts"

const blamedLines = 40

/** Returns the unit for questions about dependents; rivals find its callers. */
const about = ({ depended, units }: Subject): Pick<AnnotatedUnit, "path" | "anchor"> | undefined =>
  depended[0] ?? units[0]

const dependents = (
  subject: Subject,
  ask: (place: Pick<AnnotatedUnit, "path" | "anchor">, name: string) => ReadonlyArray<Omit<RivalQuestion, "ours">>
): ReadonlyArray<RivalQuestion> => {
  const place = about(subject)
  if (place === undefined) return []
  const name = place.anchor.split(/[.:#]+/).at(-1) ?? place.anchor
  const ours = { tool: "deps", args: { path: place.path, anchor: place.anchor } } as const
  return ask(place, name).map((question) => ({ ...question, ours }))
}

const blameAndLog = ({ long }: Subject): ReadonlyArray<RivalQuestion> => {
  const end = Math.min(long.size, blamedLines)
  return [
    {
      what: `blame of ${end} lines of \`${long.path}\`; ours: why these lines are as they are (read)`,
      tool: "git_blame",
      args: (directory) => ({ path: directory, filePath: long.path, startLine: 1, endLine: end }),
      ours: { tool: "read", args: { path: long.path, lines: `1:${end}` } }
    },
    {
      what: `the newest 100 commits of \`${long.path}\`; ours: its history`,
      tool: "git_log",
      args: (directory) => ({ path: directory, filePath: long.path, maxCount: 100 }),
      ours: { tool: "history", args: { path: long.path } }
    }
  ]
}

/** The rivals that the bench installs and measures. */
export const rivals: ReadonlyArray<Rival> = [
  {
    package: "@colbymchenry/codegraph",
    version: "1.6.1",
    script: "npm-shim.js",
    index: ["init"],
    serve: ["serve", "--mcp"],
    // A single process, to measure all of its memory; and the tools that it does not list by default.
    environment: {
      CODEGRAPH_NO_DAEMON: "1",
      CODEGRAPH_TELEMETRY: "0",
      DO_NOT_TRACK: "1",
      CODEGRAPH_MCP_TOOLS: "explore,node,search,callers"
    },
    questions: (subject) =>
      dependents(subject, (_, name) => [
        {
          what: `search for the symbol \`${name}\`; ours: what is said to depend on it (deps)`,
          tool: "codegraph_search",
          args: () => ({ query: name })
        },
        {
          what: `callers of \`${name}\`; ours: what is said to depend on it (deps)`,
          tool: "codegraph_callers",
          args: () => ({ symbol: name })
        }
      ])
  },
  {
    package: "@optave/codegraph",
    version: "3.11.2",
    script: "dist/cli.js",
    index: ["build", "."],
    serve: ["mcp"],
    environment: { DO_NOT_TRACK: "1" },
    questions: (subject) =>
      dependents(subject, ({ path }, name) => [
        {
          what: `where \`${name}\` is; ours: what is said to depend on it (deps)`,
          tool: "where",
          args: () => ({ target: name })
        },
        {
          what: `what changes with \`${name}\`; ours: what is said to depend on it (deps)`,
          tool: "fn_impact",
          args: () => ({ name, file: path })
        }
      ])
  },
  {
    package: "@cyanheads/git-mcp-server",
    version: "2.15.3",
    script: "dist/index.js",
    serve: [],
    environment: { MCP_LOG_LEVEL: "error", MCP_TRANSPORT_TYPE: "stdio" },
    questions: blameAndLog
  }
]

import * as Command from "effect/cli/Command"
import { agents } from "./commands/agents/agents.ts"
import { annotate } from "./commands/annotate/annotate.ts"
import { backfill } from "./commands/backfill/backfill.ts"
import { ci } from "./commands/ci/ci.ts"
import { code } from "./commands/code/code.ts"
import { gitblit } from "./commands/gitblit/gitblit.ts"
import { graph } from "./commands/graph/graph.ts"
import { commit } from "./commands/commit/commit.ts"
import { commits } from "./commands/commits/commits.ts"
import { completion } from "./commands/completion/completion.ts"
import { config } from "./commands/config/config.ts"
import { context } from "./commands/context/context.ts"
import { correct } from "./commands/correct/correct.ts"
import { deps } from "./commands/deps/deps.ts"
import { doctor } from "./commands/doctor/doctor.ts"
import { drafts } from "./commands/drafts/drafts.ts"
import { exportCommand } from "./commands/export/export.ts"
import { flag } from "./commands/flag/flag.ts"
import { history } from "./commands/history/history.ts"
import { hook } from "./commands/hook/hook.ts"
import { importCommand } from "./commands/import/import.ts"
import { init } from "./commands/init/init.ts"
import { mcp } from "./commands/mcp/mcp.ts"
import { read } from "./commands/read/read.ts"
import { repos } from "./commands/repos/repos.ts"
import { rewrite } from "./commands/rewrite/rewrite.ts"
import { serve } from "./commands/serve/serve.ts"
import { show } from "./commands/show/show.ts"
import { skill } from "./commands/skill/skill.ts"
import { status } from "./commands/status/status.ts"
import { summary } from "./commands/summary/summary.ts"
import { sync } from "./commands/sync/sync.ts"
import { uninstall } from "./commands/uninstall/uninstall.ts"

/** All commands, in the groups that help and README show. */
export const groups = [
  { group: "Read reasons", commands: [read, deps, history, summary, show] },
  { group: "Record reasons", commands: [commit, context, annotate, correct, flag, backfill, drafts] },
  { group: "Find code", commands: [code, graph] },
  { group: "Search across repositories", commands: [commits, repos, gitblit] },
  { group: "Carry and share notes", commands: [rewrite, sync, exportCommand, importCommand] },
  { group: "Set up", commands: [init, uninstall, status, doctor, config, agents, mcp, serve, skill, ci, completion] }
] as const

/** `ultragit`, the root command. */
export const ultragit = Command.make("ultragit").pipe(
  Command.withDescription("The repository's memory: why code is the way it is, from git notes"),
  Command.withExamples([
    { command: "ultragit init", description: "Set up a repository" },
    {
      command: 'ultragit commit -m "Retry once" --reason "The broker drops idle sessions"',
      description: "Record a reason"
    },
    { command: "ultragit read src/pool.ts Pool.acquire", description: "Read the reasons before changing code" },
    { command: "ultragit agents install", description: "Set up coding agents" }
  ]),
  Command.withSubcommands([...groups, hook])
)

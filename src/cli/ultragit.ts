import * as Command from "effect/cli/Command"
import { annotate } from "./commands/annotate.ts"
import { backfill } from "./commands/backfill.ts"
import { ci } from "./commands/ci.ts"
import { commit } from "./commands/commit.ts"
import { commits } from "./commands/commits.ts"
import { completion } from "./commands/completion.ts"
import { config } from "./commands/config.ts"
import { context } from "./commands/context.ts"
import { correct } from "./commands/correct.ts"
import { deps } from "./commands/deps.ts"
import { doctor } from "./commands/doctor.ts"
import { exportCommand } from "./commands/export.ts"
import { flag } from "./commands/flag.ts"
import { history } from "./commands/history.ts"
import { hook } from "./commands/hook.ts"
import { importCommand } from "./commands/import.ts"
import { init } from "./commands/init.ts"
import { mcp } from "./commands/mcp.ts"
import { read } from "./commands/read.ts"
import { repos } from "./commands/repos.ts"
import { rewrite } from "./commands/rewrite.ts"
import { show } from "./commands/show.ts"
import { skill } from "./commands/skill.ts"
import { status } from "./commands/status.ts"
import { summary } from "./commands/summary.ts"
import { sync } from "./commands/sync.ts"
import { uninstall } from "./commands/uninstall.ts"

/** All commands, in the groups in which help and README show them. */
export const groups = [
  { group: "Ask", commands: [read, deps, history, summary, show] },
  { group: "Leave a reason", commands: [commit, context, annotate, correct, flag, backfill] },
  { group: "Look across repositories", commands: [commits, repos] },
  { group: "Keep and share", commands: [rewrite, sync, exportCommand, importCommand] },
  { group: "Set up", commands: [init, uninstall, status, doctor, config, mcp, skill, ci, completion] }
] as const

/** `ultragit`: every command there is. */
export const ultragit = Command.make("ultragit").pipe(
  Command.withDescription("The repository's memory: why code is the way it is, from git notes"),
  Command.withExamples([
    { command: "ultragit init", description: "Set a repository up" },
    {
      command: 'ultragit commit -m "Retry once" --reason "The broker drops idle sessions"',
      description: "Leave a reason"
    },
    { command: "ultragit read src/pool.ts Pool.acquire", description: "Before changing code" },
    { command: "ultragit mcp install", description: "Let coding agents ask by themselves" }
  ]),
  Command.withSubcommands([...groups, hook])
)

import process from "node:process"
import { Context, Effect } from "effect"
import { escapeOutput } from "../../domain/Text.ts"
import { Environment } from "./Environment.ts"
import { writeOutput } from "./output.ts"

/** Whether long answers may go through a pager: unless `--no-pager` is given. */
export const PagerAllowed = Context.Reference<boolean>("ultragit/cli/kit/PagerAllowed", { defaultValue: () => true })

/** Writes an answer for people: through git's pager if standard output is a terminal, else like {@link writeOutput}. */
export const pageOutput = Effect.fnUntraced(function* (text: string) {
  if (!process.stdout.isTTY || !(yield* PagerAllowed)) return yield* writeOutput(text)
  const { findPager, runPager } = yield* Effect.promise(() => import("../../adapters/git/process/PagerRun.ts"))
  const env = yield* Environment
  const pager = yield* findPager(env)
  if (pager !== undefined && (yield* runPager(pager, escapeOutput(text), env))) return
  return yield* writeOutput(text)
})

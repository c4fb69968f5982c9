import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { booleanFlag } from "../../kit/booleanFlags.ts"

const limit = Flag.Int("limit").pipe(
  Flag.withMetavar("N"),
  Flag.filter(
    (count) => count >= 1,
    () => "At least 1"
  ),
  Flag.withDescription("Maximum number of commits, oldest first"),
  Flag.optional
)

const since = Flag.String("since").pipe(
  Flag.withMetavar("TIME"),
  Flag.withDescription("Only commits since a date: 2025-01-31, '2 weeks ago'"),
  Flag.optional
)

const paths = Flag.String("path").pipe(
  Flag.withMetavar("GLOB"),
  Flag.withDescription("Only commits that change matching files; sends only those files; repeatable"),
  Flag.atLeast(0)
)

const concurrency = Flag.Int("concurrency").pipe(
  Flag.withMetavar("N"),
  Flag.filter(
    (count) => count >= 1 && count <= 64,
    () => "From 1 to 64"
  ),
  Flag.withDescription("Concurrent requests (default: 4)"),
  Flag.withDefault(4)
)

/** `ultragit backfill`: drafts annotations of old commits with a language model. */
export const backfill = Command.make(
  "backfill",
  {
    limit,
    since,
    paths,
    concurrency,
    dryRun: booleanFlag("dry-run", "Estimate calls and tokens, send nothing"),
    resume: booleanFlag("resume", "Also retry commits that failed in an earlier run"),
    yes: booleanFlag("yes", "Skip the confirmation that a terminal gets"),
    json: booleanFlag("json", "Print one line of JSON; skips the confirmation"),
    ...placeFlags
  },
  Effect.fnUntraced(function* (input) {
    const { printBackfill } = yield* Effect.promise(() => import("./run.ts"))
    yield* printBackfill(input)
  })
).pipe(
  Command.withDescription(
    "Draft annotations for commits of HEAD that have none, oldest first, with the language model of the environment: " +
      "ULTRAGIT_LLM_MODEL with ANTHROPIC_API_KEY, OPENAI_API_KEY or, for a local endpoint, OPENAI_BASE_URL. Sends " +
      "commit messages and changes there, except excluded files and lines that look like credentials. Drafts are marked " +
      "as inferred; existing notes stay unchanged. Exit code 1 if a commit fails"
  ),
  Command.withShortDescription("Draft annotations of old commits with a language model"),
  Command.withExamples([
    { command: "ultragit backfill --dry-run", description: "Estimate the cost" },
    { command: "ultragit backfill --limit 20 --path 'src/**'", description: "The oldest 20 commits that change src" },
    { command: "ultragit backfill --resume", description: "Continue, and retry failed commits" },
    {
      command: "OPENAI_BASE_URL=http://localhost:11434/v1 ULTRAGIT_LLM_MODEL=qwen3-coder ultragit backfill",
      description: "With a local model"
    }
  ]),
  Command.provide((input) => authoringLayer(input))
)

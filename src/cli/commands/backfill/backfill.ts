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
  Flag.withDescription("At most so many commits, the oldest"),
  Flag.optional
)

const since = Flag.String("since").pipe(
  Flag.withMetavar("TIME"),
  Flag.withDescription("Only commits since then: 2025-01-31, '2 weeks ago'"),
  Flag.optional
)

const paths = Flag.String("path").pipe(
  Flag.withMetavar("GLOB"),
  Flag.withDescription("Only commits that change such files, and only these files are sent; also several"),
  Flag.atLeast(0)
)

const concurrency = Flag.Int("concurrency").pipe(
  Flag.withMetavar("N"),
  Flag.filter(
    (count) => count >= 1 && count <= 64,
    () => "From 1 to 64"
  ),
  Flag.withDescription("Calls in flight at once (default: 4)"),
  Flag.withDefault(4)
)

/** `ultragit backfill`: drafts annotations of old commits by a language model. */
export const backfill = Command.make(
  "backfill",
  {
    limit,
    since,
    paths,
    concurrency,
    dryRun: booleanFlag("dry-run", "Say how many calls and tokens it would take, and send nothing"),
    resume: booleanFlag("resume", "Also the commits that failed in an earlier run"),
    yes: booleanFlag("yes", "Do not ask on a terminal; elsewhere nothing is asked"),
    json: booleanFlag("json", "One line of JSON; nothing is asked"),
    ...placeFlags
  },
  Effect.fnUntraced(function* (input) {
    const { printBackfill } = yield* Effect.promise(() => import("./run.ts"))
    yield* printBackfill(input)
  })
).pipe(
  Command.withDescription(
    "Draft annotations of HEAD's commits that have none, oldest first, by a language model that the environment names: " +
      "ULTRAGIT_LLM_MODEL with ANTHROPIC_API_KEY, OPENAI_API_KEY or, for a local endpoint, OPENAI_BASE_URL. Messages and " +
      "changes are sent there, without excluded files and lines that look like credentials. Drafts are marked as " +
      "inferred; notes of authors stay as they are. Exit code 1 when some commits failed"
  ),
  Command.withShortDescription("Draft annotations of old commits by a language model"),
  Command.withExamples([
    { command: "ultragit backfill --dry-run", description: "What it would take" },
    { command: "ultragit backfill --limit 20 --path 'src/**'", description: "The oldest 20 that change src" },
    { command: "ultragit backfill --resume", description: "Go on after an interruption, failed ones included" },
    {
      command: "OPENAI_BASE_URL=http://localhost:11434/v1 ULTRAGIT_LLM_MODEL=qwen3-coder ultragit backfill",
      description: "By a model on this machine"
    }
  ]),
  Command.provide((input) => authoringLayer(input))
)

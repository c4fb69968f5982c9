import { Effect } from "effect"
import { makeDemoRepository } from "../demo/repository.ts"
import { type Findings, versus } from "../measure.ts"
import { timeOf } from "../processes.ts"
import type { Subject } from "../Subject.ts"

/** `ultragit read` as one command in a small repository, against a bare Node and then one `git blame`. */
export const readCommand = Effect.fn("readCommand")(function* ({ node, program, rounds }: Subject) {
  const { directory, file } = yield* makeDemoRepository
  const ours = timeOf([...program, "read", file, "--json"], directory)
  const bare = timeOf([node, "-e", "0"], directory)
  const blame = timeOf(["git", "blame", "--porcelain", "--", file], directory)
  const times = yield* versus(
    rounds,
    ours,
    Effect.zipWith(bare, blame, (first, second) => first + second)
  )
  const row = {
    what: "`ultragit read`, small repository",
    ...times,
    against: "bare Node and one `git blame`",
    reach: "≤ 1.5"
  }
  return { rows: [row], facts: [] } satisfies Findings
}, Effect.scoped)

import { Effect } from "effect"
import { makeDemoRepository } from "../demo/repository.ts"
import { rowOf, compareInTurn } from "../measure.ts"
import { timeOf } from "../processes.ts"
import type { Slot } from "../Slot.ts"

/** `ultragit read` as one command in a small repository, against bare Node plus one `git blame`. */
export const readCommand: Slot = {
  name: "readCommand",
  about: "`ultragit read` as one command in its own small repository, against bare Node plus one `git blame`",
  seconds: 15,
  measure: Effect.fn("readCommand")(function* ({ node, program, rounds }) {
    const { directory, file } = yield* makeDemoRepository
    const ours = timeOf([...program, "read", file, "--json"], directory)
    const bare = timeOf([node, "-e", "0"], directory)
    const blame = timeOf(["git", "blame", "--porcelain", "--", file], directory)
    const duel = yield* compareInTurn(
      rounds,
      ours,
      Effect.zipWith(bare, blame, (first, second) => first + second)
    )
    return [rowOf("`ultragit read`, small repository", duel, "bare Node and one `git blame`", { max: 120 })]
  }, Effect.scoped)
}

import { describe } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { Git } from "../../src/adapters/git/Git.ts"
import { GitWrites } from "../../src/adapters/git/GitWrites.ts"
import { commitContract } from "./gitWrites/commitContract.ts"
import { notesWriteContract } from "./gitWrites/notesWriteContract.ts"
import { configWriteContract, refContract } from "./gitWrites/refContract.ts"
import { remoteContract } from "./gitWrites/remoteContract.ts"
import { isolation } from "./runGit.ts"

/** Runs an effect on the layer under test in a folder, with additional environment variables. */
export type UseGitWrites = <A, E, R>(
  directory: string,
  use: (writes: GitWrites["Service"], git: Git["Service"]) => Effect.Effect<A, E, R>,
  environment?: Readonly<Record<string, string>>
) => Effect.Effect<A, E, R>

/** The contract of every layer of `GitWrites`, checked on real repositories. */
export const gitWritesContractSuite = (subject: {
  readonly name: string
  /** Creates a fresh layer for a folder, with additional environment variables. */
  readonly layer: (directory: string, environment: Readonly<Record<string, string>>) => Layer.Layer<Git | GitWrites>
}) => {
  const use: UseGitWrites = (directory, ask, environment) =>
    Effect.gen(function* () {
      return yield* ask(yield* GitWrites, yield* Git)
    }).pipe(Effect.provide(subject.layer(directory, { ...isolation, ...environment }), { local: true }))
  describe(`${subject.name}, a layer of GitWrites`, () => {
    notesWriteContract(use)
    refContract(use)
    configWriteContract(use)
    remoteContract(use)
    commitContract(use)
  })
}

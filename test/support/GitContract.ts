import { assert, describe } from "@effect/vitest"
import { Array, Effect, type Layer, Option } from "effect"
import { Git } from "../../src/adapters/git/Git.ts"
import { blameContract } from "./git/blameContract.ts"
import { changeContract, refContract } from "./git/changeContract.ts"
import { configContract } from "./git/configContract.ts"
import { contextContract } from "./git/contextContract.ts"
import { diffContract, patchContract } from "./git/diffContract.ts"
import { freshnessContract } from "./git/freshnessContract.ts"
import { historyContract } from "./git/historyContract.ts"
import { hostileContract } from "./git/hostileContract.ts"
import { kindContract } from "./git/kindContract.ts"
import { nameContract } from "./git/nameContract.ts"
import { notesContract } from "./git/notesContract.ts"
import { objectContract } from "./git/objectContract.ts"
import { openingContract } from "./git/openingContract.ts"
import { randomContract } from "./git/randomContract.ts"
import { treeContract } from "./git/treeContract.ts"
import { timeContract, trailerContract, userContract } from "./git/userContract.ts"
import { reflogContract, walkContract } from "./git/walkContract.ts"
import { isolation } from "./runGit.ts"
import { whenSettled } from "./settledClock.ts"

/** Runs an effect on the layers under test in a folder, with additional environment variables. */
export type UseGit = <A, E, R>(
  directory: string,
  use: (git: Git["Service"]) => Effect.Effect<A, E, R>,
  environment?: Readonly<Record<string, string>>
) => Effect.Effect<A, E, R>

interface LayerOfGit {
  readonly name: string
  /** Creates a fresh layer for a folder, with additional environment variables. */
  readonly layer: (directory: string, environment: Readonly<Record<string, string>>) => Layer.Layer<Git>
}

const asking =
  ({ layer, name }: LayerOfGit): UseGit =>
  (directory, ask, environment) =>
    Effect.flatMap(Git, ask).pipe(
      Effect.provide(layer(directory, { ...isolation, ...environment }), { local: true }),
      Effect.onError(() => Effect.logError(`when ${name} was asked`))
    )

/**
 * Runs all layers in turn on one repository, which nothing may change during the test. Their answers must be the same.
 */
const askingAll =
  (layers: ReadonlyArray<LayerOfGit>): UseGit =>
  (directory, ask, environment) =>
    Effect.map(
      Effect.forEach(layers, (layer) => whenSettled(asking(layer)(directory, ask, environment))),
      (answers) => {
        for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
        return Option.getOrThrow(Array.last(answers))
      }
    )

/** The contract of every layer of `Git`, checked on real repositories. */
export const gitContractSuite = (
  layers: ReadonlyArray<LayerOfGit>,
  options: { readonly tags?: Array<string> } = {}
) => {
  const use = askingAll(layers)
  describe(`layers of Git: ${layers.map(({ name }) => name).join(", ")}`, options, () => {
    nameContract(use)
    treeContract(use)
    blameContract(use)
    historyContract(use)
    notesContract(use)
    diffContract(use)
    patchContract(use)
    changeContract(use)
    refContract(use)
    walkContract(use)
    reflogContract(use)
    trailerContract(use)
    userContract(use)
    timeContract(use)
    configContract(use)
    openingContract(use)
    kindContract(use)
    randomContract(use)
    hostileContract(use)
    // Last, because large objects leave a large heap, which makes every spawn slower.
    objectContract(use)
  })
  for (const layer of layers) {
    describe(`${layer.name}, a layer of Git`, options, () => {
      freshnessContract(asking(layer))
      contextContract(asking(layer))
    })
  }
}

import { cpSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { makeRandom } from "../../../bench/verify/random.ts"
import { detectorInfos, isOn } from "../../../src/codeGraph/findings/detectorList.ts"
import { CodeGraph } from "../../../src/codeGraph/service/CodeGraph.ts"
import { makeFolder, makeRepository } from "../TemporaryRepository.ts"
import { inRepository } from "./codeGraph.ts"
import { pickFile } from "./mixedProject.ts"
import { change } from "./sequences.ts"

const optional = [...detectorInfos.keys()].filter((id) => !isOn(id))

/** Lists what every detector finds, those that are off too. */
const listAll = Effect.gen(function* () {
  const graph = yield* CodeGraph
  const lists = yield* Effect.forEach([undefined, ...optional], (detector) =>
    graph.findings(detector === undefined ? { limit: 500 } : { detector, limit: 500 })
  )
  return lists.flatMap(({ findings }) => findings)
})

/** Lists what is found in a copy of a repository that has no index. */
const listAnew = Effect.fnUntraced(function* (directory: string) {
  const copy = join(yield* makeFolder, "copy")
  cpSync(directory, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  rmSync(join(copy, ".git/ultragit"), { recursive: true, force: true })
  return yield* listAll.pipe(inRepository(copy))
}, Effect.scoped)

/**
 * Changes a repository of four languages at random, one edit, rename, commit, stash or switch of branches at a time, and
 * compares what is found after each with what is found in a copy whose index is made anew. Returns the edits after which
 * something differs, and the number of findings that were compared.
 */
export const runFindingEdits = Effect.fn("runFindingEdits")(function* (seed: number, edits: number) {
  const random = makeRandom(seed)
  const repository = yield* makeRepository()
  for (let at = 0; at < 16; at += 1) yield* repository.write(...pickFile(random))
  yield* repository.commit("First")
  return yield* Effect.gen(function* () {
    const different: Array<number> = []
    let compared = 0
    for (let edit = 1; edit <= edits; edit += 1) {
      yield* change(repository, random)
      const kept = yield* listAll
      const anew = yield* listAnew(repository.directory)
      compared += anew.length
      if (JSON.stringify(kept) !== JSON.stringify(anew)) different.push(edit)
    }
    return { compared, different }
  }).pipe(inRepository(repository.directory))
})

import { Effect } from "effect"
import { poolSource } from "../annotated.ts"
import { minimalNote, minimalRegion } from "../notes.ts"
import { makeRepository } from "../TemporaryRepository.ts"

/** The path of a file of {@link makeFiles}. */
export const pathOf = (name: string): string => `src/${name}.ts`

/**
 * A repository in whose one commit each of these files came, all alike but for a last line, and a note that says the
 * same of each: what is true of one is true of another under its name. Whatever happens to the calls for one file,
 * nothing that was kept of another can hide it.
 */
export const makeFiles = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const repository = yield* makeRepository({ config: { "ultragit.gitTimeout": "600" } })
  const commit = yield* repository.commit("Add the pools", {
    files: Object.fromEntries(names.map((name) => [pathOf(name), `${poolSource}// ${name}\n`]))
  })
  const regions = names.flatMap((name) => [
    { ...minimalRegion(pathOf(name), "connect", [9, 11]), intent: "Make a pool for one broker." },
    { ...minimalRegion(pathOf(name), "Pool.acquire", [2, 4]), intent: "Hand out one connection at a time." }
  ])
  yield* repository.note(commit, minimalNote(commit, { regions }))
  return { repository, commit }
})

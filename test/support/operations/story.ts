import { Effect } from "effect"
import { minimalNote, minimalRegion } from "../notes.ts"
import { fromTemplate } from "../template.ts"
import { makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"
import { linesOf, rewritten, sourceOf } from "./code.ts"

/** A statement about one function, with an intent that is unique. */
export interface Statement {
  readonly file: string
  readonly anchor: string
  readonly intent: string
}

/** What a writer says of a function that he made so. */
export const statement = (file: string, anchor: string, variant: string): Statement => ({
  file,
  anchor,
  intent: `Keep ${anchor} ${variant}, as the broker wants it.`
})

/** The function that every statement relies on, for `deps`. */
export const reliedOn = { file: "src/limits.ts", anchor: "limit" } as const
/** How a statement relies on it. */
export const natureOf = ({ intent }: Statement): string => `reads the limit to: ${intent}`

/** The note that says these things of the files as given. */
export const noteOf = (
  commit: string,
  timestamp: string,
  statements: ReadonlyArray<Statement>,
  contentOf: (file: string) => string
): object =>
  minimalNote(commit, {
    timestamp,
    summary: statements.map(({ anchor }) => `On ${anchor}.`).join(" "),
    regions: statements.map((said) => ({
      ...minimalRegion(said.file, said.anchor, linesOf(contentOf(said.file), said.anchor) ?? [1, 1]),
      intent: said.intent,
      semantic_dependencies: [{ ...reliedOn, nature: natureOf(said) }]
    })),
    provenance: { operation: "initial", derived_from: [], original_annotations_preserved: true }
  })

const pool = "src/pool.ts"
const queue = "src/queue.ts"
const codec = "src/codec.ts"

/** Everything that the story says, by function. */
export const said = {
  acquire: statement(pool, "acquire", "bounded"),
  push: statement(queue, "push", "ordered"),
  encode: statement(codec, "encode", "plain"),
  decode: statement(codec, "decode", "plain"),
  release: statement(pool, "release", "checked"),
  pop: statement(queue, "pop", "blocking")
} as const

/** All of it. */
export const everything: ReadonlyArray<Statement> = Object.values(said)

/** All but the statements about these functions. */
export const allBut = (...anchors: ReadonlyArray<keyof typeof said>): ReadonlyArray<Statement> =>
  everything.filter(({ anchor }) => !anchors.some((left) => left === anchor))

const first = {
  [pool]: sourceOf(["acquire", "release", "drain"], "first"),
  [queue]: sourceOf(["push", "pop", "peek"], "first"),
  [reliedOn.file]: sourceOf([reliedOn.anchor], "first")
}
const bounded = rewritten(first[pool], "acquire", "bounded")
const ordered = rewritten(first[queue], "push", "ordered")
const steps = [
  { name: "base", files: first, statements: [] },
  { name: "acquire", files: { [pool]: bounded }, statements: [said.acquire] },
  { name: "push", files: { [queue]: ordered }, statements: [said.push] },
  {
    name: "codec",
    files: { [codec]: sourceOf(["encode", "decode"], "plain") },
    statements: [said.encode, said.decode]
  },
  { name: "release", files: { [pool]: rewritten(bounded, "release", "checked") }, statements: [said.release] },
  { name: "pop", files: { [queue]: rewritten(ordered, "pop", "blocking") }, statements: [said.pop] }
] as const

/** The commits of the story, oldest first; each but the base has a note. */
export type StepName = (typeof steps)[number]["name"]

/** A repository with the story on `main` and its notes; no configuration of notes. */
export const makeStory = fromTemplate(
  Effect.gen(function* () {
    const repository = yield* makeRepository({ config: { "ultragit.maxResults": "1000" } })
    const ids = yield* repository.importHistory(
      steps.map(({ files, name }) => ({ message: name === "base" ? "Begin" : `Change ${name}`, files }))
    )
    const contents = steps.map(({ files }) => new Map(Object.entries(files)))
    const notes = steps.flatMap(({ statements }, at) => {
      const commit = ids[at] ?? ""
      const contentOf = (file: string) => contents[at]?.get(file) ?? ""
      return statements.length === 0
        ? []
        : [[commit, noteOf(commit, `2024-01-01T0${at}:00:00Z`, statements, contentOf)] as const]
    })
    yield* repository.importNotes(notes)
    const named = new Map(steps.map(({ name }, at) => [name, ids[at] ?? ""] as const))
    return { repository, idOf: (name: StepName): string => named.get(name) ?? "" }
  })
)

/** A repository with the story. */
export interface Story {
  readonly repository: TemporaryRepository
  readonly idOf: (name: StepName) => string
}

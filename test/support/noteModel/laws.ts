import { Effect, Result } from "effect"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { decodeNote } from "../../../src/notes/format/decode.ts"
import { encodeNote } from "../../../src/notes/format/encode.ts"
import { NotesWriter } from "../../../src/notes/NotesWriter.ts"
import type { TemporaryRepository } from "../TemporaryRepository.ts"
import { type Clone, notesRef, type Sayings, within, type World } from "./World.ts"

/** The notes of a repository: commit and text. */
const notesIn = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const { stdout } = yield* repository.tryGit(["notes", `--ref=${notesRef}`, "list"])
  const entries = stdout
    .toString()
    .split("\n")
    .map((line) => line.split(" "))
    .flatMap(([blob, commit]) => (blob === undefined || commit === undefined ? [] : [{ blob, commit }]))
  const stdin = entries.map(({ blob }) => `${blob}\n`).join("")
  const batch = Buffer.from(yield* repository.git(["cat-file", "--batch"], { stdin }))
  let at = 0
  return entries.map(({ commit }) => {
    const body = batch.indexOf("\n", at) + 1
    const size = Number(batch.subarray(at, body).toString().split(" ")[2])
    at = body + size + 1
    return [commit, batch.subarray(body, body + size)] as const
  })
})

/** What is wrong with the notes of a repository: texts that are gone, notes that cannot be read. */
export const lossesIn = Effect.fnUntraced(function* (repository: TemporaryRepository, said: Sayings) {
  const notes = new Map(yield* notesIn(repository))
  const broken = [...notes].flatMap(([commit, bytes]) =>
    Result.match(decodeNote(ObjectId.make(commit), bytes), {
      onFailure: ({ detail, field }) => [`${commit}: ${field} ${detail}`],
      onSuccess: () => []
    })
  )
  const lost = [...said].flatMap(([commit, texts]) => {
    const text = notes.get(commit)?.toString() ?? ""
    return [...texts].filter((one) => !text.includes(one)).map((one) => `${commit} does not say ${one}`)
  })
  return [...broken, ...lost]
})

const treeOf = (repository: TemporaryRepository) =>
  Effect.map(repository.tryGit(["rev-parse", "--verify", "--quiet", `${notesRef}^{tree}`]), ({ stdout }) =>
    stdout.toString().trim()
  )

/** The tips of all clones' notes, brought to one of them under other names. */
const tipsIn = Effect.fnUntraced(function* (judge: Clone, world: World) {
  const tips: Array<string> = []
  for (const { name, repository } of world.clones) {
    const ref = `refs/judged/${name}`
    const { exitCode } = yield* judge.repository.tryGit([
      "fetch",
      "--quiet",
      repository.directory,
      `+${notesRef}:${ref}`
    ])
    if (exitCode === 0) tips.push(yield* judge.repository.id(ref))
  }
  return tips
})

/** What the notes of a repository say; two documents in one note, as `git notes append` leaves them, are read as one. */
const sayingsIn = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const said = (yield* notesIn(repository)).map(([commit, bytes]) => {
    const text = Result.match(decodeNote(ObjectId.make(commit), bytes), {
      onFailure: ({ detail, field }) => `${field} ${detail}`,
      onSuccess: ({ document, recorded }) => encodeNote(recorded, document)
    })
    return [commit, text] as const
  })
  return new Map(said)
})

/** Merges notes commits into one another from the left; what comes of it. */
const merged = Effect.fnUntraced(function* (judge: Clone, [first = "", ...rest]: ReadonlyArray<string>) {
  yield* judge.repository.git(["update-ref", notesRef, first])
  for (const tip of rest) {
    yield* within(
      judge,
      Effect.flatMap(NotesWriter, (writer) => writer.merge(ObjectId.make(tip), "Merge"))
    )
  }
  return { said: yield* sayingsIn(judge.repository), tip: yield* judge.repository.id(notesRef) }
})

/** What merging the clones' notes does that it must not, tried in one of them, whose notes are as before afterwards. */
export const brokenLaws = Effect.fnUntraced(function* (judge: Clone, world: World) {
  const tips = yield* tipsIn(judge, world)
  const [a = "", b = "", c = ""] = tips
  if (tips.length < 3) return []
  const before = yield* judge.repository.id(notesRef)
  const straight = yield* merged(judge, [a, b, c])
  const ways = {
    "is not commutative": yield* merged(judge, [c, b, a]),
    "is not associative": yield* merged(judge, [a, (yield* merged(judge, [b, c])).tip]),
    "is not idempotent": yield* merged(judge, [straight.tip, a, b, c, straight.tip])
  }
  yield* judge.repository.git(["update-ref", notesRef, before])
  return Object.entries(ways).flatMap(([law, { said }]) => {
    const commits = new Set([...said.keys(), ...straight.said.keys()])
    const differing = [...commits].filter((commit) => said.get(commit) !== straight.said.get(commit))
    return differing.map((commit) => `merge ${law}: ${said.get(commit)} instead of ${straight.said.get(commit)}`)
  })
})

/** The notes trees of the clones; of one tree, where they agree. */
export const treesOf = (world: World) =>
  Effect.map(
    Effect.forEach(world.clones, ({ repository }) => treeOf(repository)),
    (trees) => new Set(trees)
  )

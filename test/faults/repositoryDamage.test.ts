import { cp, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { makePool } from "../support/annotated.ts"
import {
  ask,
  askAll,
  cutInHalf,
  damage,
  emptied,
  flipped,
  flippedAt,
  gone,
  listing,
  living,
  type QuestionName,
  type Outcome
} from "../support/faults/repository.ts"
import { isLong, slow } from "../support/scale.ts"
import { makeFolder, repositoryAt, type TemporaryRepository } from "../support/TemporaryRepository.ts"

const io = <A>(run: () => Promise<A>): Effect.Effect<A> => Effect.promise(run)

type Change = Parameters<typeof damage>[1]
type Damage = (repository: TemporaryRepository) => Effect.Effect<void>

const git =
  (path: string, change: Change): Damage =>
  ({ directory }) =>
    damage(join(directory, ".git", path), change)

/** Of the object that a revision names. */
const object = (revision: string, change: Change): Damage =>
  Effect.fnUntraced(function* (repository) {
    const id = yield* repository.id(revision)
    yield* git(join("objects", id.slice(0, 2), id.slice(2)), change)(repository)
  })

/** Of the blob of the note on the first commit. */
const note = (change: Change): Damage =>
  Effect.fnUntraced(function* (repository) {
    const id = yield* repository.git(["notes", "--ref=ultragit", "list", "HEAD~1"])
    yield* git(join("objects", id.slice(0, 2), id.slice(2)), change)(repository)
  })

/** Of the files of packs that end so, everything packed before. */
const pack = (ending: string, change: Change): Damage =>
  Effect.fnUntraced(function* (repository) {
    yield* repository.git(["repack", "-a", "-d", "-q"])
    yield* repository.git(["multi-pack-index", "write"])
    const folder = join("objects", "pack")
    const names = yield* io(() => readdir(join(repository.directory, ".git", folder)))
    for (const name of names.filter((each) => each.endsWith(ending))) yield* git(join(folder, name), change)(repository)
  })

const graph = (change: Change): Damage =>
  Effect.fnUntraced(function* (repository) {
    yield* repository.git(["commit-graph", "write", "--reachable", "--changed-paths"])
    yield* git("objects/info/commit-graph", change)(repository)
  })

const packedRefs = (change: Change): Damage =>
  Effect.fnUntraced(function* (repository) {
    yield* repository.git(["pack-refs", "--all"])
    yield* git("packed-refs", change)(repository)
  })

/** A kind of damage, the expected text of affected answers, and the unaffected questions. */
interface Fault {
  readonly damage: Damage
  readonly says: RegExp
  readonly spared?: ReadonlyArray<QuestionName>
  /** The layers of git with which it is tried in a short run; none: only in a long one. */
  readonly often?: ReadonlyArray<string>
}

const missing = /^object_missing: Object [0-9a-f]{40} is not in this repository\. .*git blame FILE/
const damaged = /^object_damaged: Object [0-9a-f]{40} of this repository is damaged\. Run git fsck --full/
const skipped =
  /"warnings":\[.*(?:(?:src\/\w+\.ts was skipped|cannot be followed|lines are unknown|lines is unknown, [^:]*|with this one are left out): Object [0-9a-f]{40} |src\/app\.ts cannot be read \(object [0-9a-f]{40} )/
const either = (one: RegExp, other: RegExp) => new RegExp(`${one.source}|${other.source}`)
const head =
  /^(?:ref_unreadable: Cannot read (?:HEAD|refs\/notes\/ultragit): |object_missing: |object_damaged: |git_failed: .*packed-refs)/
const notes = /^(?:notes_unreadable|ref_unreadable): Cannot read (?:the notes at )?refs\/notes\/ultragit: /
const unread = /"warnings":\["The note on [0-9a-f]{12} was skipped: document: is not in this repository/
const everything: ReadonlyArray<QuestionName> = [
  "read pool",
  "deps pool",
  "history pool",
  "summary pool",
  "read app",
  "summary all"
]
const nothing = /^(?!)/

const faults: Readonly<Record<string, Fault>> = {
  "a missing commit of HEAD": { damage: object("HEAD", gone), says: head, often: ["process", "es-git"] },
  "a damaged commit of HEAD": { damage: object("HEAD", flipped), says: head },
  "a missing commit of the history": { damage: object("HEAD~1", gone), says: either(missing, skipped) },
  "a damaged commit of the history": { damage: object("HEAD~1", flipped), says: damaged, often: ["process"] },
  "a missing tree of HEAD": { damage: object("HEAD^{tree}", gone), says: missing, often: ["process"] },
  "a damaged tree of HEAD": { damage: object("HEAD^{tree}", flipped), says: damaged },
  "a missing tree of the history": {
    damage: object("HEAD~1:src", gone),
    says: either(missing, skipped)
  },
  "a missing file": {
    damage: object("HEAD:src/pool.ts", gone),
    says: either(missing, skipped),
    spared: ["read app"],
    often: ["process"]
  },
  "a damaged file": {
    damage: object("HEAD:src/pool.ts", flipped),
    says: either(either(damaged, missing), skipped),
    spared: ["read app"]
  },
  "a missing file that depends": {
    damage: object("HEAD:src/app.ts", gone),
    says: either(missing, skipped),
    spared: ["summary pool", "history pool"]
  },
  "a damaged file that depends": {
    damage: object("HEAD:src/app.ts", flipped),
    says: either(either(damaged, missing), skipped),
    spared: ["summary pool", "history pool"],
    often: ["process"]
  },
  "a missing notes commit": { damage: object("refs/notes/ultragit", gone), says: notes, often: ["es-git"] },
  "a damaged notes tree": { damage: object("refs/notes/ultragit^{tree}", flipped), says: notes },
  "a missing note": { damage: note(gone), says: unread },
  "a damaged note": { damage: note(flipped), says: unread, often: ["process"] },
  "a pack cut off": { damage: pack(".pack", cutInHalf), says: head },
  "a damaged pack": { damage: pack(".pack", flipped), says: either(head, notes), often: ["process"] },
  "a pack's index cut off": { damage: pack(".idx", cutInHalf), says: head },
  "a damaged index of all packs": {
    damage: pack("multi-pack-index", flipped),
    says: nothing,
    spared: everything,
    often: ["process"]
  },
  "an index of all packs cut off": { damage: pack("multi-pack-index", cutInHalf), says: nothing, spared: everything },
  "a commit graph cut off": { damage: graph(cutInHalf), says: nothing, spared: everything, often: ["process"] },
  "an empty commit graph": { damage: graph(emptied), says: nothing, spared: everything },
  "a commit graph of another kind": { damage: graph(flippedAt(() => 0)), says: nothing, spared: everything },
  "a damaged index": { damage: git("index", flipped), says: nothing, spared: everything },
  "packed refs of garbage": { damage: packedRefs(() => Buffer.from("garbage\n")), says: head },
  "packed refs cut off": { damage: packedRefs(cutInHalf), says: head, often: ["es-git"] },
  "a branch of garbage": { damage: git("refs/heads/main", () => Buffer.from("garbage\n")), says: head },
  "a notes ref of garbage": { damage: git("refs/notes/ultragit", () => Buffer.from("garbage\n")), says: notes },
  "an empty notes ref": { damage: git("refs/notes/ultragit", emptied), says: notes },
  "a malformed configuration": { damage: git("config", () => Buffer.from("[core\nx")), says: /^git_failed: .*config/ }
}

const textOf = (seen: Outcome): string => ("answer" in seen ? seen.answer : seen.failure)

/** A copy of a repository: its layers may read it as they like, and it may be broken. */
const copyOf = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const folder = join(yield* makeFolder, "copy")
  yield* io(() => cp(repository.directory, folder, { recursive: true }))
  return repositoryAt(folder)
})

/** Every fault with every layer in a long run; else those that go through different code, and es-git where it is asked. */
const layersFor = ({ often }: Fault): ReadonlyArray<string> => (isLong ? ["process", "es-git"] : (often ?? []))

/** What a git directory has but the program's own folder, to which a living server may be writing. */
const namesIn = (folder: string) =>
  Effect.map(
    io(() => readdir(folder)),
    (names) => names.filter((name) => name !== "ultragit")
  )

/** Puts a git directory back. */
const restore = Effect.fnUntraced(function* (from: string, to: string) {
  for (const name of yield* namesIn(to)) yield* io(() => rm(join(to, name), { recursive: true }))
  for (const name of yield* namesIn(from)) yield* io(() => cp(join(from, name), join(to, name), { recursive: true }))
})

interface Fixture {
  readonly whole: TemporaryRepository
  readonly healthy: Readonly<Record<QuestionName, Outcome>>
}

const checkFault = Effect.fnUntraced(function* (
  { healthy, whole }: Fixture,
  { damage: harm, says, spared = [] }: Fault,
  library: string
) {
  const broken = yield* copyOf(whole)
  const repair = restore(join(whole.directory, ".git"), join(broken.directory, ".git"))
  yield* harm(broken)
  const before = yield* listing(broken)
  yield* living(broken, { ULTRAGIT_GIT: library }, (server) =>
    Effect.gen(function* () {
      const seen = yield* askAll(server)
      for (const name of everything) {
        if (textOf(seen[name]) === textOf(healthy[name])) continue
        assert.notInclude(spared, name, textOf(seen[name]))
        assert.match(textOf(seen[name]), says, name)
      }
      assert.deepStrictEqual(yield* listing(broken), before)
      yield* repair
      assert.deepStrictEqual(yield* ask("read pool", server), healthy["read pool"])
      assert.deepStrictEqual(yield* ask("summary all", server), healthy["summary all"])
    })
  )
})

class Whole extends Context.Service<Whole, Fixture>()("ultragit/test/faults/repositoryDamage.test/Whole") {
  static readonly layer = Layer.effect(
    Whole,
    Effect.gen(function* () {
      const { repository: whole } = yield* makePool
      return { whole, healthy: yield* living(whole, { ULTRAGIT_GIT: "process" }, askAll) }
    })
  )
}

/** One fault of each kind, which `npm test` keeps: in a file, a note and a pack. */
const quick = new Set(["a missing file", "a damaged note", "a damaged pack"])

layer(Whole.layer)("a repository with", (it) => {
  for (const [name, fault] of Object.entries(faults)) {
    it.effect.skipIf(layersFor(fault).length === 0)(
      `${name} is reported in affected answers, which recover once it is repaired`,
      () =>
        Effect.gen(function* () {
          const fixture = yield* Whole
          for (const library of layersFor(fault)) yield* checkFault(fixture, fault, library)
        }),
      quick.has(name) ? {} : slow
    )
  }
})

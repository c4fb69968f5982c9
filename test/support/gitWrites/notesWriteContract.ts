import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { UseGitWrites } from "../GitWritesContract.ts"
import { reasonOf } from "../git/reasons.ts"
import { makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"
import { slow } from "../scale.ts"

const ref = "refs/notes/ultragit"
const message = "ultragit: annotate"
const absent = ObjectId.make("1".repeat(40))
const text = (content: string) => Option.some(Buffer.from(content))
const hostileBytes = Buffer.concat([
  Buffer.from("data 3\nabc\ndone\n\nreset refs/heads/main\n\n\0M 100644 inline x\n"),
  Buffer.from([0, 255, 254, 13, 10])
])

/** Files of the git directory other than objects, logs and notes refs, which a notes commit must not create. */
const filesOf = (repository: TemporaryRepository) =>
  Effect.promise(() => readdir(join(repository.directory, ".git"), { recursive: true })).pipe(
    Effect.map((files) => files.filter((file) => !/^(?:objects\/|logs|refs\/notes)/.test(file)).toSorted())
  )

const makeCommits = (repository: TemporaryRepository, count: number) =>
  repository.importHistory(Array.from({ length: count }, (_, n) => ({ message: `commit ${n}` })))

/** Lists the paths of the notes tree. */
const pathsOf = (repository: TemporaryRepository, tip: string) =>
  Effect.map(repository.git(["ls-tree", "-r", "--name-only", tip]), (list) =>
    list.split("\n").filter((path) => path !== "")
  )

const subjects = (repository: TemporaryRepository) => repository.git(["log", "--first-parent", "--format=%s %p", ref])

/** The content of notes commits. */
export const notesWriteContract = (use: UseGitWrites) => {
  /** Writes on top of the current tip of the ref. */
  const write = (
    repository: TemporaryRepository,
    notes: ReadonlyArray<{ readonly commit: ObjectId; readonly content: Option.Option<Uint8Array> }>
  ) =>
    use(repository.directory, (writes, git) =>
      Effect.flatMap(git.resolveRef(ref), (tip) => writes.writeNotes({ ref, tip, notes, message }))
    )

  describe("notes", () => {
    it.effect.each(["sha1", "sha256"] as const)("come to be with their ref, by the committer: %s", (objectFormat) =>
      Effect.gen(function* () {
        const repository = yield* makeRepository({ objectFormat })
        const commit = yield* repository.commit("one")
        const before = yield* filesOf(repository)
        const tip = yield* write(repository, [{ commit, content: Option.some(hostileBytes) }])
        assert.deepStrictEqual(tip, Option.some(yield* repository.id(ref)))
        const { stdout } = yield* repository.tryGit(["cat-file", "blob", `${ref}:${commit}`])
        assert.deepStrictEqual(stdout, hostileBytes)
        assert.strictEqual(
          yield* repository.git(["log", "--format=%B%an|%cn <%ce>", ref]),
          `${message}\nCarl Committer|Carl Committer <carl@example.org>`
        )
        assert.strictEqual(yield* repository.git(["reflog", "show", "--format=%gs", ref]), message)
        assert.deepStrictEqual(yield* filesOf(repository), before)
      })
    )

    it.effect("are changed, added and removed in one commit", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const [a = absent, b = absent, c = absent] = yield* makeCommits(repository, 3)
        const old = yield* repository.importNotes([
          [a, "a"],
          [b, "b"]
        ])
        yield* write(repository, [
          { commit: a, content: text("a2") },
          { commit: b, content: Option.none() },
          { commit: c, content: text("c") }
        ])
        assert.strictEqual(yield* repository.git(["rev-parse", `${ref}^`]), old)
        assert.strictEqual(yield* repository.git(["notes", `--ref=${ref}`, "show", a]), "a2")
        assert.deepStrictEqual(yield* pathsOf(repository, ref), [a, c].toSorted())
      })
    )

    it.effect("without changes create no commit", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const [a = absent, b = absent] = yield* makeCommits(repository, 2)
        assert.deepStrictEqual(yield* write(repository, [{ commit: b, content: Option.none() }]), Option.none())
        const tip = yield* repository.note(a, "same")
        const result = yield* write(repository, [
          { commit: a, content: text("same") },
          { commit: b, content: Option.none() }
        ])
        assert.deepStrictEqual(result, Option.some(tip))
        assert.strictEqual(yield* repository.id(ref), tip)
      })
    )

    it.effect("of a merge keep all parents, even without changes or with missing annotated commits", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const commit = yield* repository.commit("one")
        const theirs = yield* repository.note(commit, "theirs", { ref: "refs/notes/theirs" })
        const ours = yield* repository.note(commit, "ours")
        const input = { ref, merged: [theirs], message }
        yield* use(repository.directory, (writes) =>
          Effect.gen(function* () {
            const tip = yield* writes.writeNotes({ ...input, tip: Option.some(ours), notes: [] })
            const notes = [{ commit: absent, content: text("from afar") }]
            yield* writes.writeNotes({ ...input, tip, notes })
          })
        )
        const first = yield* repository.id(`${ref}^`)
        assert.strictEqual(
          (yield* subjects(repository)).split("\n").slice(0, 2).join("\n"),
          `${message} ${first.slice(0, 7)} ${theirs.slice(0, 7)}\n${message} ${ours.slice(0, 7)} ${theirs.slice(0, 7)}`
        )
        assert.strictEqual(yield* repository.git(["cat-file", "blob", `${ref}:${absent}`]), "from afar")
      })
    )

    it.effect("with missing commits, tips or parents are rejected and leave nothing behind", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const commit = yield* repository.commit("one")
        const tree = ObjectId.make(yield* repository.git(["rev-parse", "HEAD^{tree}"]))
        const tip = Option.some(yield* repository.note(commit, "note"))
        const before = yield* filesOf(repository)
        const some = [{ commit, content: text("new") }]
        const reasons = yield* use(repository.directory, (writes) =>
          Effect.forEach(
            [
              { tip, notes: [...some, { commit: absent, content: text("x") }] },
              { tip, notes: [{ commit: tree, content: text("x") }] },
              { tip: Option.some(absent), notes: some },
              { tip, notes: some, merged: [absent] }
            ],
            (input) => reasonOf(writes.writeNotes({ ref, message, ...input }))
          )
        )
        assert.deepStrictEqual(reasons, ["ObjectMissing", "ObjectMissing", "ObjectMissing", "ObjectMissing"])
        assert.deepStrictEqual(Option.some(yield* repository.id(ref)), tip)
        assert.deepStrictEqual(yield* filesOf(repository), before)
      })
    )

    it.effect("have a fallback committer if git has no identity", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository({ config: { "user.useConfigOnly": "true" } })
        const commit = yield* repository.commit("one")
        const noIdentity = { GIT_COMMITTER_NAME: "", GIT_COMMITTER_EMAIL: "", EMAIL: "" }
        const notes = [{ commit, content: text("x") }]
        yield* use(
          repository.directory,
          (writes) => writes.writeNotes({ ref, tip: Option.none(), notes, message }),
          noIdentity
        )
        assert.strictEqual(yield* repository.git(["log", "--format=%cn <%ce>", ref]), "ultragit <ultragit@localhost>")
      })
    )
  })

  describe("the fan-out of notes", () => {
    it.effect(
      "is kept with 3,000 notes",
      () =>
        Effect.gen(function* () {
          const repository = yield* makeRepository()
          const ids = yield* makeCommits(repository, 3001)
          const [changed = absent, added = absent, ...others] = ids
          const before = [changed, ...others]
          yield* repository.importNotes(before.map((id) => [id, `note ${id}`]))
          yield* write(repository, [
            { commit: changed, content: text("changed") },
            { commit: added, content: text("added") }
          ])
          const paths = yield* pathsOf(repository, ref)
          assert.lengthOf(paths, 3001)
          assert.isTrue(paths.every((path) => path[2] === "/" && path.length === 41))
          assert.strictEqual(
            (yield* repository.git(["diff-tree", "-r", "--name-only", `${ref}^`, ref])).split("\n").length,
            2
          )
        }),
      slow
    )

    it.effect("follows that of git notes, so that no commit gets a second note", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const ids = yield* makeCommits(repository, 200)
        const [first = absent, second = absent, ...rest] = ids
        yield* repository.note(first, "one")
        yield* repository.git(["notes", `--ref=${ref}`, "copy", "--stdin"], {
          stdin: rest.map((id) => `${first} ${id}\n`).join("")
        })
        assert.isTrue(
          (yield* pathsOf(repository, ref)).every((path) => path.includes("/")),
          "git has fanned out"
        )
        yield* write(repository, [
          { commit: first, content: text("changed") },
          { commit: second, content: text("added") }
        ])
        const paths = yield* pathsOf(repository, ref)
        assert.lengthOf(paths, 200)
        assert.isTrue(paths.every((path) => path.includes("/")))
        assert.strictEqual(yield* repository.git(["notes", `--ref=${ref}`, "show", first]), "changed")
      })
    )

    it.effect("starts when the root has too many notes, added at once or one by one", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const ids = yield* makeCommits(repository, 400)
        const notes = ids.map((commit) => ({ commit, content: text(`note ${commit}`) }))
        yield* write(repository, notes.slice(0, 255))
        assert.isTrue((yield* pathsOf(repository, ref)).every((path) => !path.includes("/")))
        yield* write(repository, [{ commit: ids[0] ?? absent, content: Option.none() }, ...notes.slice(255, 258)])
        const grown = yield* pathsOf(repository, ref)
        assert.lengthOf(grown, 257)
        assert.isTrue(grown.every((path) => path.includes("/")))
        yield* write(repository, notes)
        assert.lengthOf(yield* pathsOf(repository, ref), 400)
        assert.strictEqual((yield* repository.git(["notes", `--ref=${ref}`, "list"])).split("\n").length, 400)
      })
    )

    it.effect("with mixed depths is repaired for the notes written", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const [a = absent, b = absent] = yield* makeCommits(repository, 2)
        const blob = yield* repository.git(["hash-object", "-w", "--stdin"], { stdin: "x" })
        const inner = yield* repository.git(["mktree"], { stdin: `100644 blob ${blob}\t${a.slice(2)}\n` })
        const tree = yield* repository.git(["mktree"], {
          stdin: `040000 tree ${inner}\t${a.slice(0, 2)}\n100644 blob ${blob}\t${a}\n100644 blob ${blob}\t${b}\n`
        })
        const mixed = yield* repository.git(["commit-tree", "-m", "mixed", tree])
        yield* repository.git(["update-ref", ref, mixed])
        yield* write(repository, [{ commit: a, content: text("x") }])
        assert.deepStrictEqual(yield* pathsOf(repository, ref), [a, b].toSorted())
        yield* repository.git(["update-ref", ref, mixed])
        yield* write(repository, [{ commit: a, content: Option.none() }])
        assert.deepStrictEqual(yield* pathsOf(repository, ref), [b])
      })
    )
  })
}

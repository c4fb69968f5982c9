import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { CommitChange, CommitPatch, PatchOptions } from "../../../src/adapters/git/CommitChange.ts"
import type { Git } from "../../../src/adapters/git/Git.ts"
import type { UseGit } from "../GitContract.ts"
import { makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"

type Ask = Git["Service"]

const changesOf = (git: Ask, ids: ReadonlyArray<ObjectId>) =>
  Effect.suspend(() => {
    const found: Array<CommitChange> = []
    return Effect.as(
      git.changes(ids, (change) => void found.push(change)),
      found
    )
  })

const patchesOf = (git: Ask, ids: ReadonlyArray<ObjectId>, maxBytes: number = 1_000_000) =>
  Effect.suspend(() => {
    const found: Array<CommitPatch> = []
    return Effect.as(
      git.patches(ids, { maxBytes }, (patch) => void found.push(patch)),
      found
    )
  })

/** Collects the bytes beyond the limit of each longer patch. */
const restsOf = (git: Ask, ids: ReadonlyArray<ObjectId>, maxBytes: number) =>
  Effect.suspend(() => {
    const chunks: Array<Array<Buffer>> = []
    const onOverflow: PatchOptions["onOverflow"] = () => {
      const read: Array<Buffer> = []
      chunks.push(read)
      return (chunk) => void read.push(Buffer.from(chunk))
    }
    return Effect.map(
      git.patches(ids, { maxBytes, onOverflow }, () => {}),
      () => chunks.map((read) => Buffer.concat(read).toString())
    )
  })

/** `M a.txt`, `R old>new`. */
const shown = ({ files }: CommitChange): ReadonlyArray<string> =>
  files
    .map(({ oldPath, path, status }) => `${status} ${oldPath === undefined ? path : `${oldPath}>${path}`}`)
    .toSorted()

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join("")

/** Writes a commit object that git itself would not create. */
const rawCommit = Effect.fnUntraced(function* (repository: TemporaryRepository, headers: string, message: Uint8Array) {
  const tree = yield* repository.git(["rev-parse", "HEAD^{tree}"])
  const stdin = Buffer.concat([Buffer.from(`tree ${tree}\n${headers}\n\n`, "latin1"), message])
  return ObjectId.make(
    yield* repository.git(["hash-object", "-t", "commit", "-w", "--literally", "--stdin"], { stdin })
  )
})

/** A commit with deceptive file names. */
const oddNames = ['"quoted"', "-n", ":100644 000000 M", "\x01mark", "\xff\xfe", "a\tb", "new\nline", "tail "]
const oddCommit = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const blob = yield* repository.git(["hash-object", "-w", "--stdin"], { stdin: "one\n" })
  const entries = oddNames.map((name) => Buffer.from(`100644 blob ${blob}\t${name}\0`, "latin1"))
  const tree = yield* repository.git(["mktree", "-z"], { stdin: Buffer.concat(entries) })
  return ObjectId.make(yield* repository.git(["commit-tree", "-m", "odd", tree]))
})

/** A sequence of commits with all kinds of file changes. */
const history = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const root = yield* repository.commit("root", {
    files: {
      "a.txt": lines(0, 40),
      "moved.txt": lines(100, 140),
      mode: "m\n",
      kind: "k\n",
      "bin.dat": Buffer.from("a\0b")
    }
  })
  const moved = yield* repository.commit("moved", {
    files: {
      "moved.txt": null,
      "to/here.txt": `${lines(100, 140)}more\n`,
      "a.txt": `${lines(0, 40)}x\n`,
      "copy.txt": lines(0, 40)
    }
  })
  yield* repository.write("mode", "m\n", { executable: true })
  yield* repository.remove("kind")
  yield* repository.link("kind", "a.txt")
  yield* repository.git(["add", "--all"])
  yield* repository.git(["update-index", "--add", "--cacheinfo", `160000,${"1".repeat(root.length)},module`])
  yield* repository.git(["commit", "--quiet", "-m", "kinds"])
  const kinds = yield* repository.id("HEAD")
  yield* repository.git(["update-index", "--force-remove", "module"])
  const nul = yield* repository.commit("nul", {
    files: {
      "late.txt": Buffer.concat([Buffer.from(lines(0, 1500)), Buffer.from("with \0 in it\ndiff --git a/x b/x\n")])
    }
  })
  const gone = yield* repository.commit("gone", { files: { "a.txt": null, "bin.dat": Buffer.from("a\0c") } })
  const empty = yield* repository.commit("empty")
  return { root, moved, kinds, nul, gone, empty }
})

/** A merge without conflicts, and one that adds content of its own. */
const merges = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  yield* repository.commit("base", { files: { both: lines(0, 9), dead: "dead\n", keep: lines(50, 90) } })
  yield* repository.git(["checkout", "--quiet", "-b", "side"])
  yield* repository.commit("side", { files: { side: "side\n", both: lines(0, 9).replace("line 1", "side 1") } })
  yield* repository.git(["checkout", "--quiet", "main"])
  yield* repository.commit("main", { files: { main: "main\n", both: lines(0, 9).replace("line 8", "main 8") } })
  yield* repository.git(["merge", "--quiet", "--no-edit", "side"])
  const clean = yield* repository.id("HEAD")
  yield* repository.git(["checkout", "--quiet", "-b", "other", "HEAD~1"])
  yield* repository.commit("other", { files: { other: "other\n" } })
  yield* repository.git(["merge", "--quiet", "--no-commit", "--no-ff", "main"])
  const evil = yield* repository.commit("evil", {
    files: { both: "evil\n", smuggled: "in\n", dead: null, keep: null, renamed: lines(50, 90) }
  })
  return { clean, evil }
})

const expectPatches = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  git: Ask,
  ids: ReadonlyArray<ObjectId>
) {
  const found = yield* patchesOf(git, ids)
  assert.deepStrictEqual(
    found.map(({ commit }) => commit),
    ids
  )
  for (const { bytes, commit, size } of found) {
    const args = ["-c", "core.quotePath=false", "diff-tree", "-p", "--root", "-M", "-C", "--no-commit-id", commit]
    const { stdout } = yield* repository.tryGit(args)
    assert.deepStrictEqual(Buffer.from(bytes).toString("latin1"), stdout.toString("latin1"), commit)
    assert.strictEqual(size, stdout.length)
  }
})

/** Changes and patches, as an index of commits reads them. */
export const changeContract = (use: UseGit) =>
  describe("changes and patches of commits", () => {
    for (const objectFormat of ["sha1", "sha256"] as const) {
      it.effect(`list files added, moved, copied, changed in mode or type, deleted (${objectFormat})`, () =>
        Effect.gen(function* () {
          const repository = yield* makeRepository({ objectFormat, config: { "diff.renames": "false" } })
          const { empty, gone, kinds, moved, nul, root } = yield* history(repository)
          const odd = yield* oddCommit(repository)
          const ids = [empty, root, moved, kinds, nul, gone, odd]
          yield* use(repository.directory, (git) =>
            Effect.gen(function* () {
              const found = yield* changesOf(git, ids)
              assert.deepStrictEqual(
                found.map(({ id }) => id),
                ids
              )
              assert.deepStrictEqual(found.map(shown), [
                [],
                ["A a.txt", "A bin.dat", "A kind", "A mode", "A moved.txt"],
                ["C a.txt>copy.txt", "M a.txt", "R moved.txt>to/here.txt"],
                ["A module", "M mode", "T kind"],
                ["A late.txt", "D module"],
                ["D a.txt", "M bin.dat"],
                oddNames.map((name) => `A ${name.replace("\xff\xfe", "\udcff\udcfe")}`).toSorted()
              ])
              yield* expectPatches(repository, git, ids)
            })
          )
        })
      )
    }

    it.effect("have patches of some paths only, with renames among them", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const text = lines(0, 9)
        const first = yield* repository.commit("One", { files: { "old.txt": text, "-b*.txt": "b\n" } })
        const second = yield* repository.commit("Two", {
          files: { "old.txt": null, "new.txt": `${text}end\n`, "-b*.txt": "c\n" }
        })
        const read = (paths: ReadonlyArray<string>) =>
          use(repository.directory, (git) =>
            Effect.suspend(() => {
              const found: Array<string> = []
              const take = ({ bytes }: CommitPatch) => void found.push(Buffer.from(bytes).toString())
              return Effect.as(git.patches([first, second], { maxBytes: 1000, paths }, take), found)
            })
          )
        const [added = "", renamed = ""] = yield* read(["old.txt", "new.txt"])
        assert.include(added, "+line 0\n")
        assert.notInclude(added, "b*")
        assert.include(renamed, "rename from old.txt")
        assert.include(renamed, "\n+end\n")
        assert.deepStrictEqual(yield* read(["none"]), ["", ""])
        assert.include((yield* read(["-b*.txt"]))[1], "+c\n")
      })
    )

    it.effect("of merges list files that differ from every parent, without patches", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const { clean, evil } = yield* merges(repository)
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            const found = yield* changesOf(git, [clean, evil])
            assert.deepStrictEqual(found.map(shown), [
              ["M both"],
              ["A renamed", "A smuggled", "D dead", "D keep", "M both"]
            ])
            assert.deepStrictEqual(
              found.map(({ parents }) => parents.length),
              [2, 2]
            )
            const patches = yield* patchesOf(git, [clean, evil])
            assert.deepStrictEqual(
              patches.map(({ bytes, size }) => [bytes.length, size]),
              [
                [0, 0],
                [0, 0]
              ]
            )
          })
        )
      })
    )

    it.effect("decode messages, people and times: other encodings, empty names, invalid times", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const root = yield* repository.commit("", { files: { a: "a\n" } })
        const person = "Zo\xeb <zoe@example.org>"
        const latin = yield* rawCommit(
          repository,
          `parent ${root}\nauthor ${person} 1700000000 +0100\ncommitter C <c@example.org> 1700000001 +0000\nencoding ISO-8859-1`,
          Buffer.from("caf\xe9\n\n\x01mark: no\n", "latin1")
        )
        const timeless = yield* rawCommit(
          repository,
          "author A <a@example.org>\ncommitter C <c@example.org> 1700000001 +0000",
          Buffer.from("timeless\n")
        )
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            const [first, second, third] = yield* changesOf(git, [root, latin, timeless])
            assert.strictEqual(first?.message.trim(), "")
            assert.deepStrictEqual(second?.author, { name: "Zoë", email: "zoe@example.org" })
            assert.strictEqual(second?.authorTime, 1_700_000_000)
            assert.deepStrictEqual(second?.committer, { name: "C", email: "c@example.org" })
            assert.strictEqual(second?.committerTime, 1_700_000_001)
            assert.strictEqual(second?.message.trimEnd(), "café\n\n\u0001mark: no")
            assert.deepStrictEqual([third?.authorTime, third?.committerTime], [0, 1_700_000_001])
          })
        )
      })
    )

    it.effect(
      "do not depend on attributes or configuration, are truncated with the rest passed to onOverflow, and skip missing commits",
      () =>
        Effect.gen(function* () {
          const repository = yield* makeRepository({
            config: {
              "diff.noprefix": "true",
              "diff.context": "0",
              "diff.odd.xfuncname": "^odd",
              "diff.external": "false"
            }
          })
          const root = yield* repository.commit("root", { files: { a: "a\n", ".gitattributes": "a -diff\n" } })
          const empty = yield* repository.commit("empty")
          yield* repository.write(".git/info/attributes", "")
          yield* use(repository.directory, (git) =>
            Effect.gen(function* () {
              const [patch] = yield* patchesOf(git, [root])
              const text = Buffer.from(patch?.bytes ?? []).toString()
              assert.include(text, "diff --git a/a b/a\n")
              assert.include(text, "@@ -0,0 +1 @@\n+a\n")
              const [cut] = yield* patchesOf(git, [root], 20)
              assert.deepStrictEqual([cut?.bytes.length, cut?.size], [20, text.length])
              assert.deepStrictEqual(yield* restsOf(git, [root, empty, root], 20), [text.slice(20), text.slice(20)])
              assert.deepStrictEqual(yield* restsOf(git, [root], text.length), [])
              const absent = ObjectId.make("1".repeat(40))
              assert.lengthOf(yield* changesOf(git, [absent, root, absent]), 1)
              assert.lengthOf(yield* patchesOf(git, [absent, root, absent]), 1)
              assert.deepStrictEqual(yield* changesOf(git, []), [])
            })
          )
        })
    )

    it.effect("are never reported incomplete when git stops at a missing object", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const root = yield* repository.commit("root", { files: { a: "a\n", z: "z\n" } })
        const broken = yield* repository.commit("broken", { files: { a: "b\n", z: "lost\n" } })
        const lost = yield* repository.id(`${broken}:z`)
        yield* repository.remove(`.git/objects/${lost.slice(0, 2)}/${lost.slice(2)}`)
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            const received: Array<ObjectId> = []
            const take = ({ commit }: CommitPatch) => void received.push(commit)
            const failure = yield* Effect.flip(git.patches([root, broken, root], { maxBytes: 1_000_000 }, take))
            assert.strictEqual(failure.code, "object_missing")
            assert.deepStrictEqual(received, [root])
          })
        )
      })
    )
  })

/** Refs and their targets. */
export const refContract = (use: UseGit) =>
  describe("refs", () => {
    it.effect(
      "are listed by prefix with the commit they lead to, through tags of tags, and none that lead to none",
      () =>
        Effect.gen(function* () {
          const repository = yield* makeRepository()
          const one = yield* repository.commit("one", { files: { a: "a\n" } })
          const two = yield* repository.commit("two")
          yield* repository.git(["branch", "a/b", one])
          yield* repository.git(["update-ref", "refs/remotes/origin/main", one])
          yield* repository.git(["tag", "light", one])
          yield* repository.git(["tag", "-a", "-m", "t", "heavy", one])
          yield* repository.git(["tag", "-a", "-m", "t", "twice", "heavy"])
          yield* repository.git(["tag", "tree", `${one}^{tree}`])
          yield* repository.git(["tag", "-a", "-m", "t", "twice-tree", "tree"])
          yield* use(repository.directory, (git) =>
            Effect.gen(function* () {
              const all = yield* git.refs(["refs/heads/", "refs/remotes/", "refs/tags/"])
              assert.deepStrictEqual(
                all.map(({ commit, name }) => [name, commit]),
                [
                  ["refs/heads/a/b", one],
                  ["refs/heads/main", two],
                  ["refs/remotes/origin/main", one],
                  ["refs/tags/heavy", one],
                  ["refs/tags/light", one],
                  ["refs/tags/twice", one]
                ]
              )
              assert.deepStrictEqual(yield* git.refs(["refs/nothing/"]), [])
            })
          )
        })
    )
  })

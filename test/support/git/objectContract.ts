import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { UseGit } from "../GitContract.ts"
import { scaled } from "../scale.ts"
import { firstDate, makeRepository } from "../TemporaryRepository.ts"
import { slow } from "../scale.ts"

const absent = ObjectId.make("1".repeat(40))
const maxBytes = 1024 * 1024
/** Enough ids and contents to fill pipes and buffers many times. */
const many = scaled(20_000, 100_000)

const contents = (use: UseGit) => {
  it.effect("reads contents of every type in the order given, byte for byte", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const binary = Uint8Array.from({ length: 256 }, (_, n) => 255 - n)
      const commit = yield* repository.commit("one", { files: { "a.bin": binary, "empty.txt": "" } })
      yield* repository.git(["tag", "-a", "-m", "tag", "v1"])
      const ids = yield* Effect.forEach(["HEAD:a.bin", "HEAD:empty.txt", "HEAD^{tree}", "v1", "HEAD"], repository.id)
      const found = yield* use(repository.directory, (git) => git.objects([...ids, absent], { maxBytes }))
      assert.deepStrictEqual(
        found.map((object) => (object._tag === "Found" ? object.type : object._tag)),
        ["blob", "blob", "tree", "tag", "commit", "Missing"]
      )
      assert.deepStrictEqual(found[0]?._tag === "Found" && Array.from(found[0].bytes), Array.from(binary))
      assert.deepStrictEqual(found[1]?._tag === "Found" && found[1].bytes.length, 0)
      assert.strictEqual(ids[4], commit)
    })
  )

  it.effect("skips objects over the limit and reads those after them", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const huge = Buffer.alloc(50 * 1024 * 1024, "x\n")
      yield* repository.commit("one", {
        files: { "huge.txt": huge, "large.txt": "y".repeat(2000), "small.txt": "s\n" }
      })
      const [hugeId, large, small] = yield* Effect.forEach(
        ["HEAD:huge.txt", "HEAD:large.txt", "HEAD:small.txt"],
        repository.id
      )
      const ids = [small, hugeId, large, hugeId, small].flatMap((id) => (id === undefined ? [] : [id]))
      const found = yield* use(repository.directory, (git) => git.objects(ids, { maxBytes: 1999 }))
      assert.deepStrictEqual(
        found.map((object) => (object._tag === "TooLarge" ? object.size : object._tag)),
        ["Found", huge.length, 2000, huge.length, "Found"]
      )
    })
  )

  it.effect(
    `reads ${many} objects in one call`,
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("one", { files: { "a.txt": "first\n", "b.txt": `${"second ".repeat(200)}\n` } })
        yield* repository.git(["gc", "-q"])
        const pair = yield* Effect.forEach(["HEAD:a.txt", "HEAD:b.txt"], repository.id)
        const ids = Array.from({ length: many }, (_, n) => pair[n % 2] ?? absent)
        const found = yield* use(repository.directory, (git) => git.objects(ids, { maxBytes }))
        const sizes = found.map((object) => (object._tag === "Found" ? object.bytes.length : -1))
        assert.deepStrictEqual(new Set(sizes.filter((_, n) => n % 2 === 0)), new Set([6]))
        assert.deepStrictEqual(new Set(sizes.filter((_, n) => n % 2 === 1)), new Set([1401]))
      }),
    slow
  )

  it.effect(
    "answers concurrent callers correctly, even when others are interrupted",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const files = Object.fromEntries(
          Array.from({ length: 200 }, (_, n) => [`f${n}.txt`, `content ${n}\n`.repeat(n + 1)])
        )
        yield* repository.commit("one", { files })
        yield* repository.git(["gc", "-q"])
        const listed = yield* repository.git(["ls-tree", "-r", "HEAD"])
        const blobs = listed.split("\n").map((line) => {
          const [, , id = "", path = ""] = line.split(/\s/)
          return { id: ObjectId.make(id), content: files[path] ?? "" }
        })
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            const read = (n: number) => {
              const asked = [...blobs.slice(n), ...blobs.slice(0, n)]
              return Effect.map(
                git.objects(
                  asked.map((blob) => blob.id),
                  { maxBytes }
                ),
                (found) =>
                  found.every((object, index) => {
                    const bytes = object._tag === "Found" ? object.bytes : new Uint8Array()
                    return Buffer.from(bytes).toString() === asked[index]?.content
                  })
              )
            }
            const fibers = yield* Effect.forEach(blobs, (_, n) => Effect.forkChild(read(n)))
            yield* Effect.yieldNow
            yield* Effect.forEach(
              fibers.filter((_, n) => n % 3 === 0),
              (fiber) => Fiber.interrupt(fiber)
            )
            const right = yield* Effect.forEach(
              fibers.filter((_, n) => n % 3 !== 0),
              (fiber) => Fiber.join(fiber)
            )
            assert.isTrue(right.every((is) => is))
            assert.isTrue(yield* read(0))
          })
        )
      }),
    slow
  )
}

const latin = (repository: string, text: string) => Buffer.from(`${repository}${text}`, "latin1")

const facts = (use: UseGit) => {
  it.effect("reads commit metadata: parents, people, both times, the whole message", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const ids = yield* repository.importHistory([
        { message: "root\n\nwith a body\n\nTrailer: x\n", author: "Ünï Code <u@example.org>" },
        { message: "left", parents: [0] },
        { message: "right", parents: [0] },
        { message: "", parents: [0] },
        { message: "octopus", parents: [1, 2, 3] }
      ])
      const found = yield* use(repository.directory, (git) => git.commits([...ids, absent]))
      const commits = found.map(Option.getOrUndefined)
      assert.deepStrictEqual(commits[0], {
        id: ids[0] ?? absent,
        parents: [],
        author: { name: "Ünï Code", email: "u@example.org" },
        authorTime: firstDate,
        committerTime: firstDate,
        message: "root\n\nwith a body\n\nTrailer: x\n"
      })
      assert.deepStrictEqual(commits[4]?.parents, ids.slice(1, 4))
      assert.strictEqual(commits[3]?.message, "")
      assert.isUndefined(commits[5])
    })
  )

  it.effect("distinguishes author time and committer time", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const id = yield* repository.commit("rebased", { date: firstDate + 500, authorDate: firstDate - 500 })
      const [commit] = yield* use(repository.directory, (git) => git.commits([id]))
      const { authorTime, committerTime } = Option.getOrThrow(commit ?? Option.none())
      assert.deepStrictEqual([authorTime, committerTime], [firstDate - 500, firstDate + 500])
    })
  )

  it.effect("decodes other and broken encodings and empty names; non-commits are none", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("one", { files: { "a.txt": "a\n" } })
      const tree = yield* repository.id("HEAD^{tree}")
      const write = (text: Uint8Array) =>
        Effect.map(
          repository.git(["hash-object", "-t", "commit", "-w", "--stdin", "--literally"], { stdin: text }),
          (id) => ObjectId.make(id)
        )
      const encoded = yield* write(
        latin(
          `tree ${tree}\n`,
          "author Jos\u00e9 <j@x> 100 +0000\ncommitter C <c@x> 200 +0000\nencoding ISO-8859-1\n\ncaf\u00e9\n"
        )
      )
      const broken = yield* write(
        latin(`tree ${tree}\n`, "author <> 1e99 x\ncommitter nobody\nencoding klingon\n\n\u00ff\n")
      )
      const blob = yield* repository.id("HEAD:a.txt")
      const found = yield* use(repository.directory, (git) => git.commits([encoded, broken, blob, tree]))
      const [first, second, ...others] = found.map(Option.getOrUndefined)
      assert.deepStrictEqual([first?.author.name, first?.message], ["José", "café\n"])
      assert.deepStrictEqual(
        [second?.author, second?.authorTime, second?.message],
        [{ name: "", email: "" }, 1, "\ufffd\n"]
      )
      assert.deepStrictEqual(others, [undefined, undefined])
    })
  )

  it.effect("applies the mailmap to authors, and leaves other text unchanged", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("one", { files: { ".mailmap": "Proper Name <proper@x> Old <old@x>\n" } })
      const asked = [
        "Old <old@x>",
        "Other <o@x>",
        "no contact",
        "",
        "two\nlines <old@x>",
        "<old@x>",
        "A\0 <b>",
        "Old <old@x>"
      ]
      const named = yield* use(repository.directory, (git) => git.mailmap(asked))
      assert.deepStrictEqual(named, [
        "Proper Name <proper@x>",
        "Other <o@x>",
        "no contact",
        "",
        "two\nlines <old@x>",
        "<old@x>",
        "A\0 <b>",
        "Proper Name <proper@x>"
      ])
    })
  )
}

/** Contents of objects and metadata of commits. */
export const objectContract = (use: UseGit) =>
  describe("objects", () => {
    contents(use)
    facts(use)
  })

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import type { UseGit } from "../GitContract.ts"
import { makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"
import { slow } from "../scale.ts"

interface Change {
  readonly what: string
  readonly make: (repository: TemporaryRepository) => Effect.Effect<unknown>
}

const inGitDirectory = (path: string, content: string) => (repository: TemporaryRepository) =>
  repository.write(join(".git", path), content)

/** Changes that affect blame although commit and path stay the same. */
const changes: ReadonlyArray<Change> = [
  { what: "blame.ignoreRevsFile is set", make: (at) => at.git(["config", "blame.ignoreRevsFile", "ignored"]) },
  { what: "the file it names is written", make: (at) => at.write("ignored", "# none\n") },
  { what: "the file it names changes", make: (at) => at.write("ignored", "# some\n") },
  { what: "a second file is named", make: (at) => at.git(["config", "--add", "blame.ignoreRevsFile", "more"]) },
  { what: "a mailmap comes", make: (at) => at.write(".mailmap", "A <a@x> <b@x>\n") },
  { what: "the mailmap changes", make: (at) => at.write(".mailmap", "B <a@x> <b@x>\n") },
  { what: "another mailmap is named", make: (at) => at.git(["config", "mailmap.file", "names"]) },
  { what: "a mailmap blob is named", make: (at) => at.git(["config", "mailmap.blob", "HEAD:a.txt"]) },
  { what: "a commit is replaced", make: (at) => at.git(["replace", "HEAD", "HEAD~1"]) },
  { what: "another is replaced", make: (at) => at.git(["replace", "HEAD~1", "HEAD~2"]) },
  { what: "the replace refs are packed and one goes", make: (at) => at.git(["replace", "-d", "HEAD"]) },
  { what: "attributes come", make: (at) => at.write(".gitattributes", "*.txt text\n") },
  { what: "the attributes change", make: (at) => at.write(".gitattributes", "*.txt binary\n") },
  { what: "the repository gets attributes of its own", make: inGitDirectory("info/attributes", "*.txt -diff\n") },
  { what: "a file of attributes is named", make: (at) => at.git(["config", "core.attributesFile", "attributes"]) },
  { what: "the file of attributes is written", make: (at) => at.write("attributes", "*.txt diff=words\n") },
  { what: "a kind of files is binary", make: (at) => at.git(["config", "diff.words.binary", "true"]) },
  { what: "line ends are converted", make: (at) => at.git(["config", "core.autocrlf", "input"]) },
  { what: "grafts come", make: inGitDirectory("info/grafts", `${"1".repeat(40)}\n`) },
  { what: "a shallow boundary comes", make: inGitDirectory("shallow", `${"2".repeat(40)}\n`) }
]

/** The blame context. */
export const contextContract = (use: UseGit) =>
  describe("the blame context", () => {
    it.effect(
      "changes with everything that changes a blame, and with nothing else",
      () =>
        Effect.gen(function* () {
          const repository = yield* makeRepository()
          for (const text of ["one\n", "two\n", "three\n"]) yield* repository.commit(text, { files: { "a.txt": text } })
          yield* use(repository.directory, (git) =>
            Effect.gen(function* () {
              const seen = [yield* git.blameContext]
              for (const { make, what } of changes) {
                yield* make(repository)
                const context = yield* git.blameContext
                assert.notInclude(seen, context, what)
                assert.strictEqual(yield* git.blameContext, context, what)
                seen.push(context)
              }
              yield* Effect.promise(() => rm(join(repository.directory, ".git/shallow")))
              assert.strictEqual(yield* git.blameContext, seen.at(-2))
            })
          )
        }),
      slow
    )

    it.effect("changes with the content of a file that is named as one that may be missing", () =>
      Effect.gen(function* () {
        // Git knows such names from 2.52.
        const repository = yield* makeRepository({ config: { "blame.ignoreRevsFile": ":(optional)ignored" } })
        yield* repository.commit("one", { files: { "a.txt": "a\n" } })
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            const missing = yield* git.blameContext
            yield* repository.write("ignored", "# none\n")
            const first = yield* git.blameContext
            yield* repository.write("ignored", "# some\n")
            assert.strictEqual(new Set([missing, first, yield* git.blameContext]).size, 3)
          })
        )
      })
    )

    it.effect("is unaffected by commits, notes, branches and other settings", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const first = yield* repository.commit("one", { files: { "a.txt": "a\n" } })
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            const context = yield* git.blameContext
            yield* repository.commit("two", { files: { "a.txt": "b\n" } })
            yield* repository.note(first, "note")
            yield* repository.git(["config", "ultragit.maxTokens", "1"])
            yield* repository.git(["checkout", "-q", "-b", "other"])
            yield* repository.git(["pack-refs", "--all"])
            assert.strictEqual(yield* git.blameContext, context)
          })
        )
        const again = yield* use(repository.directory, (git) => git.blameContext)
        assert.strictEqual(yield* use(repository.directory, (git) => git.blameContext), again)
      })
    )

    it.effect("includes the mailmap of HEAD in a bare repository", () =>
      Effect.gen(function* () {
        const bare = yield* makeRepository({ bare: true })
        yield* bare.importHistory([{ message: "one", files: { "a.txt": "a\n" } }])
        yield* use(bare.directory, (git) =>
          Effect.gen(function* () {
            const context = yield* git.blameContext
            yield* bare.importHistory([{ message: "two", files: { ".mailmap": "A <a@x> <b@x>\n" } }])
            assert.notStrictEqual(yield* git.blameContext, context)
          })
        )
      })
    )
  })

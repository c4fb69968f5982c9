import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { join } from "node:path"
import type { UseGit } from "../GitContract.ts"
import { makeFolder, makeRepository } from "../TemporaryRepository.ts"

/** What commit messages end with. */
export const trailerContract = (use: UseGit) =>
  describe("trailers", () => {
    it.effect("are those that git finds, folded, in their order", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const commit = yield* repository.commit(
          "subject\n\nNot: this\n\nbody\n\nUltragit-Constraint: one\n  more\nReviewed-by: É <e@x>\nUltragit-Constraint: two = 2\nEmpty:\n"
        )
        const none = yield* repository.commit("subject: not one")
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* git.trailers(commit), [
              { key: "Ultragit-Constraint", value: "one more" },
              { key: "Reviewed-by", value: "É <e@x>" },
              { key: "Ultragit-Constraint", value: "two = 2" },
              { key: "Empty", value: "" }
            ])
            assert.deepStrictEqual(yield* git.trailers(none), [])
          })
        )
      })
    )

    it.effect("are no others in a message made to deceive, and are text in any encoding", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository({
          config: { "trailer.evil.cmd": "echo evil", "trailer.evil.key": "Evil", "i18n.logOutputEncoding": "latin1" }
        })
        const deceiving = yield* repository.commit("subject\n\n---\n\nA: b\u0001c\nB: --- \n")
        const object = (yield* repository.git(["cat-file", "commit", deceiving])).replace(
          /\n\n[^]*/,
          "\nencoding ISO-8859-1\n\nsubject\n\nName: é\n"
        )
        const latin = yield* repository.git(["hash-object", "-t", "commit", "-w", "--stdin"], {
          stdin: Buffer.from(object, "latin1")
        })
        yield* repository.git(["update-ref", "HEAD", latin])
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* git.trailers(deceiving), [
              { key: "A", value: "b\u0001c" },
              { key: "B", value: "---" }
            ])
            assert.deepStrictEqual(yield* git.trailers(yield* git.resolveCommit("HEAD")), [{ key: "Name", value: "é" }])
          })
        )
      })
    )
  })

const nobody = { GIT_AUTHOR_NAME: "", GIT_AUTHOR_EMAIL: "", EMAIL: "" }

/** What words mean a time to git. */
export const timeContract = (use: UseGit) =>
  describe("a time", () => {
    it.effect("is read as git reads it, and words that mean none are none", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* git.time("Fri, 5 Jan 2024 10:00:00 +0100"), Option.some(1_704_445_200))
            assert.deepStrictEqual(yield* git.time("1700000000"), Option.some(1_700_000_000))
            for (const text of ["", "garbage", "--exec=x", "now", "all", "2024\n", "a\0b", "\ud800"]) {
              assert.deepStrictEqual(yield* git.time(text), Option.none(), JSON.stringify(text))
            }
          })
        )
      })
    )
  })

/** What git knows of the user. */
export const userContract = (use: UseGit) => {
  const hooks = (directory: string) => use(directory, (git) => git.hooksDirectory)
  describe("the user", () => {
    it.effect("is named by the environment before the configuration", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository({ config: { "user.name": "Conf", "user.email": "conf@example.org" } })
        const author = (environment?: Readonly<Record<string, string>>) =>
          use(repository.directory, (git) => git.author, environment)
        assert.strictEqual(yield* author(), "Ada Author <ada@example.org>")
        assert.strictEqual(yield* author({ GIT_AUTHOR_NAME: "Other", GIT_AUTHOR_EMAIL: "" }), "Other <>")
      })
    )

    it.effect("is asked for where git knows none", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository({ config: { "user.useConfigOnly": "true" } })
        const error = yield* use(repository.directory, (git) => Effect.flip(git.author), nobody)
        assert.strictEqual(error.reason._tag, "IdentityUnknown")
        assert.include(error.hint ?? "", "user.email")
      })
    )

    it.effect("has hooks where git looks for them: as usual, where configured, in a linked work tree", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("one")
        const linked = join(yield* makeFolder, "linked")
        yield* repository.git(["worktree", "add", "--quiet", linked])
        const usual = join(repository.directory, ".git", "hooks")
        assert.strictEqual(yield* hooks(repository.directory), usual)
        assert.strictEqual(yield* hooks(linked), usual)
        yield* repository.git(["config", "core.hooksPath", ".husky/_"])
        assert.strictEqual(yield* hooks(repository.directory), join(repository.directory, ".husky/_"))
        assert.strictEqual(yield* hooks(linked), join(linked, ".husky/_"))
        yield* repository.git(["config", "core.hooksPath", "/elsewhere/hooks"])
        assert.strictEqual(yield* hooks(repository.directory), "/elsewhere/hooks")
      })
    )
  })
}

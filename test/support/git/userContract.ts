import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { join } from "node:path"
import type { UseGit } from "../GitContract.ts"
import { makeFolder, makeRepository } from "../TemporaryRepository.ts"

/** Trailers of commit messages. */
export const trailerContract = (use: UseGit) =>
  describe("trailers", () => {
    it.effect("match those of git, folded, in order", () =>
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

    it.effect("are not fooled by deceptive messages, and are decoded from any encoding", () =>
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

const noIdentity = { GIT_AUTHOR_NAME: "", GIT_AUTHOR_EMAIL: "", EMAIL: "" }

/** Dates that git parses. */
export const timeContract = (use: UseGit) =>
  describe("a date", () => {
    it.effect("is parsed like git does, and other text is none", () =>
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

/** The identity and hooks of the user. */
export const userContract = (use: UseGit) => {
  const hooks = (directory: string) => use(directory, (git) => git.hooksDirectory)
  describe("the user", () => {
    it.effect("is taken from the environment before the configuration", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository({ config: { "user.name": "Conf", "user.email": "conf@example.org" } })
        const author = (environment?: Readonly<Record<string, string>>) =>
          use(repository.directory, (git) => git.author, environment)
        assert.strictEqual(yield* author(), "Ada Author <ada@example.org>")
        assert.strictEqual(yield* author({ GIT_AUTHOR_NAME: "Other", GIT_AUTHOR_EMAIL: "" }), "Other <>")
      })
    )

    it.effect("must be configured if git has no identity", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository({ config: { "user.useConfigOnly": "true" } })
        const error = yield* use(repository.directory, (git) => Effect.flip(git.author), noIdentity)
        assert.strictEqual(error.reason._tag, "IdentityUnknown")
        assert.include(error.hint ?? "", "user.email")
      })
    )

    it.effect("has hooks in the folder that git uses: default, configured, in a linked worktree", () =>
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
        yield* repository.git(["config", "core.hooksPath", ".git/hooks"])
        assert.strictEqual(yield* hooks(repository.directory), usual)
        const error = yield* use(linked, (git) => Effect.flip(git.hooksDirectory))
        assert.strictEqual(error.reason._tag, "HooksPathUnusable")
        yield* repository.git(["config", "core.hooksPath", "/elsewhere/hooks"])
        assert.strictEqual(yield* hooks(repository.directory), "/elsewhere/hooks")
      })
    )
  })
}

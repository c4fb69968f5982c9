import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { UseGitWrites } from "../GitWritesContract.ts"
import { makeRepository } from "../TemporaryRepository.ts"

const appears = (file: string): Effect.Effect<void> =>
  Effect.suspend(() => (existsSync(file) ? Effect.void : Effect.delay(appears(file), "5 millis")))

/** `git commit` itself. */
export const commitContract = (use: UseGitWrites) =>
  describe("a commit", () => {
    it.effect("runs the hooks of the user in the user's environment, and returns git's exit code", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const marker = join(repository.directory, ".git", "marker")
        yield* repository.write(
          ".git/hooks/pre-commit",
          `#!/bin/sh\necho "$OURS $GIT_AUTHOR_NAME" >> '${marker}'\nexit $CODE\n`,
          {
            executable: true
          }
        )
        yield* repository.write("folder/a.txt", "a\n")
        yield* repository.git(["add", "--all"])
        const codes = yield* use(join(repository.directory, "folder"), (writes) =>
          Effect.all([
            writes.commit(["--quiet", "-m", "refused"], { OURS: "one", CODE: "1" }),
            writes.commit(["--quiet", "-m", "subject -- \n'x'", "a.txt"], { OURS: "two", CODE: "0" })
          ])
        )
        assert.deepStrictEqual(codes, [1, 0])
        assert.strictEqual(yield* repository.git(["log", "--format=%s"]), "subject -- 'x'")
        assert.strictEqual(yield* repository.git(["cat-file", "-p", "HEAD:folder/a.txt"]), "a")
        assert.strictEqual(yield* Effect.promise(() => readFile(marker, "utf8")), "one Ada Author\ntwo Ada Author\n")
      })
    )

    it.live("interrupted while the editor is open waits for git to end", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const opened = join(repository.directory, ".git", "opened")
        const closed = join(repository.directory, ".git", "closed")
        yield* use(
          repository.directory,
          (writes) =>
            Effect.gen(function* () {
              const fiber = yield* Effect.forkChild(writes.commit(["--quiet", "--allow-empty"], {}))
              yield* appears(opened)
              yield* Fiber.interrupt(fiber)
              assert.isTrue(existsSync(closed))
              assert.isFalse(existsSync(join(repository.directory, ".git", "HEAD.lock")))
            }),
          // Git starts the editor before it ignores the signal; the pause gives it time.
          { GIT_EDITOR: `sleep 0.5; touch '${opened}'; sleep 0.3; echo text > "$1"; touch '${closed}'; exit 1; :` }
        )
      })
    )

    it.effect("whose editor is killed by a signal returns the exit code of the signal", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const code = yield* use(repository.directory, (writes) => writes.commit(["--quiet", "--allow-empty"], {}), {
          GIT_EDITOR: "kill -TERM $PPID; sleep 1; :"
        })
        assert.strictEqual(code, 143)
      })
    )
  })

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { head } from "../../../../src/adapters/git/bare/refs.ts"
import type { GitRunner } from "../../../../src/adapters/git/process/GitRunner.ts"
import { makeFolder } from "../../../support/TemporaryRepository.ts"

/** A git that can read reftables, unlike old ones, and has this symbolic HEAD. */
const gitWith = (ref: string): GitRunner => ({
  stream: () => Effect.die("unused"),
  pipe: () => Effect.die("unused"),
  collect: () => Effect.succeed({ exitCode: 0, stderr: "", stdout: Buffer.from(`${ref}\n`) })
})

it.effect("HEAD of a repository with reftables, whose file names no branch, is what git says", () =>
  Effect.gen(function* () {
    const directory = yield* makeFolder
    // As git writes it there.
    writeFileSync(join(directory, "HEAD"), "ref: refs/heads/.invalid\n")
    const found = yield* head(gitWith("refs/heads/main"), directory)
    assert.deepStrictEqual(found, Option.some({ _tag: "Branch", ref: "refs/heads/main" } as const))
  })
)

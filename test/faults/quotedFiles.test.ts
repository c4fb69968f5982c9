import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "../support/program.ts"
import { makeFolder, makeRepository } from "../support/TemporaryRepository.ts"
import { slow } from "../support/scale.ts"

const secret = "root:TOPSECRET:0"

/** A repository with a changed file and a remote, next to a file outside it. */
const ready = Effect.gen(function* () {
  const folder = yield* makeFolder
  const file = join(folder, "secret")
  const repository = yield* makeRepository()
  yield* repository.commit("One", { files: { "one.ts": "export const one = 1\n" } })
  yield* repository.git(["init", "--quiet", "--bare", join(folder, "remote")])
  yield* repository.git(["remote", "add", "origin", join(folder, "remote")])
  yield* repository.git(["push", "--quiet", "origin", "HEAD:refs/heads/main"])
  const other = yield* makeRepository()
  yield* other.commit("Other", { files: { "other.ts": "" } })
  yield* other.note("HEAD", "{}")
  yield* other.git(["push", "--quiet", join(folder, "remote"), "refs/notes/ultragit"])
  yield* repository.write("one.ts", "export const one = 2\n")
  return { repository, file }
})

const said = (directory: string, args: ReadonlyArray<string>) =>
  Effect.map(run(args, { cwd: directory }), ({ exitCode, stderr, stdout }) => {
    assert.strictEqual(exitCode, 1, stderr)
    return stderr + stdout
  })

describe("an error about a file outside the repository", () => {
  it.live("names the file of blame.ignoreRevsFile and a remedy, not its content", () =>
    Effect.gen(function* () {
      const { file, repository } = yield* ready
      writeFileSync(file, `${secret}\n`)
      yield* repository.git(["config", "blame.ignoreRevsFile", file])
      const text = yield* said(repository.directory, ["read", "one.ts"])
      assert.notInclude(text, "TOPSECRET")
      assert.include(text, `blame.ignoreRevsFile names ${file}`)
      assert.include(text, "Hint: Correct or remove the setting. To see where it is set: git config --show-origin")
    })
  )

  it.live(
    "does not quote the list that fetch.fsck.skipList names",
    () =>
      Effect.gen(function* () {
        const { file, repository } = yield* ready
        writeFileSync(file, `${secret}\n`)
        yield* repository.git(["config", "fetch.fsckObjects", "true"])
        yield* repository.git(["config", "fetch.fsck.skipList", file])
        assert.notInclude(yield* said(repository.directory, ["sync", "pull"]), "TOPSECRET")
      }),
    slow
  )

  for (const [key, words] of [
    ["core.bigFileThreshold", "bad numeric config value for 'core.bigfilethreshold'"],
    ["core.bare", "bad boolean config value for 'core.bare'"],
    ["core.createObject", "bad config value for 'core.createObject'"],
    ["blame.date", "bad config value for 'blame.date'"]
  ] as const) {
    it.live(
      `names ${key} in an included file, not its value`,
      () =>
        Effect.gen(function* () {
          const { file, repository } = yield* ready
          const [section, name] = key.split(".")
          writeFileSync(file, `[${section}]\n\t${name} = ${secret}\n`)
          yield* repository.git(["config", "include.path", file])
          const text = yield* said(repository.directory, ["read", "one.ts"])
          assert.notInclude(text, "TOPSECRET")
          assert.include(text, words)
          assert.include(text, "git config --show-origin --get-all")
        }),
      key === "core.bigFileThreshold" ? {} : slow
    )
  }

  it.live("names an included file that is not a configuration", () =>
    Effect.gen(function* () {
      const { file, repository } = yield* ready
      writeFileSync(file, `${secret}\n`)
      yield* repository.git(["config", "include.path", file])
      const text = yield* said(repository.directory, ["read", "one.ts"])
      assert.notInclude(text, "TOPSECRET")
      assert.include(text, `bad config line 1 in file ${file}`)
    })
  )

  for (const [name, args] of [
    ["packed-refs", ["read", "one.ts"]],
    ["MERGE_HEAD", ["read", "one.ts"]],
    ["shallow", ["sync", "pull"]],
    ["commondir", ["read", "one.ts"]]
  ] as const) {
    it.live(
      `does not quote the target of a link in place of ${name}`,
      () =>
        Effect.gen(function* () {
          const { file, repository } = yield* ready
          writeFileSync(file, `${secret}/a b\n`)
          const place = join(repository.directory, ".git", name)
          mkdirSync(dirname(place), { recursive: true })
          rmSync(place, { force: true })
          symlinkSync(file, place)
          const text = yield* said(repository.directory, args)
          assert.notInclude(text, "TOPSECRET")
          assert.include(text, "Hint: ")
        }),
      name === "packed-refs" || name === "shallow" ? {} : slow
    )
  }
})

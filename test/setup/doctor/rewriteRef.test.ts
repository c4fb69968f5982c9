import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { doctor } from "../../../src/setup/doctor/doctor.ts"
import { init } from "../../../src/setup/init/init.ts"
import { globPattern, quietGlob } from "../../../src/setup/init/refPattern.ts"
import { uninstall } from "../../../src/setup/init/uninstall.ts"
import { processorMillis } from "../../support/processorMillis.ts"
import { settingUp } from "../../support/settingUp.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const ref = "refs/notes/ultragit"
const quiet = "refs/notes/[u]ltragit"

/** Sets up without hooks, so that only git itself copies notes. */
const setUp = (repository: TemporaryRepository) =>
  settingUp(repository)(init({ hooks: false, dryRun: false, include: [], exclude: [] }))

const configFile = (repository: TemporaryRepository) => join(repository.directory, ".git", "config")
const configText = (repository: TemporaryRepository) => Effect.promise(() => readFile(configFile(repository), "utf8"))
const valuesOf = (repository: TemporaryRepository) =>
  Effect.map(repository.tryGit(["config", "--local", "--get-all", "notes.rewriteRef"]), ({ stdout }) =>
    stdout.toString().split("\n").slice(0, -1)
  )

const twoCommits = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("One", { files: { "a.ts": "export const a = 1\n" } })
  yield* repository.commit("Two", { files: { "b.ts": "export const b = 1\n" } })
  return repository
})

/** Creates, rewrites and shows commits, and returns git's warnings. */
const warnings = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const calls = [
    ["commit", "--quiet", "--allow-empty", "-m", "Empty"],
    ["commit", "--quiet", "--allow-empty", "--amend", "-m", "Other"],
    ["rebase", "--quiet", "--force-rebase", "HEAD~2"],
    ["cherry-pick", "--allow-empty", "HEAD"],
    ["log", "-1"],
    ["show", "--quiet"]
  ]
  const said = yield* Effect.forEach(calls, (args) => repository.tryGit(args))
  assert.deepStrictEqual(
    said.map(({ exitCode }) => exitCode),
    calls.map(() => 0)
  )
  return said.flatMap(({ stderr }) => stderr.toString().match(/^warning: .*$/gm) ?? [])
})

describe("notes that git copies", () => {
  it.live(
    "cause no git warnings before the first note, with notes, and after the last",
    () =>
      Effect.gen(function* () {
        const repository = yield* twoCommits
        yield* setUp(repository)
        assert.deepStrictEqual(yield* warnings(repository), [])
        yield* repository.git(["notes", `--ref=${ref}`, "add", "-m", "why"])
        assert.deepStrictEqual(yield* warnings(repository), [])
        yield* repository.git(["update-ref", "-d", ref])
        assert.deepStrictEqual(yield* warnings(repository), [])
      }),
    slow
  )

  it.live("move to the new commit after an amend and a rebase, but not notes of other refs", () =>
    Effect.gen(function* () {
      const repository = yield* twoCommits
      yield* setUp(repository)
      yield* repository.git(["notes", `--ref=${ref}`, "add", "-m", "why"])
      yield* repository.git(["notes", "--ref=refs/notes/ultragit2", "add", "-m", "other"])
      yield* repository.git(["commit", "--quiet", "--amend", "-m", "Three"])
      assert.strictEqual(yield* repository.git(["notes", `--ref=${ref}`, "show", "HEAD"]), "why")
      yield* repository.git(["rebase", "--quiet", "--force-rebase", "HEAD~1"])
      assert.strictEqual(yield* repository.git(["notes", `--ref=${ref}`, "show", "HEAD"]), "why")
      assert.notStrictEqual((yield* repository.tryGit(["notes", "--ref=ultragit2", "show", "HEAD"])).exitCode, 0)
    })
  )

  it.live(
    "are configured again if an earlier version named the ref itself, and uninstall still restores every byte",
    () =>
      Effect.gen(function* () {
        const repository = yield* twoCommits
        const before = yield* configText(repository)
        yield* setUp(repository)
        const earlier = (yield* configText(repository)).replace(quiet, ref)
        yield* Effect.promise(() => writeFile(configFile(repository), earlier))
        const record = join(repository.directory, ".git", "ultragit", "setup.json")
        const recorded = yield* Effect.promise(() => readFile(record, "utf8"))
        yield* Effect.promise(() => writeFile(record, recorded.replace(quiet, ref)))
        assert.deepStrictEqual((yield* setUp(repository)).config, [{ key: "notes.rewriteRef", value: quiet }])
        assert.deepStrictEqual(yield* valuesOf(repository), [quiet])
        assert.deepStrictEqual((yield* setUp(repository)).config, [])
        yield* settingUp(repository)(uninstall({ dryRun: false }))
        assert.deepStrictEqual(yield* valuesOf(repository), [])
        assert.strictEqual((yield* configText(repository)).replaceAll(/\[notes\]\n/g, ""), before)
      }),
    slow
  )

  it.live("restore the user's value on uninstall", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "notes.rewriteRef": ref } })
      const before = yield* configText(repository)
      yield* setUp(repository)
      assert.deepStrictEqual(yield* valuesOf(repository), [quiet])
      yield* settingUp(repository)(uninstall({ dryRun: false }))
      assert.strictEqual(yield* configText(repository), before)
      yield* setUp(repository)
      yield* repository.git(["config", "other.key", "theirs"])
      yield* settingUp(repository)(uninstall({ dryRun: false }))
      assert.deepStrictEqual(yield* valuesOf(repository), [ref])
    })
  )

  it.live(
    "are reported by the doctor if git would warn of them",
    () =>
      Effect.gen(function* () {
        const repository = yield* twoCommits
        yield* setUp(repository)
        const noisy = Effect.map(settingUp(repository)(doctor()), (checks) =>
          checks.flatMap(({ fix, name, status }) =>
            name.startsWith("notes.") && status !== "pass" ? [[name, fix]] : []
          )
        )
        assert.deepStrictEqual(yield* noisy, [])
        yield* repository.git(["config", "--add", "notes.rewriteRef", ref])
        yield* repository.git(["config", "notes.displayRef", ref])
        const fix = `git config --fixed-value --replace-all notes.displayRef '${quiet}' ${ref}`
        assert.deepStrictEqual(yield* noisy, [
          ["notes.rewriteRef", "ultragit init"],
          ["notes.displayRef", fix]
        ])
        yield* setUp(repository)
        const shown = ["config", "--fixed-value", "--replace-all", "notes.displayRef", quiet, ref]
        yield* repository.git(shown)
        assert.deepStrictEqual(yield* noisy, [])
      }),
    slow
  )

  it("are configured by a glob that matches only their ref", () => {
    for (const name of ["ultragit", "-x", "team/why", "!a", "]]z", "é1"]) {
      const full = `refs/notes/${name}`
      assert.match(quietGlob(full), /\[[A-Za-z0-9]\]/)
      assert.isTrue(globPattern(quietGlob(full)).test(full))
      assert.isFalse(globPattern(quietGlob(full)).test(`${full}2`))
    }
    assert.strictEqual(quietGlob("refs/notes/é"), "refs/notes/é*")
    assert.isTrue(globPattern("refs/notes/[!a-t]*").test(ref))
    assert.isFalse(globPattern("refs/notes/[z-a]ltragit").test(ref))
  })
})

it("matches hostile globs of a configuration in linear time", () => {
  for (const glob of ["*".repeat(4000), `${"*".repeat(4000)}x`, "[".repeat(262_144), "[a]*".repeat(1000)]) {
    const millis = processorMillis(() => globPattern(glob).test(ref))
    assert.isBelow(millis, 500, glob.slice(0, 8))
  }
  assert.isTrue(globPattern("refs/notes/**").test(ref))
})

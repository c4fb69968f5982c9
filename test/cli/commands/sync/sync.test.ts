import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makePool } from "../../../support/annotated.ts"
import { run as runProgram } from "../../../support/program.ts"
import { cloneRepository, makeRepository } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

const run = (cwd: string, args: ReadonlyArray<string>, stdin = "") =>
  runProgram(args, { cwd, stdin, env: { FORCE_COLOR: "", NO_COLOR: "1", ULTRAGIT_LOG: "" } })

describe("ultragit export and import", () => {
  it.effect(
    "transfer notes from one repository to another",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const clone = yield* cloneRepository(repository)
        const exported = yield* run(repository.directory, ["export"])
        assert.deepStrictEqual([exported.exitCode, exported.stderr], [0, ""])
        const { exitCode, stdout } = yield* run(clone.directory, ["import", "-", "--json"], exported.stdout)
        assert.strictEqual(exitCode, 0)
        assert.deepStrictEqual(JSON.parse(stdout), {
          $schema: "ultragit-import/v1",
          dry_run: false,
          added: 2,
          merged: 0,
          replaced: 0,
          unchanged: 0,
          kept: 0,
          unknown: 0,
          unknown_commits: [],
          refused: 0,
          refused_lines: []
        })
        assert.strictEqual((yield* run(clone.directory, ["export"])).stdout, exported.stdout)
      }),
    slow
  )

  it.effect("name invalid lines, and exit with 1", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const strange = `{"commit_sha":"${first}","annotation":"text"}\n{"\u001b":\n`
      const { exitCode, stderr, stdout } = yield* run(repository.directory, ["import", "-"], strange)
      assert.deepStrictEqual(
        { exitCode, stderr, stdout },
        {
          exitCode: 1,
          stderr: "",
          stdout: [
            "Imported nothing.",
            "2 lines cannot be imported:",
            "  line 1 annotation is not a JSON object",
            "  line 2 is not JSON",
            ""
          ].join("\n")
        }
      )
    })
  )
})

describe("ultragit correct and flag", () => {
  it.effect(
    "report the change",
    () =>
      Effect.gen(function* () {
        const { first, repository } = yield* makePool
        const { directory } = repository
        const place = `connect (src/pool.ts, ${first.slice(0, 12)})`
        const tag = ["correct", first, "--region", "connect", "--field", "tags", "--add", "broker"]
        assert.strictEqual((yield* run(directory, tag)).stdout, `Added "broker" to tags of ${place}.\n`)
        assert.strictEqual((yield* run(directory, tag)).stdout, `${place} already reads so: tags unchanged.\n`)
        const flag = ["flag", "pool.ts", "connect", "--reason", "It throws."]
        assert.strictEqual(
          (yield* run(`${directory}/src`, flag)).stdout,
          `Flagged 1 region:\n  ${place}: Make a pool for one broker.\n`
        )
      }),
    slow
  )

  it.effect("require exactly one change", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const args = ["correct", "HEAD", "--region", "start", "--field", "tags", "--add", "a", "--remove", "b"]
      const { exitCode, stderr } = yield* run(repository.directory, args)
      assert.deepStrictEqual(
        { exitCode, stderr },
        {
          exitCode: 2,
          stderr: "Error: Give exactly one of --add, --remove and --set.\nRun 'ultragit correct --help' for usage.\n"
        }
      )
    })
  )
})

describe("ultragit sync", () => {
  it.effect("reports the notes received and sent", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const hub = yield* makeRepository({ bare: true })
      yield* repository.git(["remote", "add", "hub", hub.directory])
      const said = (args: ReadonlyArray<string>) =>
        Effect.map(run(repository.directory, ["sync", ...args]), ({ stderr, stdout }) => stdout + stderr)
      assert.strictEqual(yield* said(["pull"]), "hub has no notes at refs/notes/ultragit.\n")
      assert.include(
        yield* said(["push"]),
        "Error: Nothing was pushed: notes are not shared with hub, and it has none yet."
      )
      assert.strictEqual(yield* hub.git(["for-each-ref"]), "")
      assert.strictEqual(yield* said(["push", "--remote", "hub"]), "Pushed refs/notes/ultragit to hub.\n")
      assert.strictEqual(yield* said(["push"]), "hub already has all notes.\n")
      const tip = yield* hub.id("refs/notes/ultragit")
      assert.strictEqual(
        yield* said(["status"]),
        [
          "Notes are not shared with hub. Share them: ultragit sync enable",
          `refs/notes/ultragit: 0 commits of notes ahead, 0 behind hub as last fetched (${tip.slice(0, 12)}).`,
          "All fetched notes are merged.",
          ""
        ].join("\n")
      )
    })
  )
})

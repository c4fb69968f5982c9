import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Yaml from "effect/encoding/Yaml"
import { chmod, writeFile } from "node:fs/promises"
import { delimiter, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { githubWorkflow } from "../../../src/setup/ci/github.ts"
import { minimalNote, minimalRegion } from "../../support/notes.ts"
import { run } from "../../support/program.ts"
import { runCommand } from "../../support/runCommand.ts"
import { isolation } from "../../support/runGit.ts"
import {
  cloneRepository,
  makeFolder,
  makeRepository,
  type TemporaryRepository
} from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const main = fileURLToPath(new URL("../../../dist/main.js", import.meta.url))

const inherited = process.env

const Step = Schema.Struct({
  uses: Schema.optionalKey(Schema.String),
  run: Schema.optionalKey(Schema.String),
  with: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  env: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})

const Workflow = Schema.Struct({
  name: Schema.String,
  on: Schema.Struct({
    push: Schema.Struct({ branches: Schema.Array(Schema.String) }),
    pull_request: Schema.Struct({ types: Schema.Array(Schema.String) })
  }),
  permissions: Schema.Record(Schema.String, Schema.String),
  jobs: Schema.Struct({
    notes: Schema.Struct({ if: Schema.String, "runs-on": Schema.String, steps: Schema.Array(Step) })
  })
})

const parsed = (text: string) => Schema.decodeUnknownEffect(Workflow)(Yaml.parse(text))

const standard = { version: "1.2.3", branch: "main", noteRef: "refs/notes/ultragit" }

describe("the workflow for GitHub Actions", () => {
  it.effect("is valid YAML with the permissions and steps of the job", () =>
    Effect.gen(function* () {
      const { jobs, on, permissions } = yield* parsed(githubWorkflow(standard))
      const { steps } = jobs.notes
      assert.deepStrictEqual(on, { push: { branches: ["main"] }, pull_request: { types: ["closed"] } })
      assert.deepStrictEqual(permissions, { contents: "write", "pull-requests": "read" })
      assert.deepStrictEqual(
        steps.map(({ uses, run: command }) => uses ?? command?.split("\n")[0]),
        ["actions/checkout@v6", "actions/setup-node@v6", "npm install --global ultragit@1.2.3", "set -euo pipefail"]
      )
      assert.strictEqual(steps[0]?.with?.["fetch-depth"], 0)
    })
  )

  it.effect("uses another branch and another notes ref", () =>
    Effect.gen(function* () {
      const text = githubWorkflow({ ...standard, branch: "o'neil", noteRef: "refs/notes/mine" })
      const { jobs, on } = yield* parsed(text)
      assert.deepStrictEqual(on.push.branches, ["o'neil"])
      assert.include(jobs.notes.if, "!= 'o''neil'")
      assert.strictEqual(jobs.notes.steps[3]?.env?.["ULTRAGIT_NOTE_REF"], "refs/notes/mine")
    })
  )

  it.effect("passes event values only through the environment, never inside a command", () =>
    Effect.gen(function* () {
      const { jobs } = yield* parsed(githubWorkflow(standard))
      assert.notInclude(jobs.notes.steps.map(({ run: command }) => command ?? "").join("\n"), "${{")
    })
  )

  it.live("is printed for the default branch of the clone", () =>
    Effect.gen(function* () {
      const origin = yield* makeRepository()
      yield* origin.commit("First")
      yield* origin.git(["branch", "-m", "trunk"])
      const clone = yield* cloneRepository(origin)
      const { exitCode, stdout } = yield* run(["ci", "github"], { cwd: clone.directory })
      assert.strictEqual(exitCode, 0)
      assert.deepStrictEqual((yield* parsed(stdout)).on.push.branches, ["trunk"])
    })
  )
})

const executable = (file: string, text: string) =>
  Effect.promise(() => writeFile(file, text).then(() => chmod(file, 0o755)))

/** Runs the job's script in a clone like a runner, with a fake `gh`. */
const runJob = Effect.fnUntraced(function* (
  clone: TemporaryRepository,
  event: { readonly before: string; readonly after: string; readonly pulls: Readonly<Record<string, number>> }
) {
  const bin = yield* makeFolder
  const cases = Object.entries(event.pulls).map(([commit, number]) => `*/commits/${commit}/pulls) echo ${number} ;;`)
  yield* executable(join(bin, "ultragit"), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
  yield* executable(join(bin, "gh"), `#!/bin/sh\ncase "$2" in\n${cases.join("\n")}\nesac\n`)
  const { jobs } = yield* parsed(githubWorkflow(standard))
  const script = jobs.notes.steps.at(-1)?.run ?? ""
  const { GIT_AUTHOR_NAME: _, GIT_COMMITTER_NAME: __, ...plain } = isolation
  const env = {
    ...inherited,
    ...plain,
    PATH: `${bin}${delimiter}${inherited["PATH"] ?? ""}`,
    GITHUB_REPOSITORY: "o/r",
    BEFORE: event.before,
    AFTER: event.after
  }
  const { exitCode, stderr, stdout } = yield* runCommand({
    command: "bash",
    args: ["-c", script],
    cwd: clone.directory,
    env
  })
  return { code: exitCode, output: `${stdout.toString()}${stderr.toString()}` }
})

const unit = (name: string) => `export const ${name} = (a: number) => {\n  return a\n}\n`

/** Makes a remote with an open pull request, number 7, of two annotated commits. */
const withPull = Effect.gen(function* () {
  const origin = yield* makeRepository({ bare: true })
  const author = yield* makeRepository()
  yield* author.git(["remote", "add", "origin", `file://${origin.directory}`])
  const base = yield* author.commit("Base", { files: { "base.ts": unit("base") } })
  yield* author.git(["checkout", "-q", "-b", "topic"])
  const sources = yield* Effect.forEach(["one", "two"], (name) =>
    Effect.tap(author.commit(`Add ${name}`, { files: { [`${name}.ts`]: unit(name) } }), (commit) =>
      author.note(commit, minimalNote(commit, { regions: [minimalRegion(`${name}.ts`, name, [1, 3])] }))
    )
  )
  yield* author.git(["checkout", "-q", "main"])
  yield* author.commit("Meanwhile", { files: { "other.ts": unit("other") } })
  const push = author.git(["push", "-q", "origin", "main", "topic:refs/pull/7/head", "refs/notes/ultragit"])
  return { origin, author, base, sources, push }
})

const regionsOf = (repository: TemporaryRepository, commit: string) =>
  Effect.map(repository.tryGit(["notes", "--ref=ultragit", "show", commit]), ({ stdout }) =>
    stdout.length === 0
      ? []
      : JSON.parse(stdout.toString()).regions.map((region: { ast_anchor: { name: string } }) => region.ast_anchor.name)
  )

describe("the workflow's job", () => {
  it.live(
    "copies the notes of a squashed pull request to its merge commit on the remote",
    () =>
      Effect.gen(function* () {
        const { author, base, origin, push } = yield* withPull
        yield* author.git(["merge", "-q", "--squash", "topic"])
        const merged = yield* author.commit("Topic (#7)")
        yield* push
        const clone = yield* cloneRepository(origin)
        const { code, output } = yield* runJob(clone, { before: base, after: merged, pulls: { [merged]: 7 } })
        assert.strictEqual(code, 0, output)
        assert.include(output, "#7 was squashed: 2 commits")
        assert.deepStrictEqual(yield* regionsOf(origin, merged), ["one", "two"])
      }),
    slow
  )

  it.live(
    "copies each note of a rebased pull request to the rebased commit",
    () =>
      Effect.gen(function* () {
        const { author, base, origin, push } = yield* withPull
        const topic = yield* author.id("topic")
        yield* author.git(["rebase", "-q", "main", "topic"])
        const [first, merged] = [yield* author.id("topic~1"), yield* author.id("topic")]
        yield* author.git(["branch", "-f", "main", "topic"])
        yield* author.git(["checkout", "-q", "main"])
        yield* author.git(["branch", "-f", "topic", topic])
        yield* push
        const clone = yield* cloneRepository(origin)
        const { code, output } = yield* runJob(clone, { before: base, after: merged, pulls: { [merged]: 7 } })
        assert.strictEqual(code, 0, output)
        assert.include(output, "#7 was rebased: 2 commits")
        assert.deepStrictEqual(yield* regionsOf(origin, first), ["one"])
        assert.deepStrictEqual(yield* regionsOf(origin, merged), ["two"])
      }),
    slow
  )

  it.live(
    "does nothing for commits without a pull request on a new branch",
    () =>
      Effect.gen(function* () {
        const { author, origin, push } = yield* withPull
        yield* push
        const clone = yield* cloneRepository(origin)
        const after = yield* author.id("main")
        const { code, output } = yield* runJob(clone, { before: "0".repeat(40), after, pulls: {} })
        assert.strictEqual(code, 0, output)
        assert.notInclude(output, "#7")
      }),
    slow
  )
})

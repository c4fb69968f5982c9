import { chmod, mkdir, rm, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { doctor } from "../../../src/setup/doctor/doctor.ts"
import { init } from "../../../src/setup/init/init.ts"
import { show } from "../../../src/setup/doctor/show.ts"
import { status } from "../../../src/setup/doctor/status.ts"
import { run } from "../../support/program.ts"
import { runCommand } from "../../support/runCommand.ts"
import { isolation, runGit } from "../../support/runGit.ts"
import { builtProgram, makeRecorder, settingUp, theirHook } from "../../support/settingUp.ts"
import { minimalNote, minimalRegion } from "../../support/notes.ts"
import {
  cloneRepository,
  makeFolder,
  makeRepository,
  type TemporaryRepository
} from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const io = <A>(run_: () => Promise<A>) => Effect.promise(run_)

/** Runs the doctor and returns the checks that did not pass. */
const complaints = Effect.fnUntraced(function* (repository: { readonly directory: string }) {
  const checks = yield* settingUp(repository)(doctor())
  return Object.fromEntries(
    checks.filter((check) => check.status !== "pass").map((check) => [check.name, [check.status, check.fix]])
  )
})

/** Makes a repository in which every check passes. */
const healthy = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("One", {
    files: { "a.ts": "export const a = 1\n", ".mcp.json": '{"mcpServers":{"ultragit":{}}}' }
  })
  yield* settingUp(repository)(init({ hooks: true, dryRun: false, include: [], exclude: [] }))
  return repository
})

/** Runs the program in a repository as a user who may only do what modes of files allow: tests may run as root. */
const asOther = Effect.fnUntraced(function* (directory: string) {
  const isRoot = process.getuid?.() === 0
  const drop = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
  if (isRoot)
    yield* runCommand({ command: "chown", args: ["-R", "65534:65534", directory], cwd: "/", env: process.env })
  const script = Option.getOrThrow(builtProgram.script)
  const [command, ...before] = [...drop, process.execPath, script]
  return (...args: ReadonlyArray<string>) =>
    runCommand({
      command,
      args: [...before, ...args],
      cwd: directory,
      env: { ...process.env, ...isolation, HOME: directory }
    })
})

const after = Effect.fnUntraced(function* (
  change: (repository: TemporaryRepository, git: string) => Effect.Effect<unknown>
) {
  const repository = yield* healthy
  yield* change(repository, join(repository.directory, ".git"))
  return yield* complaints(repository)
})

describe("doctor", () => {
  it.live("passes in a repository that is set up", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* complaints(yield* healthy), {})
    })
  )

  it.live("reports what a repository without set-up lacks", () =>
    Effect.gen(function* () {
      const missing = ["warn", "ultragit init"]
      assert.deepStrictEqual(yield* complaints(yield* makeRepository()), {
        "hook prepare-commit-msg": missing,
        "hook post-commit": missing,
        "hook post-applypatch": missing,
        "hook post-rewrite": missing,
        "notes.rewriteRef": ["warn", "git config --add notes.rewriteRef 'refs/notes/[u]ltragit'"],
        mcp: ["warn", "ultragit mcp install"]
      })
    })
  )

  it.live("reports every invalid setting with a fix, and still runs the checks that do not depend on settings", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.depth": "deep", "ultragit.maxRegion": "1" } })
      yield* repository.write(".ultragit-config.toml", "maxTokens = -1\n")
      const checks = yield* settingUp(repository)(doctor())
      assert.deepStrictEqual(
        checks.filter(({ name }) => name === "settings").map(({ fix, status: found }) => [found, fix]),
        [
          ["fail", "Correct it there, or let git's configuration win: ultragit config set maxTokens <value>"],
          ["fail", "Change it: ultragit config set depth <value>; or remove it: ultragit config unset depth"],
          ["warn", undefined]
        ]
      )
      assert.isTrue(checks.some(({ name }) => name === "mcp"))
      assert.isFalse(checks.some(({ name }) => name.startsWith("hook")))
      const error = yield* Effect.flip(settingUp(repository)(status()))
      assert.match(error.message, /^Setting ultragit\.maxTokens /)
    })
  )

  it.live("finds nothing to do in a bare repository, but for its linked work trees", () =>
    Effect.gen(function* () {
      const bare = yield* cloneRepository(yield* healthy, ["--bare"])
      assert.deepStrictEqual(yield* complaints(bare), {})
      yield* bare.git(["worktree", "add", "--quiet", join(yield* makeFolder, "linked")])
      assert.sameMembers(Object.keys(yield* complaints(bare)), [
        "hook prepare-commit-msg",
        "hook post-commit",
        "hook post-applypatch",
        "hook post-rewrite",
        "notes.rewriteRef"
      ])
      yield* settingUp(bare)(init({ hooks: true, dryRun: false, include: [], exclude: [] }))
      assert.deepStrictEqual(yield* complaints(bare), {})
      assert.deepInclude(yield* settingUp(bare)(status()), { bare: false, hooks: "installed" })
    })
  )

  it.live("says of a shallow clone that history is missing", () =>
    Effect.gen(function* () {
      const repository = yield* healthy
      yield* repository.commit("Two", { files: { "b.ts": "" } })
      const shallow = yield* cloneRepository(repository, ["--depth=1", "--no-local"])
      assert.deepStrictEqual((yield* complaints(shallow))["history"], ["warn", "git fetch --unshallow"])
    })
  )

  it.live(
    "says that the git directory cannot be written, and init and uninstall name the file that they cannot write",
    () =>
      Effect.gen(function* () {
        const { directory } = yield* healthy
        const git = join(directory, ".git")
        yield* io(() => rm(join(git, "hooks/post-commit")))
        const ask = yield* asOther(directory)
        for (const folder of [git, join(git, "hooks")]) yield* io(() => chmod(folder, 0o555))
        const found = yield* ask("doctor")
        assert.match(found.stdout.toString(), /^warn {2}repository: .*\.git cannot be written: permission denied\./m)
        const failed = yield* ask("init")
        assert.match(failed.stderr.toString(), /permission denied, open '.*\/hooks\/post-commit'/)
        const left = yield* ask("uninstall")
        assert.match(left.stderr.toString(), /the repository: permission denied, .*\/hooks\/prepare-commit-msg$/m)
        for (const folder of [git, join(git, "hooks")]) yield* io(() => chmod(folder, 0o755))
      })
  )

  it.live("says what to do where the path of the repository has a newline", () =>
    Effect.gen(function* () {
      const directory = join(yield* makeFolder, "one\ntwo")
      yield* io(() => mkdir(directory))
      yield* runGit(directory, ["init", "--quiet"])
      assert.deepStrictEqual(yield* complaints({ directory }), {
        repository: ["fail", "Move the repository to a path without one."]
      })
    })
  )

  it.live("reports only a failed repository check outside a repository", () =>
    Effect.gen(function* () {
      const checks = yield* settingUp({ directory: yield* makeFolder })(doctor())
      assert.deepStrictEqual(
        checks.map(({ name, status: found }) => [name, found]),
        [["repository", "fail"]]
      )
    })
  )

  it.live.each([
    [
      "a hook that is not executable",
      (_: TemporaryRepository, git: string) => io(() => chmod(join(git, "hooks/post-commit"), 0o644)),
      "hook post-commit",
      "fail"
    ],
    [
      "a hook of another version",
      (repository: TemporaryRepository) =>
        theirHook(repository, "post-commit", "#!/bin/sh\n# >>> ultragit >>> old (alone)\n# <<< ultragit <<<\n"),
      "hook post-commit",
      "fail"
    ],
    [
      "a rewrite mode that drops notes",
      (repository: TemporaryRepository) => repository.git(["config", "notes.rewriteMode", "overwrite"]),
      "notes.rewriteMode",
      "warn"
    ],
    [
      "rewriting that copies no notes",
      (repository: TemporaryRepository) => repository.git(["config", "notes.rewrite.amend", "false"]),
      "notes.rewrite.amend",
      "warn"
    ],
    [
      "a note that is not an annotation",
      (repository: TemporaryRepository) => repository.note("HEAD", "no JSON"),
      "notes",
      "warn"
    ],
    [
      "an unknown setting",
      (repository: TemporaryRepository) => repository.git(["config", "ultragit.nonsense", "1"]),
      "settings",
      "warn"
    ],
    [
      "an invalid setting",
      (repository: TemporaryRepository) => repository.git(["config", "ultragit.depth", "x"]),
      "settings",
      "fail"
    ],
    [
      "old facts for the next commit",
      (repository: TemporaryRepository) =>
        repository.write(".git/ultragit/context.json", '{"task":"t","set_at":"2020-01-01T00:00:00Z"}'),
      "context",
      "warn"
    ],
    [
      "a worker that died",
      (repository: TemporaryRepository) => repository.write(".git/ultragit/worker.lock", "2147483000 0\n"),
      "lock",
      "warn"
    ],
    [
      "an event that failed",
      (repository: TemporaryRepository) => repository.write(".git/ultragit/failed/1/reason", "because\n"),
      "failed events",
      "warn"
    ]
  ] as const)("finds %s", ([, change, name, found]) =>
    Effect.gen(function* () {
      const wrong = yield* after((repository, git) => change(repository, git))
      assert.strictEqual(wrong[name]?.[0], found)
    })
  )

  it.live("finds an overdue event, and a hook that calls a missing hook", () =>
    Effect.gen(function* () {
      const repository = yield* healthy
      const queue = join(repository.directory, ".git/ultragit/queue/1")
      yield* io(() => mkdir(queue, { recursive: true }))
      yield* io(() => writeFile(join(queue, "event"), "post-commit 0\n"))
      assert.deepStrictEqual(yield* complaints(repository), {})
      yield* io(() => utimes(join(queue, "event"), 1_700_000_000, 1_700_000_000))
      yield* io(() => rm(join(repository.directory, ".git/hooks/post-rewrite")))
      yield* theirHook(repository, "post-rewrite", "echo x\n")
      yield* settingUp(repository)(init({ hooks: true, dryRun: false, include: [], exclude: [] }))
      yield* io(() => rm(join(repository.directory, ".git/hooks/post-rewrite.before-ultragit")))
      const wrong = yield* complaints(repository)
      assert.deepStrictEqual(Object.keys(wrong).toSorted(), ["hook post-rewrite", "queue"])
      assert.deepStrictEqual(wrong["queue"], ["warn", "ultragit hook run"])
    })
  )

  it.live("finds a hook that starts a missing program", () =>
    Effect.gen(function* () {
      const repository = yield* healthy
      const recorder = yield* makeRecorder()
      yield* settingUp(repository, recorder.program)(init({ hooks: true, dryRun: false, include: [], exclude: [] }))
      assert.strictEqual((yield* complaints(repository))["hook post-commit"]?.[0], "warn")
      yield* io(() => rm(join(recorder.folder, "recorder")))
      assert.deepStrictEqual((yield* complaints(repository))["hook post-commit"], ["fail", "ultragit init"])
    })
  )

  it.live("names the line that is missing in a shared hook folder", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const repository = yield* makeRepository({ config: { "core.hooksPath": folder } })
      const check = (yield* settingUp(repository)(doctor())).find(({ name }) => name === "hook post-commit")
      assert.strictEqual(check?.status, "warn")
      assert.match(check?.message ?? "", /does not run it\. Add this line to it:$/)
      assert.include(check?.fix, 'ultragit hook post-commit "$@"')
    })
  )

  it.live("names the versions of git and Node that it found", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const [, version] = /(\d+\.\d+\S*)/.exec(yield* repository.git(["version"])) ?? []
      const checks = yield* settingUp(repository)(doctor())
      assert.deepStrictEqual(
        checks.slice(0, 2).map(({ message, name }) => [name, message]),
        [
          ["node", `Node ${process.versions.node}.`],
          ["git", `git ${version}.`]
        ]
      )
    })
  )

  it.live("exits with 1 only if a check fails", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const warned = yield* run(["doctor", "--json"], { cwd: repository.directory })
      const said = JSON.parse(warned.stdout)
      assert.deepStrictEqual([warned.exitCode, said.$schema, said.status], [0, "ultragit-doctor/v1", "warn"])
      yield* repository.git(["config", "ultragit.depth", "x"])
      const failed = yield* run(["doctor"], { cwd: repository.directory })
      assert.strictEqual(failed.exitCode, 1)
      assert.lengthOf(failed.stdout.match(/^fail {2}settings: Setting ultragit\.depth .*$/gm) ?? [], 1)
      assert.lengthOf(failed.stdout.match(/^fail/gm) ?? [], 1)
      assert.strictEqual(failed.stderr, "")
    })
  )
})

describe("status", () => {
  it.live("counts notes, recent commits, and waiting and failed events", () =>
    Effect.gen(function* () {
      const repository = yield* healthy
      const id = yield* repository.commit("Two")
      yield* repository.note(id, minimalNote(id))
      yield* repository.write(".git/ultragit/failed/1/reason", "because\n")
      yield* repository.write(".git/ultragit/context.json", "{")
      assert.deepStrictEqual(yield* settingUp(repository)(status()), {
        ref: "refs/notes/ultragit",
        notes: 1,
        recent: { commits: 2, annotated: 1 },
        hooks: "installed",
        bare: false,
        sync: [],
        evidence: { notes: [], decisions: 0, changesets: 0 },
        context: true,
        queue: { waiting: 0, failed: 1 }
      })
    })
  )

  it.live(
    "names what answers quote: other tools' notes, decision records, changesets; so does the doctor",
    () =>
      Effect.gen(function* () {
        const repository = yield* healthy
        const id = yield* repository.commit("Two", {
          files: {
            "docs/adr/0001-pool.md": "# Pool\n",
            "docs/adr/README.md": "# All\n",
            ".changeset/red-cats-run.md": "x\n"
          }
        })
        yield* repository.note(id, "a.ts\n---\n{}", { ref: "refs/notes/ai" })
        yield* repository.note(id, "{}", { ref: "refs/notes/mine" })
        const named = "1 note of git-ai (refs/notes/ai), 1 decision record, 1 changeset"
        const shown = yield* run(["status"], { cwd: repository.directory })
        assert.include(shown.stdout, `Also quoted: ${named}.\n`)
        const checked = yield* run(["doctor"], { cwd: repository.directory })
        assert.include(checked.stdout, `Quoted where nothing is noted: commit messages, ${named}.\n`)
        yield* repository.git(["config", "ultragit.evidence", "never"])
        const quiet = yield* run(["doctor"], { cwd: repository.directory })
        assert.include(quiet.stdout, "History is not quoted (setting evidence).\n")
      }),
    slow
  )

  it.live("says what it can, and what cannot be read, where objects are missing", () =>
    Effect.gen(function* () {
      const repository = yield* healthy
      const id = yield* repository.commit("Two", { files: { "docs/adr/0001-pool.md": "# Pool\n" } })
      yield* repository.note(id, minimalNote(id))
      const tree = yield* repository.git(["rev-parse", "refs/notes/ultragit^{tree}"])
      yield* repository.remove(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`)
      const { exitCode, stdout } = yield* run(["status"], { cwd: repository.directory })
      assert.strictEqual(exitCode, 0)
      assert.match(stdout, /^The notes in refs\/notes\/ultragit cannot be read: .+ Details: ultragit doctor$/m)
      assert.include(stdout, "Hooks are installed.\n")
      assert.include(stdout, "Also quoted: 1 decision record.\n")
      const json = yield* run(["status", "--json"], { cwd: repository.directory })
      const { notes, recent, warnings } = JSON.parse(json.stdout)
      assert.deepStrictEqual([notes, recent], [undefined, { commits: 2 }])
      assert.match(warnings[0], /^The notes in refs\/notes\/ultragit cannot be read: /)
      const files = yield* repository.git(["rev-parse", "HEAD^{tree}"])
      yield* repository.remove(`.git/objects/${files.slice(0, 2)}/${files.slice(2)}`)
      const both = yield* run(["status"], { cwd: repository.directory })
      assert.match(
        both.stdout,
        /^What answers can quote cannot be read: Object [0-9a-f]{40} is not in this repository\./m
      )
    })
  )

  it.live("works in a repository without commits", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const { stdout } = yield* run(["status"], { cwd: repository.directory })
      assert.include(stdout, "\nNo commits yet.\n")
      assert.notInclude(stdout, " 0 commits")
      const found = yield* settingUp(repository)(status())
      assert.deepStrictEqual([found.notes, found.recent?.commits, found.hooks], [0, 0, "none"])
    })
  )
})

describe("show", () => {
  it.live("prints a note as escaped text, or as JSON", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const id = yield* repository.commit("One")
      const hostile = minimalRegion("a.ts", "Hostile \u001b[31m\n# Not a title")
      yield* repository.note(id, { ...minimalNote(id, { regions: [hostile] }), extra: 1 })
      const shown = yield* run(["show"], { cwd: repository.directory })
      assert.strictEqual(shown.exitCode, 0)
      assert.include(
        shown.stdout,
        "### Hostile \\x1b[31m # Not a title (a.ts:1)\n> Why Hostile \\x1b[31m\n> # Not a title is.\n"
      )
      const json = yield* run(["show", "HEAD", "--json"], { cwd: repository.directory })
      assert.match(json.stdout, /^\{"\$schema":"ultragit\/v1","commit":"[0-9a-f]{40}",.*"extra":1\}\n$/)
    })
  )

  it.live("fails for a commit without a note, and for a note that is not an annotation", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("One")
      const missing = yield* Effect.flip(settingUp(repository)(show("HEAD")))
      assert.strictEqual(missing.code, "note_missing")
      yield* repository.note("HEAD", "no JSON")
      const unreadable = yield* Effect.flip(settingUp(repository)(show("HEAD")))
      assert.strictEqual(unreadable.code, "note_unreadable")
      assert.strictEqual(unreadable.hint, `Show the raw note: git notes --ref refs/notes/ultragit show ${commit}`)
    })
  )
})

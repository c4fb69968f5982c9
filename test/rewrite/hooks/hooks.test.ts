import { copyFile, mkdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { contextVariables } from "../../../src/domain/ContextVariables.ts"
import { hookNames } from "../../../src/rewrite/hooks/HookName.ts"
import { runGit } from "../../support/runGit.ts"
import { eventsIn, inGitDirectory, makeRecorder, theirHook, withHooks } from "../../support/settingUp.ts"
import {
  makeFolder,
  makeRepository,
  repositoryAt,
  type TemporaryRepository
} from "../../support/TemporaryRepository.ts"

/** Hooks then wait for what they start, so that a test knows what was started. */
const waiting = { CI: "1" }
const context = ".git/ultragit/context.json"
const facts = '{"reason":"so"}'

const ready = Effect.fnUntraced(function* (more?: string) {
  const repository = yield* makeRepository()
  const recorder = yield* makeRecorder(more)
  yield* withHooks(repository, recorder.program)
  yield* repository.git(["commit", "--quiet", "--allow-empty", "-m", "Root"], { env: waiting })
  return { repository, recorder }
})

const commit = (repository: TemporaryRepository, message: string, env: Readonly<Record<string, string>> = {}) =>
  Effect.andThen(
    repository.git(["commit", "--quiet", "--allow-empty", "-m", message], { env: { ...waiting, ...env } }),
    repository.id("HEAD")
  )

/** A commit with a file of its own, so that it can be picked. */
const commitFile = Effect.fnUntraced(function* (repository: TemporaryRepository, name: string, content = name) {
  yield* repository.write(name, `${content}\n`)
  yield* repository.git(["add", name])
  return yield* commit(repository, `Add ${name}`)
})

describe("post-commit", () => {
  it.effect("starts no worker and queues nothing for a commit without context", () =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* ready()
      yield* commit(repository, "Plain\n\nSigned-off-by: A\nNot-Ultragit: no")
      assert.deepStrictEqual(yield* recorder.starts, [])
      assert.deepStrictEqual(yield* eventsIn(repository), [])
    })
  )

  it.effect("claims the context file for its commit and starts the worker for this git directory", () =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* ready()
      yield* repository.write(context, facts)
      const id = yield* commit(repository, "Said")
      const [event] = yield* eventsIn(repository)
      assert.deepStrictEqual(event?.files, { event: `post-commit ${id}\n`, "context.json": facts })
      assert.isUndefined(yield* inGitDirectory(repository, "ultragit/context.json"))
      assert.deepStrictEqual(yield* recorder.starts, [`hook run --repo ${repository.directory}/.git --wait`])
    })
  )

  it.effect("claims the file that ULTRAGIT_CONTEXT names instead", () =>
    Effect.gen(function* () {
      const { repository } = yield* ready()
      yield* repository.write(context, facts)
      yield* repository.write("own.json", '{"task":"own"}')
      yield* commit(repository, "Said", { ULTRAGIT_CONTEXT: join(repository.directory, "own.json") })
      const [event] = yield* eventsIn(repository)
      assert.strictEqual(event?.files["context.json"], '{"task":"own"}')
      assert.strictEqual(yield* inGitDirectory(repository, "ultragit/context.json"), facts)
    })
  )

  it.effect("leaves the context file to the next commit when this one fails", () =>
    Effect.gen(function* () {
      const { repository } = yield* ready()
      yield* repository.write(context, facts)
      yield* theirHook(repository, "commit-msg", "#!/bin/sh\nexit 1\n")
      assert.notStrictEqual((yield* repository.tryGit(["commit", "--allow-empty", "-m", "No"])).exitCode, 0)
      assert.strictEqual(yield* inGitDirectory(repository, "ultragit/context.json"), facts)
    })
  )

  it.effect("keeps the values of environment variables byte for byte", () =>
    Effect.gen(function* () {
      const { repository } = yield* ready()
      const said = { ULTRAGIT_TASK: " a 'b' \"c\" $(d) \\n\n", ULTRAGIT_REASONING: "%s -n é" }
      const id = yield* commit(repository, "Said", said)
      const [event] = yield* eventsIn(repository)
      assert.deepStrictEqual(event?.files, { event: `post-commit ${id}\n`, ...said })
    })
  )

  it.effect.each(contextVariables)("starts the worker for ULTRAGIT_%s alone, and keeps its value", (name) =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* ready()
      yield* commit(repository, "Said", { [`ULTRAGIT_${name}`]: "a: b" })
      assert.lengthOf(yield* recorder.starts, 1)
      assert.deepInclude((yield* eventsIn(repository))[0]?.files, { [`ULTRAGIT_${name}`]: "a: b" })
    })
  )

  it.effect.each([
    ["a trailer of ours", "Said\n\nUltragit-Constraint: keep"],
    ["a trailer of ours in another case", "Said\n\nULTRAGIT-reason: why"],
    ["a trailer behind many lines", `Said\n\n${"line\n".repeat(80)}\nUltragit-Tags: a`],
    ["what git writes into a revert", "Undo\n\nThis reverts commit 0123456789012345678901234567890123456789."]
  ] as const)("starts the worker for a message with %s", ([, message]) =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* ready()
      yield* commit(repository, message)
      assert.lengthOf(yield* recorder.starts, 1)
    })
  )

  it.effect("does nothing where ULTRAGIT_DISABLED is 1", () =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* ready()
      yield* repository.write(context, facts)
      yield* commit(repository, "Ultragit-Task: x", { ULTRAGIT_DISABLED: "1", ULTRAGIT_TASK: "x" })
      yield* repository.git(["commit", "--amend", "--allow-empty", "--quiet", "-m", "y"], {
        env: { ...waiting, ULTRAGIT_DISABLED: "1" }
      })
      assert.deepStrictEqual(yield* recorder.starts, [])
      assert.deepStrictEqual(yield* eventsIn(repository), [])
      assert.strictEqual(yield* inGitDirectory(repository, "ultragit/context.json"), facts)
    })
  )

  it.effect("starts the worker for what an earlier one left behind", () =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* ready()
      yield* repository.write(".git/ultragit/queue/left/event", "post-commit 0\n")
      yield* commit(repository, "Plain")
      assert.lengthOf(yield* recorder.starts, 1)
    })
  )

  it.effect("starts the worker for sessions that agents queued, also in a linked work tree", () =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* ready()
      const folder = join(yield* makeFolder, "linked")
      yield* repository.git(["worktree", "add", "--quiet", folder])
      // Git leaves what looks like undone commits in a new work tree, which starts the worker by itself.
      yield* Effect.promise(() => rm(join(repository.directory, ".git/worktrees/linked/ORIG_HEAD"), { force: true }))
      yield* commit(repositoryAt(folder), "Nothing waits")
      assert.deepStrictEqual(yield* recorder.starts, [])
      yield* repository.write(".git/ultragit/agents/queue/0123456789abcdef.json", "{}")
      yield* commit(repository, "Plain")
      assert.lengthOf(yield* recorder.starts, 1)
      yield* commit(repositoryAt(folder), "Plain")
      assert.lengthOf(yield* recorder.starts, 2)
      assert.deepStrictEqual(yield* eventsIn(repository), [])
    })
  )

  it.effect("starts no second worker while one is running, and replaces a dead one", () =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* ready()
      const plain = { ULTRAGIT_TASK: "t", CI: "" }
      yield* repository.write(".git/ultragit/worker.lock", `${process.pid} 0\n`)
      yield* commit(repository, "While a worker runs", plain)
      yield* repository.write(".git/ultragit/worker.lock", "2147483000 0\n")
      yield* commit(repository, "After a worker died", plain)
      const once = Effect.repeat(recorder.starts, { until: (all) => all.length > 0 })
      assert.deepStrictEqual(yield* once, [`hook run --repo ${repository.directory}/.git`])
    })
  )
})

describe("prepare-commit-msg", () => {
  const pendingOf = Effect.fnUntraced(function* (repository: TemporaryRepository) {
    return (yield* eventsIn(repository)).map(({ files }) => files["pending"])
  })

  /** `main` with the files a and b, `side` with its own file a. */
  const branches = Effect.gen(function* () {
    const found = yield* ready()
    const { repository } = found
    yield* repository.git(["branch", "side"])
    const a = yield* commitFile(repository, "a")
    const b = yield* commitFile(repository, "b")
    yield* repository.git(["checkout", "--quiet", "side"])
    return { ...found, a, b }
  })

  it.effect("records a cherry-pick, also through a conflict", () =>
    Effect.gen(function* () {
      const { a, b, repository } = yield* branches
      yield* repository.git(["cherry-pick", b], { env: waiting })
      yield* commitFile(repository, "a", "other")
      yield* repository.tryGit(["cherry-pick", a], { env: waiting })
      yield* repository.git(["add", "a"])
      yield* repository.git(["-c", "core.editor=true", "cherry-pick", "--continue"], { env: waiting })
      assert.deepStrictEqual(yield* pendingOf(repository), [`cherry-pick ${b}\n`, `cherry-pick ${a}\n`])
    })
  )

  it.effect("records a revert with --no-commit", () =>
    Effect.gen(function* () {
      const { b, repository } = yield* branches
      yield* repository.git(["checkout", "--quiet", "main"])
      yield* repository.git(["revert", "--no-commit", b])
      yield* commit(repository, "Take it back")
      assert.deepStrictEqual(yield* pendingOf(repository), [`revert ${b}\n`])
    })
  )

  it.effect("records the sources of a squash merge, newest first", () =>
    Effect.gen(function* () {
      const { a, b, repository } = yield* branches
      yield* repository.git(["merge", "--quiet", "--squash", "main"])
      yield* commit(repository, "All of it")
      assert.deepStrictEqual(yield* pendingOf(repository), [`squash ${b}\nsquash ${a}\n`])
    })
  )

  it.effect("discards the record of an aborted commit", () =>
    Effect.gen(function* () {
      const { b, repository } = yield* branches
      yield* repository.git(["cherry-pick", "--no-commit", b])
      yield* repository.git(["update-ref", "CHERRY_PICK_HEAD", b])
      yield* repository.tryGit(["commit"], { env: { ...waiting, GIT_EDITOR: "false" } })
      yield* repository.git(["reset", "--quiet", "--hard"])
      yield* commit(repository, "Something else")
      assert.deepStrictEqual(yield* pendingOf(repository), [undefined])
    })
  )

  it.effect("queues operations that may restore undone commits, until the worker has processed them", () =>
    Effect.gen(function* () {
      const { repository } = yield* branches
      yield* repository.git(["checkout", "--quiet", "main"])
      const undone = yield* repository.id("HEAD")
      yield* repository.git(["reset", "--quiet", "--soft", "HEAD~1"])
      yield* commit(repository, "Once more")
      assert.lengthOf(yield* eventsIn(repository), 1)
      yield* repository.write(".git/ultragit/settled", `${undone}\n`)
      yield* commit(repository, "Something else")
      assert.lengthOf(yield* eventsIn(repository), 1)
    })
  )

  it.effect("asks git what is picked or was undone where refs are in tables", () =>
    Effect.gen(function* () {
      const { a, b, repository } = yield* branches
      // This git may know no tables, so that tags take the place of what they would hold.
      yield* repository.write(".git/reftable/tables.list", "")
      yield* repository.git(["tag", "CHERRY_PICK_HEAD", b])
      yield* repository.write(".git/MERGE_MSG", "Add b\n")
      yield* commit(repository, "Add b")
      yield* commit(repository, "Something else")
      assert.deepStrictEqual(yield* pendingOf(repository), [`cherry-pick ${b}\n`])
      yield* repository.git(["tag", "ORIG_HEAD", a])
      yield* commit(repository, "Once more")
      assert.lengthOf(yield* eventsIn(repository), 2)
      yield* repository.write(".git/ultragit/settled", `${a}\n`)
      yield* commit(repository, "Another")
      assert.lengthOf(yield* eventsIn(repository), 2)
    })
  )

  it.effect("names the commit whose message is reused", () =>
    Effect.gen(function* () {
      const { b, repository } = yield* branches
      yield* repository.git(["commit", "--quiet", "--allow-empty", "-C", b])
      assert.deepStrictEqual(yield* pendingOf(repository), [`named ${b}\n`])
    })
  )

  it.effect("names the source commit of a mailed patch, and starts one worker for several mails", () =>
    Effect.gen(function* () {
      const { a, b, recorder, repository } = yield* branches
      const mails = yield* repository.git(["format-patch", "--stdout", `${a}~1..${b}`])
      yield* repository.git(["am", "--quiet"], { stdin: `${mails}\n`, env: waiting })
      assert.deepStrictEqual(yield* pendingOf(repository), [`named ${a}\n`, `named ${b}\n`])
      assert.lengthOf(yield* recorder.starts, 1)
    })
  )

  it.effect("starts one worker for several picks, after the last", () =>
    Effect.gen(function* () {
      const { a, b, recorder, repository } = yield* branches
      yield* repository.git(["cherry-pick", a, b], { env: waiting })
      assert.deepStrictEqual(yield* pendingOf(repository), [`cherry-pick ${a}\n`, `cherry-pick ${b}\n`])
      assert.lengthOf(yield* recorder.starts, 1)
    })
  )
})

describe("post-rewrite", () => {
  /** `main` with three commits, and the branch `onto`. */
  const branches = Effect.gen(function* () {
    const found = yield* ready()
    const { repository } = found
    yield* repository.git(["branch", "onto"])
    const ids = yield* Effect.forEach(["a", "b", "c"], (name) => commitFile(repository, name))
    yield* repository.git(["checkout", "--quiet", "onto"])
    yield* commitFile(repository, "d")
    yield* repository.git(["checkout", "--quiet", "main"])
    return { ...found, ids }
  })

  it.effect("keeps the pairs of an amend", () =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* ready()
      const before = yield* repository.id("HEAD")
      yield* repository.git(["commit", "--amend", "--quiet", "--allow-empty", "-m", "Better"], { env: waiting })
      const [event] = yield* eventsIn(repository)
      assert.deepStrictEqual(event?.files, {
        event: "post-rewrite amend\n",
        stdin: `${before} ${yield* repository.id("HEAD")}\n`
      })
      assert.lengthOf(yield* recorder.starts, 1)
    })
  )

  it.effect("keeps the pairs of a rebase and the commits made, and starts one worker for all of it", () =>
    Effect.gen(function* () {
      const { ids, recorder, repository } = yield* branches
      yield* repository.git(["rebase", "--quiet", "onto"], { env: { ...waiting, ULTRAGIT_TASK: "not the picks'" } })
      const now = (yield* repository.git(["rev-list", "--reverse", "onto..HEAD"])).split("\n")
      const events = yield* eventsIn(repository)
      assert.deepStrictEqual(
        events.map(({ files }) => files),
        [
          {
            event: "post-rewrite rebase\n",
            stdin: ids.map((id, index) => `${id} ${now[index]}\n`).join(""),
            made: ids.map((id, index) => `${now[index]} cherry-pick ${id}\n`).join("")
          }
        ]
      )
      assert.lengthOf(yield* recorder.starts, 1)
    })
  )

  it.effect("keeps the context of a commit, and of an amend, made while a rebase is stopped", () =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* branches
      const editing = { ...waiting, GIT_SEQUENCE_EDITOR: "sed -i.old 1s/pick/edit/" }
      yield* repository.git(["rebase", "--quiet", "-i", "onto"], { env: editing })
      yield* repository.git(["commit", "--amend", "--quiet", "-m", "Another a"], { env: waiting })
      yield* repository.write(context, facts)
      yield* repository.write("e", "e")
      yield* repository.git(["add", "e"])
      const made = yield* commit(repository, "Between", { ULTRAGIT_TASK: "not said of this commit alone" })
      assert.deepStrictEqual(yield* recorder.starts, [])
      yield* repository.git(["-c", "core.editor=true", "rebase", "--continue"], { env: waiting })
      const events = yield* eventsIn(repository)
      assert.deepStrictEqual(
        events.map(({ files }) => files["event"]),
        ["post-rewrite amend\n", `post-commit ${made}\n`, "post-rewrite rebase\n"]
      )
      assert.deepStrictEqual(events[1]?.files, { event: `post-commit ${made}\n`, "context.json": facts })
      assert.include(events[2]?.files["made"], `${made} `)
      assert.lengthOf(yield* recorder.starts, 1)
    })
  )

  it.effect("queues nothing for an aborted rebase", () =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* branches
      const editing = { ...waiting, GIT_SEQUENCE_EDITOR: "sed -i.old 2s/pick/edit/" }
      yield* repository.git(["rebase", "--quiet", "-i", "onto"], { env: editing })
      yield* repository.git(["rebase", "--abort"], { env: waiting })
      yield* repository.git(["rebase", "--quiet", "onto"], { env: waiting })
      const [event] = yield* eventsIn(repository)
      assert.lengthOf(event?.files["made"]?.split("\n").slice(0, -1) ?? [], 3)
      assert.lengthOf(yield* recorder.starts, 1)
    })
  )
})

describe("a hook", () => {
  it.effect("changes neither output nor exit code when the program misbehaves", () =>
    Effect.gen(function* () {
      const { repository } = yield* ready("echo out; echo err >&2; exit 7")
      const run = (env: Readonly<Record<string, string>>) =>
        repository.tryGit(["commit", "--allow-empty", "--amend", "-m", "Same"], {
          env: { ...env, GIT_COMMITTER_DATE: "1700000000 +0000", GIT_AUTHOR_DATE: "1700000000 +0000" }
        })
      yield* run({ ULTRAGIT_DISABLED: "1" })
      const without = yield* run({ ULTRAGIT_DISABLED: "1" })
      const with_ = yield* run({ ULTRAGIT_TASK: "t", ...waiting })
      assert.deepStrictEqual(with_, without)
    })
  )

  it.effect("does not block git or readers of its output on the worker, which outlives the terminal", () =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* ready('kill -HUP $$; echo $$ >"${0%/*}/pid"; exec sleep 600')
      yield* commit(repository, "Said", { CI: "", ULTRAGIT_TASK: "t" })
      const pid = yield* Effect.repeat(
        Effect.promise(() => readFile(join(recorder.folder, "pid"), "utf8").catch(() => "")),
        { until: (text) => text.endsWith("\n") }
      )
      process.kill(Number(pid), "SIGKILL")
    })
  )

  it.effect.each([["#!/bin/sh"], ["#!/bin/sh -eu"], ["#!/bin/bash -eu"], ["#!/usr/bin/env bash"]] as const)(
    "stands in a script of %s and leaves it its arguments, input, output and exit code",
    ([shebang]) =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const recorder = yield* makeRecorder()
        const theirs = `${shebang}\nset -eu\necho "$# $*: $(cat)"\nexit 5\n`
        for (const name of hookNames) yield* theirHook(repository, name, theirs)
        yield* withHooks(repository, recorder.program, hookNames)
        yield* repository.git(["commit", "--allow-empty", "--no-verify", "-m", "x"]).pipe(Effect.exit)
        for (const name of hookNames) {
          const file = join(repository.directory, ".git/hooks", name)
          const ran = yield* runGit(repository.directory, ["-c", `alias.run=!${file} one 'two  three'`, "run"], {
            stdin: "in\nput\n\n",
            env: waiting
          })
          assert.deepStrictEqual(
            { code: ran.exitCode, out: ran.stdout.toString(), err: ran.stderr.toString() },
            {
              code: 5,
              out: "2 one two  three: in\nput\n",
              err: ""
            }
          )
        }
        assert.lengthOf(yield* recorder.starts, 3)
      })
  )

  it.effect("works in a folder with a space, a quote and a newline in its name", () =>
    Effect.gen(function* () {
      const folder = join(yield* makeFolder, "a b'c\nd")
      yield* Effect.promise(() => mkdir(folder))
      const repository = repositoryAt(folder)
      yield* repository.git(["init", "--quiet", "--template=", "."])
      const plain = yield* makeRepository()
      const recorder = yield* makeRecorder()
      yield* withHooks(plain, recorder.program)
      yield* repository.git(["config", "core.hooksPath", join(plain.directory, ".git/hooks")])
      yield* repository.write(context, facts)
      yield* commit(repository, "Said")
      yield* repository.git(["commit", "--amend", "--quiet", "--allow-empty", "-m", "y"], { env: waiting })
      assert.lengthOf(yield* eventsIn(repository), 2)
      assert.match((yield* recorder.starts).join("\n"), /^hook run --repo .*\/a b'c\nd\/\.git --wait$/m)
    })
  )

  it.effect("leaves events of a linked work tree in that work tree's git directory", () =>
    Effect.gen(function* () {
      const { repository } = yield* ready()
      const folder = join(yield* makeFolder, "linked")
      yield* repository.git(["worktree", "add", "--quiet", folder])
      const linked = repositoryAt(folder)
      yield* linked.write("deep/below/file", "x")
      yield* linked.git(["add", "."])
      yield* commit(repositoryAt(join(folder, "deep/below")), "There", { ULTRAGIT_TASK: "t" })
      assert.deepStrictEqual(yield* eventsIn(repository), [])
      assert.lengthOf(yield* eventsIn(linked), 1)
    })
  )

  it.effect("finds the repository that GIT_DIR names", () =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* ready()
      const tree = yield* makeFolder
      yield* runGit(
        tree,
        ["--git-dir", join(repository.directory, ".git"), "--work-tree", tree, "commit", "--allow-empty", "-m", "x"],
        {
          env: { ...waiting, ULTRAGIT_TASK: "t" }
        }
      )
      assert.lengthOf(yield* eventsIn(repository), 1)
      assert.deepStrictEqual(yield* recorder.starts, [`hook run --repo ${repository.directory}/.git --wait`])
    })
  )

  it.effect("starts a program whose path has any characters", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const recorder = yield* makeRecorder()
      const folder = join(recorder.folder, "Zoë 日本")
      const script = join(folder, "it's")
      yield* Effect.promise(() => mkdir(folder))
      yield* Effect.promise(() => copyFile(join(recorder.folder, "recorder"), script))
      const program = { node: "/bin/sh", script: Option.some(script) }
      yield* withHooks(repository, program)
      yield* repository.write(context, facts)
      yield* commit(repository, "Said")
      assert.lengthOf(yield* recorder.starts, 1)
      const { changes } = yield* withHooks(repository, program)
      assert.isTrue(changes.every(({ kind }) => kind === "unchanged"))
    })
  )

  it.effect("does nothing where the program is missing, also on the search path", () =>
    Effect.gen(function* () {
      const { recorder, repository } = yield* ready()
      yield* Effect.promise(() => rm(join(recorder.folder, "recorder")))
      yield* repository.write(context, facts)
      yield* commit(repository, "Said")
      assert.deepStrictEqual(yield* eventsIn(repository), [])
      assert.strictEqual(yield* inGitDirectory(repository, "ultragit/context.json"), facts)
    })
  )
})

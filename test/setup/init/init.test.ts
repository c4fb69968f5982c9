import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { basicHooks, hookNames } from "../../../src/rewrite/hooks/HookName.ts"
import { removeHooks } from "../../../src/rewrite/hooks/installHooks.ts"
import { init, type InitInput } from "../../../src/setup/init/init.ts"
import { uninstall } from "../../../src/setup/init/uninstall.ts"
import { makeRecorder, settingUp, theirHook, withHooks } from "../../support/settingUp.ts"
import {
  makeFolder,
  makeRepository,
  repositoryAt,
  type TemporaryRepository
} from "../../support/TemporaryRepository.ts"
import { run } from "../../support/program.ts"
import { treeOf } from "../../support/tree.ts"
import { slow } from "../../support/scale.ts"

const io = <A>(call: () => Promise<A>) => Effect.promise(call)
const plain: InitInput = { hooks: true, dryRun: false, include: [], exclude: [] }

const setUp = (repository: TemporaryRepository, input: Partial<InitInput> = {}) =>
  settingUp(repository)(init({ ...plain, ...input }))
const takeBack = (repository: TemporaryRepository, dryRun = false) => settingUp(repository)(uninstall({ dryRun }))

const gitFolder = (repository: TemporaryRepository) => join(repository.directory, ".git")
const gitTree = (repository: TemporaryRepository) => treeOf(gitFolder(repository), ["objects", "refs", "logs"])
const hookText = (repository: TemporaryRepository, name: string) =>
  io(() => readFile(join(gitFolder(repository), "hooks", name), "latin1"))

const changesOf = (outcome: {
  readonly hooks: Option.Option<{ readonly changes: ReadonlyArray<{ hook: string; kind: string }> }>
}) =>
  Option.match(outcome.hooks, {
    onNone: (): Readonly<Record<string, string>> => ({}),
    onSome: ({ changes }) => Object.fromEntries(changes.map(({ hook, kind }) => [hook, kind]))
  })

describe("init", () => {
  it.live("installs hooks, makes git copy notes, and is idempotent", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const outcome = yield* setUp(repository, { exclude: ["vendor/**"] })
      assert.deepStrictEqual(changesOf(outcome), {
        "prepare-commit-msg": "made",
        "post-commit": "made",
        "post-applypatch": "made",
        "post-rewrite": "made"
      })
      assert.strictEqual(yield* repository.git(["config", "notes.rewriteRef"]), "refs/notes/[u]ltragit")
      assert.strictEqual(yield* repository.git(["config", "ultragit.exclude"]), "vendor/**")
      const before = yield* gitTree(repository)
      const again = yield* setUp(repository, { exclude: ["vendor/**"] })
      assert.deepStrictEqual(new Set(Object.values(changesOf(again))), new Set(["unchanged"]))
      assert.deepStrictEqual(again.config, [])
      assert.deepStrictEqual(yield* gitTree(repository), before)
    })
  )

  it.live("only reports the changes in a dry run", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const before = yield* gitTree(repository)
      const outcome = yield* setUp(repository, { dryRun: true, include: ["src/**"] })
      assert.strictEqual(changesOf(outcome)["post-commit"], "made")
      assert.lengthOf(outcome.config, 2)
      assert.deepStrictEqual(yield* gitTree(repository), before)
    })
  )

  it.live("installs no hooks without the option, and adds no ref that a glob already covers", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "notes.rewriteRef": "refs/notes/*" } })
      const before = yield* gitTree(repository)
      yield* setUp(repository, { hooks: false })
      yield* io(() => rm(join(gitFolder(repository), "ultragit"), { recursive: true }))
      assert.deepStrictEqual(yield* gitTree(repository), before)
    })
  )

  it.live("configures a bare repository without hooks", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ bare: true })
      const outcome = yield* setUp(repository)
      assert.isTrue(Option.isNone(outcome.hooks))
      assert.strictEqual(yield* repository.git(["config", "notes.rewriteRef"]), "refs/notes/[u]ltragit")
    })
  )

  it.live("replaces lines of an older version in place", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const theirs = "#!/bin/sh\necho one\nexit 0\n"
      yield* theirHook(repository, "post-commit", theirs)
      yield* setUp(repository)
      const current = yield* hookText(repository, "post-commit")
      const old = current.replace(/\nultragit_hook\(\)[\s\S]*?\nunset -f ultragit_hook\n/, "\nold_lines\n")
      assert.notStrictEqual(old, current)
      yield* theirHook(repository, "post-commit", `${old}echo two\n`)
      assert.strictEqual(changesOf(yield* setUp(repository))["post-commit"], "updated")
      assert.strictEqual(yield* hookText(repository, "post-commit"), `${current}echo two\n`)
      yield* takeBack(repository)
      assert.strictEqual(yield* hookText(repository, "post-commit"), `${theirs}echo two\n`)
    })
  )

  it.live("shares notes with a remote that already has some", () =>
    Effect.gen(function* () {
      const remote = yield* makeRepository({ bare: true })
      const repository = yield* makeRepository()
      const id = yield* repository.commit("One")
      yield* repository.git(["remote", "add", "origin", remote.directory])
      yield* repository.note(id, { $schema: "ultragit/v1" })
      yield* repository.git(["push", "--quiet", "origin", "refs/notes/ultragit"])
      const before = yield* gitTree(repository)
      const outcome = yield* setUp(repository)
      assert.deepStrictEqual(outcome.sync, Option.some({ remote: "origin", kind: "enabled", notes: 0 }))
      assert.strictEqual(yield* repository.git(["config", "ultragit.syncRemote"]), "origin")
      assert.deepStrictEqual(Object.keys(changesOf(outcome)), [...hookNames])
      const after = yield* gitTree(repository)
      yield* setUp(repository)
      assert.deepStrictEqual(yield* gitTree(repository), after)
      yield* takeBack(repository)
      assert.deepStrictEqual(yield* gitTree(repository), before)
    })
  )
})

describe("a hook folder that init does not write", () => {
  const refused = Effect.fnUntraced(function* (repository: TemporaryRepository, keeper: string) {
    const outcome = yield* setUp(repository)
    const hooks = Option.getOrThrow(outcome.hooks)
    assert.strictEqual(hooks.folder.owner, keeper)
    assert.deepStrictEqual(hooks.changes, [])
    assert.deepStrictEqual(
      hooks.lines.map(({ hook, present }) => [hook, present]),
      basicHooks.map((hook) => [hook, false])
    )
    return hooks.lines
  })

  it.live("is outside the repository", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const repository = yield* makeRepository({ config: { "core.hooksPath": folder } })
      const lines = yield* refused(repository, "outside")
      assert.strictEqual(lines[1]?.file, join(folder, "post-commit"))
      assert.deepStrictEqual(yield* treeOf(folder), {})
      const line = lines[1]?.line ?? ""
      yield* io(() => writeFile(join(folder, "post-commit"), `#!/bin/sh\n${line}\n`, { mode: 0o755 }))
      const again = Option.getOrThrow((yield* setUp(repository)).hooks)
      assert.deepStrictEqual(
        again.lines.map(({ present }) => present),
        [false, true, false, false]
      )
    })
  )

  it.live("has tracked files; an untracked one in the worktree is written", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "core.hooksPath": ".githooks" } })
      yield* repository.write(".githooks/pre-commit", "#!/bin/sh\n")
      assert.strictEqual(changesOf(yield* setUp(repository))["post-commit"], "made")
      yield* takeBack(repository)
      yield* repository.git(["add", ".githooks"])
      yield* refused(repository, "tracked")
    })
  )

  it.live("belongs to husky", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "core.hooksPath": ".husky/_" } })
      yield* repository.write(".husky/_/h", "#!/usr/bin/env sh\n")
      const lines = yield* refused(repository, "husky")
      assert.strictEqual(lines[1]?.file, join(repository.directory, ".husky/post-commit"))
      yield* repository.write(".husky/post-commit", `${lines[1]?.line}\n`)
      const again = Option.getOrThrow((yield* setUp(repository)).hooks)
      assert.isTrue(again.lines[1]?.present)
    })
  )

  it.live("belongs to lefthook", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* theirHook(
        repository,
        "pre-commit",
        '#!/bin/sh\ncall_lefthook()\n{\n  :\n}\ncall_lefthook run "pre-commit" "$@"\n'
      )
      yield* repository.write(".lefthook.yml", "pre-commit:\n")
      const lines = yield* refused(repository, "lefthook")
      assert.strictEqual(lines[3]?.file, join(repository.directory, ".lefthook.yml"))
      assert.include(lines[3]?.line, "use_stdin: true")
      yield* repository.write(".lefthook.yml", `pre-commit:\n${lines[2]?.line}\n`)
      const again = Option.getOrThrow((yield* setUp(repository)).hooks)
      assert.deepStrictEqual(
        again.lines.map(({ present }) => present),
        [false, false, true, false]
      )
    })
  )

  it.live("has hooks of the framework pre-commit; its other hooks are written", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const theirs = "#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\n"
      yield* theirHook(repository, "post-commit", theirs)
      const hooks = Option.getOrThrow((yield* setUp(repository)).hooks)
      assert.deepStrictEqual(
        hooks.lines.map(({ file, hook }) => [hook, file]),
        [["post-commit", join(repository.directory, ".pre-commit-config.yaml")]]
      )
      assert.strictEqual(yield* hookText(repository, "post-commit"), theirs)
      assert.lengthOf(hooks.changes, 3)
    })
  )
})

describe("existing hooks", () => {
  it.live.each([
    ["a script of another language", "#!/usr/bin/env python3\nprint('x')\n", 0o755],
    ["a program", "\x7fELF\x02\x01\x00\xff", 0o755],
    ["a script that is not executable", "#!/bin/sh\necho no\n", 0o644],
    ["a script without a shebang line", "echo x\n", 0o755],
    ["a script with carriage returns", "#!/bin/sh\r\necho x\r\n", 0o755],
    ["a shell with -x", "#!/bin/sh -x\necho x\n", 0o755],
    ["an empty file", "", 0o755]
  ] as const)("are renamed and called by ours: %s", ([, text, mode]) =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* theirHook(repository, "post-commit", "")
      const file = join(gitFolder(repository), "hooks/post-commit")
      yield* io(() => rm(file))
      yield* io(() => writeFile(file, Buffer.from(text, "latin1"), { mode }))
      assert.strictEqual(changesOf(yield* setUp(repository))["post-commit"], "beside")
      assert.strictEqual(yield* hookText(repository, "post-commit.before-ultragit"), text)
      assert.strictEqual(changesOf(yield* setUp(repository))["post-commit"], "unchanged")
    })
  )

  it.effect("keep their arguments, input, output and exit code when our hook calls them", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const recorder = yield* makeRecorder()
      const perl = '#!/usr/bin/env perl\nprint "@ARGV: ", <STDIN>;\nexit 9;\n'
      yield* theirHook(repository, "post-rewrite", perl)
      yield* theirHook(repository, "prepare-commit-msg", "#!/bin/sh\nexit 1\n", 0o644)
      yield* withHooks(repository, recorder.program)
      const file = join(gitFolder(repository), "hooks/post-rewrite")
      const ran = yield* repository.tryGit(["-c", `alias.run=!${file} amend`, "run"], { stdin: "a b\n" })
      assert.deepStrictEqual(
        { code: ran.exitCode, out: ran.stdout.toString(), err: ran.stderr.toString() },
        { code: 9, out: "amend: a b\n", err: "" }
      )
      yield* repository.git(["commit", "--quiet", "--allow-empty", "-m", "Not stopped by what git would not run"])
    })
  )

  it.live("stay symbolic links, even dangling ones", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("tools/hook.sh", "#!/bin/sh\n", { executable: true })
      const hooks = join(gitFolder(repository), "hooks")
      yield* io(() => mkdir(hooks))
      yield* io(() => symlink("../../tools/hook.sh", join(hooks, "post-commit")))
      yield* io(() => symlink("../../nowhere", join(hooks, "post-rewrite")))
      const before = yield* gitTree(repository)
      const outcome = yield* setUp(repository)
      assert.deepStrictEqual(changesOf(outcome), {
        "prepare-commit-msg": "made",
        "post-commit": "beside",
        "post-applypatch": "made",
        "post-rewrite": "beside"
      })
      assert.strictEqual(yield* io(() => readFile(join(repository.directory, "tools/hook.sh"), "utf8")), "#!/bin/sh\n")
      yield* takeBack(repository)
      assert.deepStrictEqual(yield* gitTree(repository), before)
    })
  )

  it.live("are not renamed over an existing file, and nothing is changed then", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* theirHook(repository, "post-commit", "echo x\n")
      yield* theirHook(repository, "post-commit.before-ultragit", "precious\n")
      const before = yield* gitTree(repository)
      const error = yield* Effect.flip(setUp(repository))
      assert.strictEqual(error.code, "hook_in_the_way")
      assert.deepStrictEqual(yield* gitTree(repository), before)
    })
  )

  it.live("stay if the user added lines to our hook", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* theirHook(repository, "post-rewrite", "echo kept\n")
      yield* setUp(repository)
      for (const name of ["post-commit", "post-rewrite"]) {
        yield* theirHook(repository, name, `${yield* hookText(repository, name)}echo mine\n`)
      }
      yield* settingUp(repository)(removeHooks())
      assert.strictEqual(yield* hookText(repository, "post-commit"), "#!/bin/sh\necho mine\n")
      assert.match(
        yield* hookText(repository, "post-rewrite"),
        /^#!\/bin\/sh\necho mine\n.*exec "\$0\.before-ultragit"/
      )
    })
  )
})

describe("a record of what init changed that cannot be read", () => {
  const newer = '{"$schema":"ultragit-setup/v2","values":[{"key":"user.name","value":"Ada"}]}'

  it.live("is kept aside by init", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write(".git/ultragit/setup.json", newer)
      yield* setUp(repository)
      assert.strictEqual(
        yield* io(() => readFile(join(gitFolder(repository), "ultragit", "setup.json.unreadable"), "utf8")),
        newer
      )
      assert.isFalse((yield* takeBack(repository)).isRecordUnreadable)
    })
  )

  it.live("is named by uninstall, which leaves the configuration", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* setUp(repository)
      yield* repository.write(".git/ultragit/setup.json", newer)
      const { stderr } = yield* run(["uninstall"], { cwd: repository.directory })
      assert.match(
        stderr,
        /^warn: What init configured stays, because its record cannot be read\. .*git config --local/
      )
      assert.strictEqual(yield* repository.git(["config", "notes.rewriteRef"]), "refs/notes/[u]ltragit")
    })
  )
})

describe("uninstall", () => {
  const Body = Schema.Literals([
    "echo x\n",
    "set -e\ncat\nexit 3",
    "# >>> ultragit? no\n",
    "\u00ff\u00fe\u0000bytes\n",
    "",
    "if true; then\r\n  :\r\nfi\r\n"
  ])
  const First = Schema.Literals(["#!/bin/sh\n", "#!/bin/bash -eu\n", "#!/usr/bin/env node\n", "#!/bin/sh", ""])
  const Hook = Schema.Struct({ first: First, body: Body, mode: Schema.Literals([0o755, 0o700, 0o775, 0o644]) })
  const Given = Schema.Struct({
    hooks: Schema.Struct({
      "prepare-commit-msg": Schema.optionalKey(Hook),
      "post-commit": Schema.optionalKey(Hook),
      "post-applypatch": Schema.optionalKey(Hook),
      "post-rewrite": Schema.optionalKey(Hook),
      "pre-commit": Schema.optionalKey(Hook)
    }),
    config: Schema.Array(
      Schema.Literals([
        "[notes]\n\trewriteRef = refs/notes/commits\n",
        "[Notes]\n# why\n\tdisplayRef=refs/notes/commits ; here\n",
        "[ultragit]\n\texclude = a\n",
        "[core]\n\tbare=false",
        "\n# the end\n\n"
      ])
    ).pipe(Schema.check(Schema.isMaxLength(4))),
    include: Schema.Array(Schema.Literals(["src/**", "a b", "c"])).pipe(Schema.check(Schema.isMaxLength(2))),
    changed: Schema.Boolean
  })

  it.live.prop(
    "restores every byte and mode",
    [Given],
    ([{ changed, config: lines, hooks, include }]) =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const file = join(gitFolder(repository), "config")
        yield* io(() => writeFile(file, lines.map((line) => `${line}\n`).join(""), { flag: "a" }))
        for (const [name, { body, first, mode }] of Object.entries(hooks)) {
          const path = yield* theirHook(repository, name, "", mode)
          yield* io(() => writeFile(path, Buffer.from(first + body, "latin1")))
        }
        const before = yield* gitTree(repository)
        yield* setUp(repository, { include })
        const after = yield* gitTree(repository)
        yield* setUp(repository, { include })
        assert.deepStrictEqual(yield* gitTree(repository), after)
        assert.notDeepEqual(after, before)
        if (changed) yield* repository.git(["config", "other.key", "theirs"])
        yield* takeBack(repository)
        if (changed) {
          assert.strictEqual(yield* repository.git(["config", "other.key"]), "theirs")
          const rewriteRefs = yield* repository.tryGit(["config", "--get-all", "notes.rewriteRef"])
          assert.notInclude(rewriteRefs.stdout.toString(), "ultragit")
        } else assert.deepStrictEqual(yield* gitTree(repository), before)
      }),
    { arbitrary: { runs: 12 }, ...slow }
  )

  it.live("reports the changes in a dry run, keeps notes, and removes the folders of all worktrees", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const id = yield* repository.commit("One")
      yield* repository.note(id, "{}")
      const folder = join(yield* makeFolder, "linked")
      yield* repository.git(["worktree", "add", "--quiet", folder])
      const before = yield* gitTree(repository)
      yield* setUp(repositoryAt(folder))
      yield* repository.write(".git/worktrees/linked/ultragit/log", "x")
      const set = yield* gitTree(repository)
      const said = yield* takeBack(repository, true)
      assert.deepStrictEqual(yield* gitTree(repository), set)
      const done = yield* takeBack(repository)
      assert.deepStrictEqual({ ...done, dryRun: true }, said)
      assert.isTrue(done.notes)
      assert.lengthOf(done.folders, 2)
      assert.deepStrictEqual(yield* gitTree(repository), before)
    })
  )
})

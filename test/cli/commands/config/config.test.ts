import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { variableNames } from "../../../../src/config/define.ts"
import { allDefinitions } from "../../../../src/config/definitions.ts"
import { isGitSince } from "../../../support/gitVersion.ts"
import { at, textOf } from "../../../support/conformance/Subject.ts"
import { initialize, startServer, toolCall } from "../../../support/McpProcess.ts"
import { makePool } from "../../../support/annotated.ts"
import { run as runProgram, serverOf } from "../../../support/program.ts"
import { makeFolder, makeRepository } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

const run = (args: ReadonlyArray<string>, cwd: string, env: Record<string, string> = {}) =>
  runProgram(["config", ...args], { cwd, env: { FORCE_COLOR: "", NO_COLOR: "1", ULTRAGIT_LOG: "", ...env } })

const parsed = Schema.decodeSync(Schema.fromJsonString(Schema.Unknown))

describe("ultragit config", () => {
  it.effect("shows every setting, its source and all errors, and exits with 0", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.depth": "x\u001b[2J" } })
      yield* repository.write(
        ".ultragit-config.toml",
        'maxRegions = 7\nnoteRef = "evil"\nexclude = ["a", "\\u001b(2J"]\n'
      )
      const { exitCode, stderr, stdout } = yield* run([], repository.directory, { ULTRAGIT_MAX_TOKENS: "5" })
      const rows = stdout.split("\n").map((line) => line.split(/ {2,}/))
      assert.deepStrictEqual(
        rows.slice(0, -1).map(([name]) => name),
        allDefinitions.map(({ name }) => name)
      )
      assert.deepStrictEqual(
        rows.filter(([, , source]) => source !== "default"),
        [
          ["exclude", String.raw`a, \x1b(2J`, "tracked file", ".ultragit-config.toml"],
          ["maxTokens", "5", "environment", "ULTRAGIT_MAX_TOKENS"],
          ["maxRegions", "7", "tracked file", ".ultragit-config.toml"],
          ["depth", String.raw`x\x1b[2J`, "git config", ".git/config"],
          [""]
        ]
      )
      assert.deepStrictEqual(stderr.split("\n"), [
        String.raw`warn: Setting ultragit.depth (git config, file:.git/config) is "x\x1b[2J"; expected a whole number of hops from 0 to 10. Change it: ultragit config set depth <value>; or remove it: ultragit config unset depth`,
        "warn: .ultragit-config.toml may not set noteRef, so it is ignored. To set it for yourself: ultragit config set noteRef <value>",
        ""
      ])
      assert.strictEqual(exitCode, 0)
    })
  )

  it.effect.skipIf(!isGitSince(36))("reports that git refuses a repository, and ignores its settings", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write(".ultragit-config.toml", "maxRegions = 7\n")
      const { exitCode, stderr, stdout } = yield* run([], repository.directory, {
        GIT_TEST_ASSUME_DIFFERENT_OWNER: "1"
      })
      assert.strictEqual(exitCode, 0)
      assert.match(stdout, /^maxRegions +20 +default$/m)
      assert.match(stderr, /^warn: .*dubious ownership.* Its settings are not read\. .*safe\.directory/)
    })
  )

  it.effect("prints the same as one line of JSON, with raw values", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.exclude": "a b", "ultragit.depth": "x" } })
      const { exitCode, stderr, stdout } = yield* run(["list", "--json"], repository.directory)
      assert.deepStrictEqual(
        { exitCode, stderr, lines: stdout.split("\n").length },
        { exitCode: 0, stderr: "", lines: 2 }
      )
      const document = parsed(stdout)
      const hint = "Change it: ultragit config set depth <value>; or remove it: ultragit config unset depth"
      const message =
        'Setting ultragit.depth (git config, file:.git/config) is "x"; expected a whole number of hops from 0 to 10.'
      assert.strictEqual(at(document, "$schema"), "ultragit-config/v1")
      assert.deepStrictEqual(at(document, "warnings"), [`${message} ${hint}`])
      const settings = yield* Schema.decodeUnknownEffect(Schema.Array(Schema.Unknown))(at(document, "settings"))
      assert.deepStrictEqual(
        settings.filter((setting) => at(setting, "source") !== "default"),
        [
          { name: "ultragit.exclude", value: ["a b"], source: "git config", detail: "file:.git/config" },
          {
            name: "ultragit.depth",
            value: "x",
            source: "git config",
            detail: "file:.git/config",
            problem: { code: "setting_invalid", message, hint }
          }
        ]
      )
      assert.deepInclude(settings, {
        name: "ultragit.maxTokens",
        value: 10_000,
        source: "default",
        detail: "default"
      })
    })
  )

  it.effect("sets, gets and removes settings, outside a repository for all repositories", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const env = { GIT_CONFIG_GLOBAL: join(folder, "gitconfig") }
      assert.deepStrictEqual(yield* run(["set", "--global", "exclude", "vendor/**", "a,b"], folder, env), {
        exitCode: 0,
        stdout: "Set ultragit.exclude to vendor/**, a,b for all your repositories.\n",
        stderr: ""
      })
      const got = yield* run(["get", "Exclude"], folder, env)
      assert.deepStrictEqual(got, { exitCode: 0, stdout: "vendor/**\na,b\n", stderr: "" })
      const unset = yield* run(["unset", "--global", "exclude", "--json"], folder, env)
      assert.deepStrictEqual(parsed(unset.stdout), {
        $schema: "ultragit-config/v1",
        changed: true,
        settings: [{ name: "ultragit.exclude", value: [], source: "default", detail: "default" }]
      })
    })
  )

  it.effect.each([
    [["get", "maxTokenz", "--json"], 1, '"code":"setting_unknown"'],
    [["set", "toolsets", "annotatons"], 1, "Error: Unknown toolset: annotatons\nHint: Known toolsets: annotations, "],
    [["set", "depth"], 2, "Missing required argument: value"]
  ] as const)("reports the error, and writes nothing: %j", ([args, code, said]) =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const { exitCode, stderr, stdout } = yield* run(args, repository.directory)
      assert.strictEqual(exitCode, code)
      assert.include(stdout + stderr, said)
      assert.strictEqual((yield* repository.tryGit(["config", "--get-regexp", "^ultragit"])).exitCode, 1)
    })
  )

  it.effect("warns of values that cannot work yet, and how to change that", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.git(["remote", "add", "origin", "../nothing"])
      yield* repository.write("here/a", "")
      const folder = join(repository.directory, "here")
      const warnings = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
        const { exitCode, stderr } = yield* run(["set", ...args], repository.directory)
        assert.strictEqual(exitCode, 0)
        return stderr
      })
      assert.strictEqual(yield* warnings("syncRemote", "origin"), "")
      assert.strictEqual(
        yield* warnings("syncRemote", "origin,nowhere"),
        "warn: ultragit.syncRemote: there is no remote named nowhere. Remotes here: origin. Add it: git remote add nowhere URL\n"
      )
      assert.strictEqual(
        yield* warnings("gitblitRoot", "/nowhere"),
        "warn: ultragit.gitblitRoot: /nowhere is not a folder. Create it, or name another: ultragit config set gitblitRoot FOLDER\n"
      )
      assert.strictEqual(
        yield* warnings("gitblitRoot", "here"),
        `warn: ultragit.gitblitRoot: here is relative to where each command runs. Name it in full: ultragit config set gitblitRoot ${folder}\n`
      )
      assert.strictEqual(yield* warnings("gitblitRoot", folder), "")
      const { stdout } = yield* run(["set", "syncPulls", "nowhere", "--json"], repository.directory)
      assert.strictEqual(at(parsed(stdout), "changed"), true)
      assert.include(JSON.stringify(at(parsed(stdout), "warnings")), "there is no remote named nowhere")
    })
  )

  it.effect("has help with the purpose, allowed values, default and sources of every setting", () =>
    Effect.gen(function* () {
      const { exitCode, stdout } = yield* run(["--help"], "/")
      assert.strictEqual(exitCode, 0)
      for (const definition of allDefinitions) {
        const { expected, description: meaning, name, tracked } = definition
        assert.include(stdout, `${tracked ? "*" : " "} ${name}  ${variableNames(definition)[0]}\n`)
        assert.include(stdout, `${meaning}.\n`)
        assert.include(stdout, `${expected} (default: `)
      }
    })
  )
})

describe("a running server", () => {
  it.live(
    "reads settings at each call, reports their errors, and keeps its toolsets",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const server = yield* startServer(serverOf(repository.directory))
        yield* initialize(server, "2025-11-25")
        let id = 1
        const asked = Effect.suspend(() => {
          id += 1
          return Effect.andThen(
            server.send(toolCall(id, "ultragit_read", { path: "src/pool.ts" })),
            Effect.map(server.answer(id), (answer) => at(answer, "result"))
          )
        })
        const regions = Effect.map(asked, (result) => at(result, "structuredContent", "stats", "regions_returned"))
        assert.isAbove(Number(yield* regions), 0)
        yield* repository.git(["config", "ultragit.exclude", "src"])
        assert.strictEqual(yield* regions, 0)
        yield* repository.git(["config", "ultragit.exclude", ""])
        yield* repository.write(".ultragit-config.toml", "maxRegions = -1\n")
        const failed = yield* asked
        assert.isTrue(at(failed, "isError"))
        assert.include(
          String(textOf({ result: failed })),
          'Setting ultragit.maxRegions (.ultragit-config.toml) is "-1"'
        )
        yield* repository.write(".ultragit-config.toml", "maxRegions = 1\n")
        yield* repository.git(["config", "ultragit.toolsets", "authoring"])
        assert.strictEqual(yield* regions, 1)
        yield* server.send({ jsonrpc: "2.0", id: "tools", method: "tools/list" })
        const tools = JSON.stringify(yield* server.answer("tools"))
        assert.include(tools, "ultragit_read")
        assert.notInclude(tools, "ultragit_annotate")
      }),
    slow
  )
})

import { existsSync } from "node:fs"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makePool } from "../support/annotated.ts"
import { run } from "../support/program.ts"
import { runCommand } from "../support/runCommand.ts"
import { isolation } from "../support/runGit.ts"
import { slow } from "../support/scale.ts"

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url))
const script = "/usr/bin/script"

/** Runs the program on a terminal made by `script` of util-linux, and returns what it shows. */
const onTerminal = (cwd: string, args: string, env: Readonly<Record<string, string>>) =>
  Effect.map(
    runCommand({
      command: script,
      args: ["-qec", `'${process.execPath}' '${main}' ${args}`, "/dev/null"],
      cwd,
      env: { ...process.env, ...isolation, TERM: "xterm", NO_COLOR: "1", FORCE_COLOR: "", LC_ALL: "C.UTF-8", ...env }
    }),
    ({ exitCode, stdout }) => ({ exitCode, text: stdout.toString().replaceAll("\r\n", "\n") })
  )

const isSupported = process.platform === "linux" && existsSync(script)

describe.skipIf(!isSupported)("the pager", () => {
  it.effect(
    "is git's on a terminal, may quit early, and is left out where it is missing or unwanted",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const cwd = repository.directory
        const read = "read src/pool.ts"
        const paged = yield* onTerminal(cwd, read, { GIT_PAGER: "sed s/^/paged:/" })
        assert.match(paged.text, /^paged:# Why: src\/pool\.ts\npaged:\n/)
        const quit = yield* onTerminal(cwd, read, { GIT_PAGER: "head -n 1" })
        assert.deepStrictEqual(quit, { exitCode: 0, text: "# Why: src/pool.ts\n" })
        const { text } = yield* onTerminal(cwd, read, { GIT_PAGER: "cat" })
        assert.match(text, /^# Why: src\/pool\.ts\n/)
        const unwanted = yield* onTerminal(cwd, `--no-pager ${read}`, { GIT_PAGER: "sed s/^/paged:/" })
        assert.strictEqual(unwanted.text, text)
        const missing = yield* onTerminal(cwd, read, { GIT_PAGER: "no-such-pager" })
        assert.deepStrictEqual([missing.exitCode, missing.text.endsWith(text)], [0, true])
        const json = yield* onTerminal(cwd, `${read} --json`, { GIT_PAGER: "sed s/^/paged:/" })
        assert.match(json.text, /^\{/)
      }),
    slow
  )

  it.effect("is not used off a terminal", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const { stdout } = yield* run(["read", "src/pool.ts"], {
        cwd: repository.directory,
        env: { GIT_PAGER: "sed s/^/paged:/" }
      })
      assert.match(stdout, /^# Why/)
    })
  )
})

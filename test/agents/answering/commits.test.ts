import { existsSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { makePool } from "../../support/annotated.ts"
import { tell, toolCall } from "../../support/agents.ts"
import { slow } from "../../support/scale.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const asking = "has no recorded reason"

const commitNow = Effect.fnUntraced(function* (repository: TemporaryRepository, text: string) {
  const date = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  return yield* repository.commit("Change two", { files: { "src/two.ts": `export const two = ${text}\n` }, date })
})

const bash = (command: string, output?: string) => ({
  ...toolCall("PostToolUse", "Bash", { command }),
  ...(output === undefined ? {} : { tool_response: { stdout: output, stderr: "", interrupted: false } })
})
const read = toolCall("PreToolUse", "Read", { file_path: "src/app.ts" })

const output = (commit: string) => `[main ${commit.slice(0, 7)}] Change two\n 1 file changed\n`

describe("a commit by a person", () => {
  it.live(
    "is not asked about after commands that made none",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        yield* tell(repository, read)
        const commit = yield* commitNow(repository, "1")
        for (const event of [
          bash("git log --oneline --grep commit", `${commit.slice(0, 7)} Change two\n`),
          bash("git show HEAD:docs/commit.md", "text\n"),
          bash("git status # commit later", "nothing to commit, working tree clean\n"),
          bash('rg "git commit" docs', "docs/a.md\n"),
          bash("git commit --dry-run"),
          bash("cd /other/repo && git commit -m x", "[main 1234567] x\n 1 file changed\n"),
          bash("cd /other/repo && git commit -qm x", ""),
          bash("git commit -m x", "On branch main\nnothing to commit, working tree clean\n")
        ]) {
          assert.strictEqual(yield* tell(repository, event), "", JSON.stringify(event))
        }
      }),
    slow
  )
})

describe("a commit by the agent", () => {
  it.live(
    "is asked about where the client does not pass on what git printed, if HEAD is new",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        yield* tell(repository, read)
        yield* commitNow(repository, "1")
        assert.include(yield* tell(repository, bash("git commit -m x")), asking)
        assert.strictEqual(yield* tell(repository, bash("git commit -m x")), "")
        yield* commitNow(repository, "2")
        assert.include(yield* tell(repository, bash("git commit -qam x", "")), asking)
        // Without an event before, HEAD may be anybody's.
        yield* commitNow(repository, "3")
        assert.strictEqual(yield* tell(repository, bash("git commit -m x"), { session: "two" }), "")
      }),
    slow
  )

  it.live("is recognized in what each client passes on", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const first = yield* commitNow(repository, "1")
      const gemini = {
        ...toolCall("AfterTool", "run_shell_command", { command: "git commit -m x" }),
        tool_response: { llmContent: `Command: git commit -m x\nOutput: ${output(first)}`, returnDisplay: "" }
      }
      assert.include(yield* tell(repository, gemini, { client: "gemini" }), asking)
      const second = yield* commitNow(repository, "2")
      const cursor = {
        ...toolCall("postToolUse", "Shell", { command: "git commit -m x" }),
        conversation_id: "c",
        workspace_roots: [repository.directory],
        tool_output: JSON.stringify({ exitCode: 0, stdout: output(second) })
      }
      assert.include(yield* tell(repository, cursor, { client: "cursor" }), asking)
    })
  )
})

describe("a repository where Ultragit was not set up", () => {
  const events = [
    { hook_event_name: "SessionStart", source: "startup" },
    { hook_event_name: "Stop", transcript_path: "/tmp/session.jsonl" }
  ]

  it.live("is neither told of notes nor asked for them, whatever the user's own configuration has", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* commitNow(repository, "1")
      const env = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "ultragit.gate", GIT_CONFIG_VALUE_0: "once" }
      for (const event of [...events, bash("git commit -m x", `[main ${commit.slice(0, 7)}] Change two\n`)]) {
        assert.strictEqual(yield* tell(repository, event, { env }), "")
      }
      assert.isFalse(existsSync(join(repository.directory, ".git/ultragit")))
    })
  )

  it.live(
    "is one no longer with settings of its own, or hooks of the project",
    () =>
      Effect.gen(function* () {
        const [start = {}] = events
        const configured = yield* makeRepository()
        yield* commitNow(configured, "1")
        yield* configured.git(["config", "ultragit.sessions", "off"])
        assert.include(yield* tell(configured, start), "no reasons are recorded in this repository yet")
        const hooked = yield* makeRepository()
        yield* commitNow(hooked, "1")
        yield* hooked.write(".cursor/hooks.json", '{"command":"ultragit agents hook --client cursor"}')
        assert.include(yield* tell(hooked, start), "no reasons are recorded in this repository yet")
      }),
    slow
  )
})

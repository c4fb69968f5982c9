import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { at } from "../../../support/conformance/Subject.ts"
import { initialize, startServer, toolCall } from "../../../support/McpProcess.ts"
import { renderCommit, renderSearch, renderTouches } from "../../../../src/cli/render/commits.ts"
import { patchForTerminal } from "../../../../src/cli/render/patch.ts"
import { linesAsMarkdown, pipe } from "../../../../src/cli/render/print.ts"
import { run as runProgram, serverOf } from "../../../support/program.ts"
import { runCommand } from "../../../support/runCommand.ts"
import { isolation } from "../../../support/runGit.ts"
import { makeFolder, makeRepository } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

const decoded = Schema.decodeSync(Schema.fromJsonString(Schema.Unknown))
/** How far an index is behind goes unsaid where git takes longer than an answer waits for it. */
const parsed = (json: string) => decoded(json.replaceAll('"behind":null', '"behind":0'))

/** The environment of commands with an index of their own. */
const makeEnvironment = Effect.map(makeFolder, (folder) => ({
  FORCE_COLOR: "",
  NO_COLOR: "1",
  ULTRAGIT_LOG: "",
  ULTRAGIT_DB: join(folder, "commits.db")
}))

describe("ultragit commits", () => {
  it.effect(
    "takes a commit as listings name it, and as repository and id joined by a colon",
    () =>
      Effect.gen(function* () {
        const env = yield* makeEnvironment
        const repository = yield* makeRepository()
        const sha = yield* repository.commit("One", { files: { "a.txt": "one\n" } })
        yield* runProgram(["repos", "add", repository.directory, "--name", "api"], { env })
        yield* runProgram(["repos", "sync"], { env })
        const said = (...args: ReadonlyArray<string>) => runProgram(["commits", ...args], { env })
        const apart = yield* said("show", "api", sha.slice(0, 8))
        assert.include(apart.stdout, "One")
        assert.deepStrictEqual(yield* said("show", `api:${sha.slice(0, 8)}`), apart)
        assert.deepStrictEqual(yield* said("patch", `api:${sha}`), yield* said("patch", "api", sha))
        for (const incomplete of ["api", "api:", ":abcd"]) {
          const { exitCode, stderr } = yield* said("show", incomplete)
          assert.deepStrictEqual([exitCode, stderr.split("\n")[0]], [2, "Error: Missing required argument: sha"])
        }
      }),
    slow
  )

  it.effect(
    "answers in JSON what the tools answer, and prints a patch byte for byte",
    () =>
      Effect.gen(function* () {
        const env = yield* makeEnvironment
        const repository = yield* makeRepository()
        yield* repository.commit("Add a token bucket", { files: { "src/limit.ts": "export const rateLimiter = 1\n" } })
        // Latin-1, which is no UTF-8.
        const bytes = Buffer.from("caf\u00e9 rateLimiter\n", "latin1")
        const sha = yield* repository.commit("Say it in French", { files: { "src/caf.txt": bytes } })
        yield* runProgram(["repos", "add", repository.directory, "--name", "api"], { env })
        yield* runProgram(["repos", "sync"], { env })

        const server = serverOf("/", "--toolsets", "commits")
        const process = yield* startServer({ ...server, env: { ...server.env, ...env } })
        yield* initialize(process, "2025-06-18")
        const ask = Effect.fnUntraced(function* (tool: string, given: object, args: ReadonlyArray<string>) {
          yield* process.send(toolCall(tool, `commitmux_${tool}`, given))
          const answer = parsed(JSON.stringify(at(yield* process.answer(tool), "result", "structuredContent")))
          const { exitCode, stderr, stdout } = yield* runProgram(["commits", ...args, "--json"], { env })
          assert.deepStrictEqual({ exitCode, stderr, answer: parsed(stdout) }, { exitCode: 0, stderr: "", answer })
          return answer
        })
        const filters = { since: 1_704_067_200, until: 1_735_689_600, repos: ["api"], author: "ada@", limit: 1 }
        const flags = [
          "--since",
          "2024-01-01",
          "--until",
          "1735689600",
          "--repo-name",
          "api",
          "--author",
          "ada@",
          "-n",
          "1"
        ]
        const searched = { query: "rate limiter", paths: ["src/*.t*"], ...filters }
        const first = yield* ask("search", searched, ["search", "rate", "limiter", "--path", "src/*.t*", ...flags])
        const cursor = String(at(first, "next_cursor"))
        yield* ask("search", { ...searched, cursor }, [
          "search",
          "rate limiter",
          "--path",
          "src/*.t*",
          "--cursor",
          cursor,
          ...flags
        ])
        yield* ask("touches", { path_glob: "src/", ...filters }, ["touches", "src/", ...flags])
        yield* ask("get_commit", { repo: "api", sha: sha.slice(0, 8) }, ["show", "api", sha.slice(0, 8)])
        const part = { repo: "api", sha, max_bytes: 60, offset: 40, path: "src/caf.txt" }
        yield* ask("get_patch", part, [
          "patch",
          "api",
          sha,
          "--max-bytes",
          "60",
          "--offset",
          "40",
          "--path",
          "src/caf.txt"
        ])

        const shown = yield* runCommand({
          command: server.command,
          args: [...server.args.slice(0, 1), "commits", "patch", "api", sha],
          cwd: "/",
          env: { ...isolation, ...env }
        })
        const expected = yield* repository.tryGit(["show", "--format=", sha])
        assert.deepStrictEqual(shown.stdout, expected.stdout)
        assert.isTrue(shown.stdout.includes(bytes), "the test has no byte that is no UTF-8")

        const cut = yield* runProgram(["commits", "patch", "api", sha, "--max-bytes", "60"], { env })
        assert.match(cut.stderr, /^Cut at byte (\d+) of \d+\. The rest: --offset \1\n$/)
        assert.isTrue(shown.stdout.toString("latin1").startsWith(cut.stdout))
        const wrong = yield* runProgram(["commits", "search", "x", "--since", "gestern"], { env })
        assert.deepStrictEqual(wrong, {
          exitCode: 2,
          stdout: "",
          stderr:
            "Error: --since must be a day such as 2025-01-31, a time such as '2 weeks ago', or Unix seconds, got gestern.\n"
        })
      }),
    slow
  )
})

const sha = "a3f9c12b4e77d831290ab45c6de1f8e3a3f9c12b"
const fresh = { name: "api", indexed_at: 1_740_700_997, behind: 0 }

describe("commits as text", () => {
  it("of a search have reason, passage and source, and mark stale results", () => {
    const answer = {
      results: [
        {
          repo: "api",
          sha,
          subject: "Add\u001b[2J limiter",
          author: "Dana",
          date: 1_740_700_997,
          matched_paths: ["src/a.rs", "src/b.rs", "src/c.rs", "src/d.rs", "src/e.rs"],
          patch_excerpt: "+++ b/src/a.rs\n-# old\n+# new",
          intent: "Brokers drop us",
          reasoning: "A second connection\u001b[2J is closed."
        }
      ],
      repositories: [
        { ...fresh, behind: 3 },
        { ...fresh, name: "web", behind: null },
        { ...fresh, name: "new", indexed_at: null, behind: 12 }
      ],
      words_left_out: 2,
      next_cursor: "abc"
    }
    assert.deepStrictEqual(linesAsMarkdown(renderSearch("limiter", answer), pipe).split("\n"), [
      "# Commits: limiter",
      "",
      "Warning: api has 3 commits to index: ultragit repos sync",
      "Warning: web was indexed at 2025-02-28 00:03 UTC; checking it for new commits failed.",
      "Warning: new was never completely indexed; 12 commits to index: ultragit repos sync",
      "",
      "Warning: The query is long: its last 2 words were not searched for.",
      "",
      String.raw`### 2025-02-28 Add\x1b[2J limiter`,
      "> **Why** Brokers drop us",
      ">",
      String.raw`> **Reasoning** A second connection\x1b[2J is closed.`,
      ">",
      "> +++ b/src/a.rs",
      "> -# old",
      "> +# new",
      "",
      "api a3f9c12b4e · Dana · src/a.rs, src/b.rs, src/c.rs, src/d.rs and 1 more",
      "",
      "More results: repeat the command with --cursor abc"
    ])
  })

  it("of paths have one line per file, or a message without results", () => {
    const result = { repo: "api", sha, subject: "Move", date: 1_740_700_997, path: "src/a.rs", status: "R" as const }
    const text = (results: ReadonlyArray<typeof result>) =>
      linesAsMarkdown(renderTouches("src/", { results, repositories: [fresh] }), pipe).split("\n")
    assert.deepStrictEqual(text([result]), [
      "# Commits that changed src/",
      "",
      "- 2025-02-28 R src/a.rs · Move · api a3f9c12b4e"
    ])
    assert.deepStrictEqual(text([]).slice(2), [
      "No commit changed a matching path. Give part of a path, or a glob such as 'src/**/*.ts'."
    ])
  })

  it("of a commit have all its fields, with its text quoted", () => {
    const answer = {
      repo: "api",
      sha,
      subject: "Move it",
      body: "# Not a heading\n\nof ours",
      author: "Dana",
      author_email: "dana@example.org",
      date: 1_740_700_997,
      committer: { name: "Carl", email: "carl@example.org" },
      commit_date: 1_740_701_057,
      parents: ["b3f9c12b4e77d831290ab45c6de1f8e3a3f9c12b"],
      refs: ["refs/heads/main", "refs/tags/v1"],
      changed_files: [{ path: "b.ts", status: "R" as const, old_path: "a.ts" }],
      patch: "stored" as const
    }
    assert.deepStrictEqual(linesAsMarkdown(renderCommit(answer), pipe).split("\n"), [
      "# Move it",
      "",
      `api ${sha} · Dana <dana@example.org> · 2025-02-28 00:03 UTC · committed by Carl <carl@example.org>, 2025-02-28 00:04 UTC`,
      "parent b3f9c12b4e · main, v1",
      "",
      "> # Not a heading",
      ">",
      "> of ours",
      "",
      "- R b.ts (from a.ts)"
    ])
  })

  it("of a patch are coloured on a terminal, with control characters escaped", () => {
    const patch = Buffer.from("@@ -1 +1 @@\n-a\tb\n+\u001b[2Jc\n d\n")
    assert.deepStrictEqual(patchForTerminal(patch, true).split("\n"), [
      "\u001b[36m@@ -1 +1 @@\u001b[39m",
      "\u001b[31m-a\tb\u001b[39m",
      `\u001b[32m+${String.raw`\x1b[2J`}c\u001b[39m`,
      " d",
      ""
    ])
  })
})

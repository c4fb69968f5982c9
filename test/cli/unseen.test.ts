import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { describeCommands, flattenCommands } from "../../src/cli/completion/commandTree.ts"
import { toolsets } from "../../src/toolsets/toolsets.ts"
import { ultragit } from "../../src/cli/ultragit.ts"
import { annotate } from "../support/annotated.ts"
import { request, toolCall } from "../support/McpProcess.ts"
import { run } from "../support/program.ts"
import { slow } from "../support/scale.ts"
import { makeRepository, type TemporaryRepository } from "../support/TemporaryRepository.ts"

/** Zero-width, bidirectional, C1, soft hyphen, fillers, separators, marks of order and annotation, tags, selectors. */
const unseen = "\u200b\u202e\u009b\u00ad\u3164\u2028\ufeff\u180e\u061c\ufff9\u2063\u{e0041}\u{e0101}"
const raw = new RegExp(
  String.raw`[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e01ef}]`,
  "u"
)

/** Those of them that a note may be written with. */
const allowed = "\u200b\u00ad\ufeff\u{e0041}\u{e0101}"

const file = `src/po${unseen}ol.ts`
const named = `con${unseen}nect`
const said = `Why${unseen} it is`

/** A draft of a session for a commit, as import sessions saves it. */
const makeDraftFile = (commit: string): string => {
  const text = `Why${allowed} it is`
  const place = { file, ast_anchor: { type: "function", name: named }, lines: { start: 1, end: 3 } }
  const origin = {
    operation: "session",
    derived_from: [],
    original_annotations_preserved: false,
    synthesis_notes: text
  }
  const region = {
    ...place,
    intent: text,
    constraints: [],
    semantic_dependencies: [],
    related_annotations: [],
    tags: []
  }
  return JSON.stringify({
    $schema: "ultragit-draft/v1",
    commit,
    subject: said,
    authored: "2024-01-01T00:00:00Z",
    sessions: [{ client: unseen, agent: unseen, id: unseen }],
    places: [{ session: unseen, ...place, quotes: [{ kind: "why", by: "agent", text }] }],
    annotation: {
      $schema: "ultragit/v1",
      commit,
      timestamp: "2024-01-01T00:00:00Z",
      summary: text,
      context_level: "inferred",
      regions: [region],
      cross_cutting: [],
      provenance: origin
    },
    edited: false
  })
}

const makeHostile = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.write(
    file,
    `export function connect() {\n  return 1\n}\nexport const o = { "${named}": () => 2 }\n`
  )
  yield* repository.git(["checkout", "--quiet", "-b", `br${unseen}anch`])
  yield* repository.git(["add", "--all"])
  const message = `Add${unseen} it\n\nBody${unseen}\n\nUltragit-Constraint: never${unseen}\n`
  yield* repository.git(["commit", "--quiet", `--author=A${unseen}da <a${unseen}@example.org>`, "-m", message])
  const commit = yield* repository.id("HEAD")
  yield* repository.write(`.git/ultragit/drafts/${commit}.json`, makeDraftFile(commit))
  const region = {
    file,
    lines: [1, 3] as const,
    intent: said,
    reasoning: said,
    risk_notes: said,
    constraints: [{ text: said, source: "author" }],
    tags: [`t${unseen}`],
    semantic_dependencies: [{ file, anchor: `else${unseen}where`, nature: said }],
    related_annotations: [{ commit, anchor: named, relationship: said }]
  }
  const concern = { description: said, regions: [`${file}:${named}`], nature: said }
  yield* annotate(
    repository,
    commit,
    [
      { ...region, anchor: "connect" },
      { ...region, anchor: named }
    ],
    {
      summary: said,
      task: said,
      cross_cutting: [concern]
    }
  )
  yield* repository.git(["config", "--add", "ultragit.exclude", `no${unseen}thing`])
  yield* repository.git(["config", "ultragit.syncRemote", `or${allowed.replace("\ufeff", "")}igin`])
  yield* repository.git(["config", "ultragit.unknown", unseen])
  const hosted = join(repository.directory, ".git", "roots", `re${unseen}po.git`)
  yield* repository.git(["clone", "--quiet", "--bare", ".", hosted])
  return { repository, commit }
})

interface Case {
  readonly args: ReadonlyArray<string>
  readonly stdin?: string
}

const draft = JSON.stringify({ summary: said, regions: [{ file, anchor: named, intent: said }] })

const one = (...args: ReadonlyArray<string>): ReadonlyArray<Case> => [{ args }]

/** For each command one call or more, in an order in which each still has something to speak of. */
const casesFor = (commit: string, folder: string): Readonly<Record<string, ReadonlyArray<Case>>> => {
  const exported = join(folder, `ex${unseen}port.jsonl`)
  const root = ["--root", join(folder, ".git", "roots")]
  const hosted = `re${unseen}po`
  return {
    status: one(),
    doctor: one(),
    read: [{ args: [file] }, { args: [file, unseen] }, { args: [unseen] }, { args: [file, `--since=${unseen}`] }],
    deps: one(file, named),
    history: one(file),
    summary: one("."),
    show: [{ args: [commit] }, { args: [commit, "--format", "pretty"] }, { args: [unseen] }],
    "context set": one("--task", allowed, "--reason", allowed, "--constraint", allowed),
    "context show": one(),
    "context clear": one(),
    commit: [
      { args: ["--quiet", "--allow-empty", "-m", said, "--reason", allowed] },
      { args: ["--allow-empty", "-m", said, "--at", `${unseen}:${unseen}`, "--reason", said] }
    ],
    annotate: [
      { args: ["--commit", commit, "--dry-run"], stdin: JSON.stringify({ summary: allowed, regions: [] }) },
      { args: ["--commit", commit, "--dry-run"], stdin: draft },
      { args: ["--commit", commit], stdin: `{"summary": "${unseen}", "regions": [{"file": "${unseen}"}]}` }
    ],
    correct: one(commit, "--region", "connect", "--field", "tags", "--add", allowed),
    flag: one(file, "connect", "--reason", allowed),
    backfill: one("--path", unseen),
    "drafts list": one(),
    "drafts show": [{ args: [commit] }, { args: [unseen] }],
    "drafts edit": [
      { args: [commit], stdin: JSON.stringify({ summary: allowed, regions: [] }) },
      { args: [commit], stdin: `{"summary": "${unseen}", "${unseen}": 1}` }
    ],
    "drafts accept": [{ args: [commit] }, { args: [unseen] }],
    "drafts drop": [{ args: [unseen] }, { args: ["--all"] }],
    "repos add": [{ args: [folder, "--name", "repo"] }, { args: [folder, "--name", `re${unseen}po`] }],
    "repos list": one(),
    "repos status": one(),
    "repos sync": one(),
    "repos update": one(unseen, "--branch", unseen),
    "repos watch": one("--interval", unseen),
    "code search": [{ args: ["connect"] }, { args: [unseen] }, { args: ["connect", "--language", unseen] }],
    "code symbol": [{ args: ["connect"] }, { args: [named] }, { args: [unseen] }],
    "code callers": [{ args: ["connect", "--name-only"] }, { args: [named] }, { args: [unseen] }],
    "code outline": [{ args: [file] }, { args: [unseen] }],
    "code index": [{ args: [] }, { args: ["--force", "--json"] }],
    "code status": one(),
    "graph query": [{ args: ["functions"] }, { args: ["files", "--path", unseen] }, { args: ["stats"] }],
    "graph callers": [{ args: ["connect"] }, { args: [`${file}:${named}`] }, { args: [unseen] }],
    "graph callees": [{ args: ["connect"] }, { args: [unseen] }],
    "graph trace": [{ args: [file] }, { args: [unseen] }],
    "graph impact": [{ args: [file, named] }, { args: [file] }, { args: [unseen] }],
    "graph architecture": one(),
    "graph file": [{ args: [file, "--start", "1", "--end", "1"] }, { args: [unseen] }],
    "graph hotspots": [{ args: [] }, { args: ["--path", unseen] }],
    "graph evolution": [
      ...["file_churn", "file_commits", "file_ownership", "coupled_files"].map((type) => ({ args: [type, file] })),
      { args: ["function_history", file, "connect"] },
      { args: ["entity_blame", file, named] },
      { args: ["hottest_files"] },
      { args: ["recent_commits"] },
      { args: ["file_churn", unseen] },
      { args: ["function_history", file, unseen] }
    ],
    "graph analyze": one("--fail-on", "info"),
    "graph findings": [{ args: [] }, { args: ["--detector", "undocumented-export"] }, { args: ["--detector", unseen] }],
    "graph diff": [{ args: [] }, { args: [unseen] }],
    "graph detectors": one(),
    "graph baseline": one(),
    "graph report": ["markdown", "html", "sarif", "json"].map((format) => ({ args: ["--format", format] })),
    "graph ask": [{ args: ["connect"] }, { args: [unseen] }],
    "graph fix": one(unseen),
    "graph search": [{ args: ["connect"] }, { args: [unseen] }],
    "gitblit list": [{ args: root }, { args: [...root, unseen] }],
    "gitblit files": [
      { args: [...root, hosted, "src"] },
      { args: [...root, hosted, unseen] },
      { args: [...root, unseen] }
    ],
    "gitblit read": [{ args: [...root, hosted, file] }, { args: [...root, hosted, unseen, "--revision", unseen] }],
    "gitblit index": [{ args: root }, { args: ["--root", `${unseen}/missing`] }],
    "gitblit find": [{ args: [...root, "**"] }, { args: [...root, unseen, "--in", unseen] }],
    "gitblit search": [{ args: [...root, "connect"] }, { args: [...root, `"${unseen}`] }],
    "gitblit commits": [{ args: [...root, "add*", "--in", hosted] }, { args: [...root, unseen, "--in", unseen] }],
    "commits search": [{ args: ["add"] }, { args: [unseen] }],
    "commits touches": one(file),
    "commits show": one("repo", commit),
    "commits patch": [{ args: ["repo", commit, "--json"] }, { args: [unseen, commit] }],
    "repos remove": one("repo"),
    rewrite: one("--map", unseen),
    "sync enable": one("--remote", unseen),
    "sync status": one(),
    "sync pull": one(),
    "sync push": one(),
    "sync disable": one(),
    export: [{ args: [] }, { args: ["--path", unseen] }, { args: ["--output", exported] }],
    import: [{ args: [exported, "--dry-run"] }, { args: [unseen] }],
    "import github": [{ args: [] }, { args: ["--remote", unseen] }],
    "import sessions": [{ args: ["--client", "entire"] }, { args: ["--since", unseen] }],
    "import gitlab": one("--remote", unseen),
    "agents install": [{ args: ["--dry-run"] }, { args: ["--dry-run", "--client", unseen] }],
    "agents status": one("--usage"),
    "agents plugin": one(join(folder, `plu${unseen}gin`)),
    "agents hook": [
      {
        args: [],
        stdin: JSON.stringify({
          session_id: unseen,
          hook_event_name: "PreToolUse",
          tool_name: "Read",
          tool_input: { file_path: file }
        })
      },
      { args: ["--event", unseen], stdin: unseen }
    ],
    "agents uninstall": one("--dry-run"),
    serve: [
      { args: ["--listen", unseen] },
      { args: ["--repo", `${unseen}=${unseen}`] },
      { args: ["--listen", "0.0.0.0:0", "--host", unseen] },
      { args: ["--config", unseen] },
      { args: ["--tls-cert", unseen, "--tls-key", unseen] },
      { args: ["--behind-proxy", unseen] },
      { args: ["--metrics-from", unseen] },
      { args: ["--tokens", unseen] },
      { args: ["--auth", "oidc", "--config", unseen] },
      { args: ["--auth", "tokens", "--tokens", "/dev/null", "--root", `${unseen}/missing`] }
    ],
    "serve token add": [
      { args: [unseen, "--tokens", "tokens.json"] },
      { args: ["a", "--repo", unseen, "--tokens", "tokens.json"] },
      { args: ["a", "--expires", unseen, "--tokens", "tokens.json"] },
      { args: ["a", "--tokens", `${unseen}/\n/tokens.json/`] }
    ],
    "serve token list": [{ args: ["--tokens", "tokens.json"] }, { args: ["--tokens", "/dev/null"] }],
    "serve token revoke": [{ args: ["a", "--tokens", "tokens.json"] }, { args: [unseen, "--tokens", "tokens.json"] }],
    "gitblit serve": [
      { args: ["--listen", unseen] },
      { args: ["--root", `${unseen}/missing`] },
      { args: ["--root", "/", "--cors", unseen] }
    ],
    init: one("--dry-run", "--exclude", unseen),
    uninstall: one("--dry-run"),
    "config list": one(),
    "config get": [{ args: ["exclude"] }, { args: [unseen] }],
    "config set": [{ args: ["maxTokens", "9000"] }, { args: ["maxTokens", unseen] }],
    "config unset": [{ args: ["maxTokens"] }, { args: [unseen] }],
    "mcp start": [
      {
        args: ["--toolsets", "all", "--log-level", "debug"],
        stdin: [
          request(0, "initialize", {
            protocolVersion: "2025-06-18",
            capabilities: {},
            clientInfo: { name: "t", version: "1" }
          }),
          ...["read", "deps", "history", "summary"].map((tool, at) =>
            toolCall(at + 1, `ultragit_${tool}`, { path: file })
          ),
          toolCall(10, "ultragit_read", { path: unseen, [unseen]: unseen }),
          toolCall(11, unseen),
          toolCall(12, "ultragit_annotate", {
            commit,
            summary: said,
            regions: [{ file: unseen, anchor: unseen, intent: said }]
          }),
          toolCall(13, "search_commits", { query: unseen }),
          toolCall(15, "code-scout_search", { tags: ["connect", unseen] }),
          toolCall(16, "code-scout_index", { path: unseen }),
          toolCall(17, "code-scout_status"),
          toolCall(18, "repotoire_query_graph", { query_type: "callers", name: unseen }),
          toolCall(19, "repotoire_analyze_impact", { target: file }),
          toolCall(20, "repotoire_query_evolution", { query_type: "file_ownership", file }),
          toolCall(21, "repotoire_get_file", { file_path: unseen }),
          toolCall(23, "gb_list_repos"),
          toolCall(22, "repotoire_get_findings", { detector: "undocumented-export" }),
          request(14, unseen)
        ]
          .map((message) => `${JSON.stringify(message)}\n`)
          .join("")
      }
    ],
    "mcp install": [
      { args: ["--dry-run", "--client", `x${unseen}`] },
      { args: ["--dry-run", "--url", `https://git.example.com/r/${unseen}/mcp`] },
      { args: ["--dry-run", "--url", unseen] }
    ],
    "mcp uninstall": one("--dry-run", "--name", unseen),
    "skill install": [{ args: ["--dry-run"] }, { args: ["--dry-run", "--file", `A${unseen}.md`] }],
    "skill check": one(),
    "skill export": one(),
    "skill uninstall": one("--dry-run"),
    "ci github": one("--branch", unseen),
    completion: [{ args: ["bash"] }, { args: [unseen] }]
  }
}

const regionsOf = (note: string): unknown => JSON.parse(note)["regions"]

/** What of an output is there raw, with what is around it. */
const rawIn = (text: string): ReadonlyArray<string> => {
  const at = text.search(raw)
  return at === -1 ? [] : [JSON.stringify(text.slice(Math.max(0, at - 80), at + 3))]
}

/** The commands that do something: `import` and `serve` also have others below them. */
const leaves = flattenCommands(describeCommands(ultragit, toolsets)).filter(
  ({ argument, at, commands }) => commands.length === 0 || argument._tag !== "None" || at === "serve"
)

/** Git's own words, which `ultragit commit` passes on, are silenced by `--quiet`. */
const runCase = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  command: string,
  { args, stdin = "" }: Case
) {
  const { directory } = repository
  const words = command.split(" ")
  const env = { ULTRAGIT_INDEX: join(directory, ".git", "index.db"), XDG_DATA_HOME: join(directory, ".git", "data") }
  const ran = yield* run([...words, ...args], { cwd: directory, stdin, env })
  const found = [...rawIn(ran.stdout), ...rawIn(ran.stderr)]
  return { works: ran.exitCode === 0, found: found.map((each) => `${command} ${JSON.stringify(args)}: ${each}`) }
})

const isOfIndex = (command: string): boolean => /^(?:commits|repos) /.test(command)
const isOfSetUp = (command: string): boolean =>
  /^(?:sync|ci|config|mcp|skill|init|uninstall|completion)\b/.test(command)

const parts: ReadonlyArray<readonly [name: string, has: (command: string) => boolean]> = [
  ["the index of commits", isOfIndex],
  ["set-up and sharing", isOfSetUp],
  ["notes", (command) => !isOfIndex(command) && !isOfSetUp(command)]
]

/** They need what is not here: a model, a map of commits, a remote, guidance in a file, hooks, a signal to end. */
const cannotWork = new Set([
  "backfill",
  "doctor",
  "gitblit serve",
  "graph fix",
  "import github",
  "import gitlab",
  "repos watch",
  "repos update",
  "rewrite",
  "serve",
  "skill check",
  "sync disable",
  "sync enable",
  "sync status",
  "sync pull",
  "sync push"
])

const runPart = Effect.fnUntraced(function* (has: (command: string) => boolean) {
  const { commit, repository } = yield* makeHostile
  const cases = Object.entries(casesFor(commit, repository.directory)).filter(([command]) => has(command))
  return yield* Effect.forEach(cases, ([command, calls]) => {
    const leaf = leaves.find(({ at }) => at === command)
    const takesJson = leaf?.flags.some(({ forms }) => forms.includes("--json")) ?? false
    const each = calls.flatMap((call) => (takesJson ? [call, { ...call, args: ["--json", ...call.args] }] : [call]))
    return Effect.map(
      Effect.forEach(each, (call) => runCase(repository, command, call)),
      (ran) => ({ command, ran })
    )
  })
})

/** Some forty processes a part, in milliseconds: more than a test has where the machine is busy. */
const minutes = 1_200_000

describe("invisible characters", () => {
  it("are tested on every command", () => {
    assert.sameMembers(
      leaves.map(({ at }) => at),
      Object.keys(casesFor("", ""))
    )
  })

  for (const [part, has] of parts) {
    it.live(
      `reach the reader of no command about ${part} as they are`,
      () =>
        Effect.gen(function* () {
          const all = yield* runPart(has)
          assert.deepStrictEqual(
            all.flatMap(({ ran }) => ran.flatMap(({ found }) => found)),
            []
          )
          const failing = all.filter(({ ran }) => ran.every(({ works }) => !works)).map(({ command }) => command)
          assert.deepStrictEqual(
            failing.filter((command) => !cannotWork.has(command)),
            []
          )
        }),
      { timeout: minutes, ...slow }
    )
  }

  it.live(
    "survive an export",
    () =>
      Effect.gen(function* () {
        const { commit, repository } = yield* makeHostile
        const { directory } = repository
        const before = yield* repository.git(["notes", "--ref=ultragit", "show", commit])
        const { stdout } = yield* run(["export"], { cwd: directory })
        assert.deepStrictEqual(rawIn(stdout), [])
        yield* repository.git(["update-ref", "-d", "refs/notes/ultragit"])
        yield* run(["import", "-"], { cwd: directory, stdin: stdout })
        const after = yield* repository.git(["notes", "--ref=ultragit", "show", commit])
        const again = yield* run(["export"], { cwd: directory })
        assert.strictEqual(again.stdout, stdout)
        assert.deepStrictEqual(regionsOf(after), regionsOf(before))
      }),
    slow
  )
})

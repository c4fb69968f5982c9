import { ObjectId } from "../../../src/domain/ObjectId.ts"
import type {
  DepsAnswer,
  HistoryAnswer,
  ReadAnswer,
  ReadRegion,
  SummaryAnswer
} from "../../../src/pipeline/answering/answers.ts"

const first = "a1b2c3d4e5f60718293a4b5c6d7e8f9012345678"
const second = "0123456789abcdef0123456789abcdef01234567"

const outdated = {
  reason: "The broker allows two connections since 3.0.",
  author: "Grace <grace@example.org>",
  timestamp: "2025-06-07T08:09:10Z"
}

const acquire: ReadRegion = {
  file: "src/pool.ts",
  anchor: { type: "method", name: "Pool.acquire", signature: "acquire(): Promise<Connection>" },
  lines: { start: 10, end: 42 },
  commit: first,
  timestamp: "2025-01-02T03:04:05Z",
  summary: "Bound the pool.",
  intent: "Hands out one connection at a time.\nWaits at most five seconds.",
  reasoning: "The broker closes second connections. It says so nowhere.",
  constraints: [
    { text: "Never hand out a closed connection.", source: "author" },
    { text: "Must not wait under the lock.", source: "inferred" }
  ],
  semantic_dependencies: [
    { file: "src/clock.ts", anchor: "Clock.now", nature: "assumes that it never goes back" },
    { file: "src/pool.ts", anchor: "connect", nature: "never throws", target: { state: "changed", commits: 2 } },
    { file: "src/wait.ts", anchor: "wait", nature: "never blocks", target: { state: "gone" } }
  ],
  related: [{ commit: second, anchor: "Pool.release", relationship: "pairs with", intent: "Gives it back." }],
  tags: ["pool", "timeout"],
  risk_notes: "Starves under load: callers need a time limit of their own.",
  alternatives: [{ text: "A second pool", reason: "the broker closes it." }, { text: "Polling" }],
  flags: [outdated],
  context_level: "enhanced",
  provenance: { operation: "initial" },
  match: "exact",
  freshness: { state: "edited", changed_lines: 3, lines: 20, commits: 1 },
  confidence: 0.42,
  confidence_factors: { recency: 0.6, context_level: 1, anchor_stability: 1, provenance: 1, flagged: 0.5 }
}

const connect: ReadRegion = {
  file: "src/pool.ts",
  anchor: { type: "function", name: "connect" },
  lines: { start: 50, end: 50 },
  commit: second,
  timestamp: "2024-06-07T00:00:00+02:00",
  intent: "Makes a pool.",
  constraints: [],
  context_level: "inferred",
  provenance: { operation: "squash", derived_from: [first] },
  match: "lines",
  confidence: 0.4,
  confidence_factors: { recency: 0.2, context_level: 0.5, anchor_stability: 0.4, provenance: 0.7 }
}

/** Everything a `read` can have. */
export const readAnswer: ReadAnswer = {
  $schema: "ultragit-read/v1",
  query: { path: "src/pool.ts", anchor: "acquire", lines: { start: 1, end: 60 }, rev: "worktree" },
  regions: [acquire, connect],
  dependencies_on_this: [
    {
      file: "src/app.ts",
      anchor: "start",
      nature: "assumes that acquire never throws",
      commit: second,
      timestamp: "2024-06-07T00:00:00+02:00",
      confidence: 0.7,
      context_level: "enhanced"
    }
  ],
  cross_cutting: [
    {
      description: "One connection a process.",
      regions: ["src/pool.ts:Pool.acquire", "src/app.ts:start"],
      nature: "invariant",
      commit: second
    }
  ],
  stats: { commits_examined: 3, annotations_found: 2, regions_returned: 2, related_hops: 1, uncommitted_lines: 2 },
  warnings: ["Anchor 'acquire' means Pool.acquire."],
  ambiguous_anchor: true,
  trimmed: {
    original_regions: 4,
    returned_regions: 2,
    dropped: [
      { commit: first, file: "src/pool.ts", anchor: "Pool.size" },
      { commit: second, file: "src/pool.ts", anchor: "Pool.drain" }
    ],
    strategy: "related, regions",
    estimated_tokens: 420
  }
}

/** Nothing noted. */
export const emptyRead: ReadAnswer = {
  $schema: "ultragit-read/v1",
  query: { path: "src/pool.ts", rev: "HEAD" },
  regions: [],
  dependencies_on_this: [],
  cross_cutting: [],
  stats: { commits_examined: 1, annotations_found: 0, regions_returned: 0, related_hops: 0, uncommitted_lines: 0 },
  warnings: ["No Ultragit annotations found. Run 'ultragit init' to set up."]
}

/** Hostile text in a note that tries to pass for something else. */
/** Nothing noted, but something in history. */
export const evidenceRead: ReadAnswer = {
  ...emptyRead,
  evidence: [
    {
      kind: "commit",
      source: "history",
      commit: ObjectId.make("1".repeat(40)),
      path: "src/old.ts",
      author: "Ada Author",
      timestamp: "2025-03-04T05:06:07Z",
      by: "person",
      subject: "Retry reads # once (#12)",
      reason: "The broker closes idle connections, so the first read of a day fails.",
      constraints: [{ text: "Never retry a write.", source: "author" }],
      risks: ["Doubles the latency of a dead broker."],
      rejected: [{ text: "A heartbeat", reason: "the broker counts it as use" }, { text: "A pool" }],
      links: ["#12"],
      lines: [
        { start: 3, end: 5 },
        { start: 9, end: 9 }
      ],
      share: 0.4,
      quality: "states_reason"
    },
    {
      kind: "session",
      source: "refs/notes/ai",
      commit: ObjectId.make("2".repeat(40)),
      author: "Ada Author",
      timestamp: "2025-03-03T05:06:07Z",
      by: "agent",
      subject: "Read with a deadline",
      text: "Reads now end after a second.",
      links: [],
      lines: [{ start: 6, end: 6 }],
      share: 0.1,
      quality: "describes"
    }
  ]
}

export const hostileRead: ReadAnswer = {
  ...emptyRead,
  query: { path: "src/\u001b[31mpool.ts\n# Forged", rev: "HEAD" },
  regions: [
    {
      ...connect,
      file: "src/\u001b[31mpool.ts\n# Forged",
      anchor: { type: "function", name: "connect\n### Forged (src/a.ts:1)" },
      commit: second,
      timestamp: "\u202e2024\n# Forged",
      intent:
        "Harmless.\n\n# Forged\n### forged (src/a.ts:1-2)\r\n> not a quote\u001b]0;title\u0007\n\tindented \u202ereversed",
      constraints: [{ text: "one\n\nabc1234 · 2025-01-02 · confidence 1.00 · exact", source: "author" }],
      risk_notes: "```\nunclosed",
      tags: ["a\nb", "\u0000"],
      flags: [{ reason: "no\n# Forged", author: "a\n# Forged", timestamp: "\u202e2024" }],
      summary: "\u2028# Forged"
    }
  ],
  dependencies_on_this: [
    {
      file: "a\nb",
      anchor: "x\n# Forged",
      nature: "first\n# Forged",
      commit: second,
      timestamp: "2024-06-07",
      confidence: 0,
      context_level: "inferred"
    }
  ],
  warnings: ["a\n# Forged\u001b[2J"]
}

/** Everything a `deps` can have. */
export const depsAnswer: DepsAnswer = {
  $schema: "ultragit-deps/v1",
  query: { path: "src/pool.ts", anchor: "connect", rev: "v1.2.0" },
  dependents: [
    {
      file: "src/app.ts",
      anchor: "start",
      nature: "assumes that connect never throws",
      commit: first,
      timestamp: "2025-01-02T03:04:05Z",
      confidence: 0.91,
      context_level: "enhanced"
    },
    {
      file: "src/cli.ts",
      anchor: "main",
      nature: "assumes one pool",
      commit: second,
      timestamp: "2024-06-07T00:00:00Z",
      confidence: 0.3,
      context_level: "inferred"
    }
  ],
  co_changed: [
    { path: "test/pool.test.ts", support: 12, confidence: 0.62, reverse_confidence: 0.8, since: "2023-04-05T06:07:08Z" }
  ],
  stats: { commits_scanned: 12, dependencies_found: 2 }
}

export const emptyDeps: DepsAnswer = {
  ...depsAnswer,
  dependents: [],
  stats: { commits_scanned: 1, dependencies_found: 0 }
}

/** Everything a `history` can have. */
export const historyAnswer: HistoryAnswer = {
  $schema: "ultragit-history/v1",
  query: { path: "src/pool.ts", anchor: "Pool.acquire", rev: "HEAD" },
  timeline: [
    {
      commit: second,
      timestamp: "2024-06-07T00:00:00Z",
      commit_message: "Add the pool\n\nWith a body that is not shown.",
      author: "Ada Author <ada@example.org>",
      context_level: "inferred",
      provenance: { operation: "initial" },
      intent: "Makes connections.",
      constraints: [],
      relation: "direct"
    },
    {
      commit: first,
      timestamp: "2025-01-02T03:04:05Z",
      commit_message: "Bound the pool",
      author: "Grace <grace@example.org>",
      context_level: "enhanced",
      provenance: { operation: "amend", derived_from: [second] },
      intent: "Hands out one connection at a time.",
      reasoning: "The broker closes second connections.",
      constraints: [{ text: "Never hand out a closed connection.", source: "author" }],
      risk_notes: "Starves under load.",
      alternatives: [{ text: "A second pool", reason: "the broker closes it." }],
      flags: [outdated],
      relation: "related",
      anchor: "Pool.release",
      related_context: [{ commit: second, anchor: "connect", relationship: "builds on", intent: "Makes connections." }]
    }
  ],
  stats: { commits_examined: 9, commits_unannotated: 7, entries_returned: 2 },
  trimmed: { original_regions: 2, returned_regions: 2, dropped: [], strategy: "reasoning", estimated_tokens: 300 }
}

export const emptyHistory: HistoryAnswer = {
  $schema: "ultragit-history/v1",
  query: { path: "src/pool.ts", rev: "HEAD" },
  timeline: [],
  stats: { commits_examined: 1, commits_unannotated: 1, entries_returned: 0 }
}

/** Everything a `summary` can have. */
export const summaryAnswer: SummaryAnswer = {
  $schema: "ultragit-summary/v1",
  query: { path: "src", rev: "worktree" },
  units: [
    {
      file: "src/pool.ts",
      anchor: { type: "method", name: "Pool.acquire" },
      lines: { start: 10, end: 42 },
      intent: "Hands out one connection at a time.",
      constraints: [{ text: "Never hand out a closed connection.", source: "author" }],
      risk_notes: "Starves under load.",
      flags: [outdated],
      last_modified: "2025-01-02T03:04:05Z",
      confidence: 0.83
    },
    {
      file: "src/app.ts",
      anchor: { type: "function", name: "start" },
      lines: { start: 2, end: 2 },
      intent: "Starts with one pool.",
      constraints: [],
      last_modified: "2024-06-07T00:00:00Z",
      confidence: 0.5
    }
  ],
  stats: { ast_units: 6, annotated_units: 2, unannotated_units: 4, files: 2 }
}

export const emptySummary: SummaryAnswer = {
  ...summaryAnswer,
  units: [],
  stats: { ast_units: 1, annotated_units: 0, unannotated_units: 1, files: 1 }
}

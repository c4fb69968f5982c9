import { Effect } from "effect"
import { makeRepository, type TemporaryRepository } from "./TemporaryRepository.ts"
import { fromTemplate } from "./template.ts"
import { minimalNote, minimalRegion } from "./notes.ts"

/** What a test says of one place: defaults for the rest. */
export interface RegionInput {
  readonly file: string
  readonly anchor: string
  readonly lines: readonly [number, number]
  readonly [field: string]: unknown
}

/** Hangs a note with these regions on a commit. */
export const annotate = (
  repository: TemporaryRepository,
  commit: string,
  regions: ReadonlyArray<RegionInput>,
  more: { readonly [field: string]: unknown } = {}
) =>
  repository.note(
    commit,
    minimalNote(commit, {
      regions: regions.map(({ anchor, file, lines, ...rest }) => ({ ...minimalRegion(file, anchor, lines), ...rest })),
      ...more
    })
  )

/** `src/pool.ts` of the fixture: two methods of a class, and a function. Lines 1–11. */
export const poolSource = [
  "export class Pool {",
  "  acquire(): string {",
  '    return "connection"',
  "  }",
  "  release(id: string): void {",
  "    this.log(id)",
  "  }",
  "}",
  "export function connect(url: string): Pool {",
  "  return new Pool()",
  "}",
  ""
].join("\n")

/**
 * A repository whose first commit adds `src/pool.ts` with a note on `Pool.acquire` (2–4) and `connect` (9–11), and
 * whose second adds `src/app.ts`, which relies on `connect`.
 */
export const makePool = fromTemplate(
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    const first = yield* repository.commit("Add the pool", { files: { "src/pool.ts": poolSource } })
    yield* annotate(repository, first, [
      {
        file: "src/pool.ts",
        anchor: "Pool.acquire",
        lines: [2, 4],
        ast_anchor: { type: "method", name: "Pool.acquire", signature: "acquire(): string" },
        intent: "Hand out one connection at a time.",
        reasoning: "The broker closes second connections. It says so nowhere.",
        constraints: [{ text: "Never hand out a closed connection.", source: "author" }],
        risk_notes: "Blocks when the pool is empty. Callers must have a timeout.",
        tags: ["pool"]
      },
      { file: "src/pool.ts", anchor: "connect", lines: [9, 11], intent: "Make a pool for one broker." }
    ])
    const app = 'import { connect } from "./pool.ts"\nexport const start = () => connect("mqtt://here")\n'
    const second = yield* repository.commit("Add the application", { files: { "src/app.ts": app } })
    yield* annotate(
      repository,
      second,
      [
        {
          file: "src/app.ts",
          anchor: "start",
          lines: [2, 2],
          intent: "Start with one pool.",
          semantic_dependencies: [
            { file: "src/pool.ts", anchor: "connect", nature: "assumes that connect never throws" }
          ],
          related_annotations: [{ commit: first.slice(0, 10), anchor: "connect", relationship: "builds on" }]
        }
      ],
      {
        cross_cutting: [
          {
            description: "One connection a process.",
            regions: ["src/pool.ts:connect", "src/app.ts:start"],
            nature: "invariant"
          }
        ]
      }
    )
    return { repository, first, second }
  })
)

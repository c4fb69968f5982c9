import { Effect, Option } from "effect"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { listChangedPaths } from "../../adapters/git/process/StateProbe.ts"
import { countTokens } from "../../domain/Budget.ts"
import { formatCount } from "../../domain/Text.ts"
import { readPlan } from "../plans/planFile.ts"
import type { SessionStarted } from "../events/AgentEvent.ts"
import type { FileItems } from "./composeText.ts"
import { composeUnshown, makeNameOf, removeItems } from "./composeUnshown.ts"
import { listShown, markShown, restart } from "./marks.ts"
import type { WorkTree } from "./openWorkTree.ts"
import { readOverview } from "./overview.ts"
import { prepare } from "./prepare.ts"

const maxTokens = 400
/** Maximum changed files whose constraints are given. */
const maxFiles = 20

const introduce = (annotated: number): string =>
  annotated === 0
    ? 'Ultragit: no reasons are recorded in this repository yet. "ultragit read FILE NAME" quotes what its history says about a function; "ultragit commit --help" says how to leave a reason.'
    : `Ultragit: ${formatCount(annotated, "commit")} of this repository ${annotated === 1 ? "says" : "say"} why the code is as it is. Before changing a function: "ultragit read FILE NAME" (MCP: ultragit_read) gives intent, constraints and risks, "ultragit deps FILE NAME" what relies on it. To leave a reason: "ultragit commit --help".`

/** Collects the constraints of files that are changed right now, without those that the agent was shown. */
const findConstraints = Effect.fnUntraced(function* (
  tree: WorkTree,
  paths: ReadonlyArray<string>,
  shown: ReadonlySet<string>
) {
  const found = yield* Effect.forEach(paths, (path) =>
    Effect.map(readPlan(tree.gitDirectory, path, tree.state), (plan) =>
      Option.toArray(plan).map((known): FileItems => ({
        path,
        items: removeItems(
          known.items.filter(({ kind }) => kind === "constraint"),
          shown
        ),
        nameOf: makeNameOf(known),
        callers: []
      }))
    )
  )
  return found.flat()
})

/** Finds the files that are changed right now, and the overview. Has made what is missing. */
const findOverview = Effect.fnUntraced(function* (tree: WorkTree) {
  const [listed, kept] = yield* Effect.all([listChangedPaths(tree), readOverview(tree.gitDirectory, tree.state)], {
    concurrency: 2
  })
  const changed = listed.slice(0, maxFiles)
  const known = yield* Effect.forEach(changed, (path) => readPlan(tree.gitDirectory, path, tree.state))
  const missing = changed.filter((_, index) => Option.isNone(known[index] ?? Option.none()))
  if (missing.length > 0 || Option.isNone(kept)) yield* prepare(tree, { paths: missing, overview: true })
  return { changed, overview: yield* readOverview(tree.gitDirectory, tree.state) }
})

/** Marks the introduction as given. */
const introductionMark = "introduction"

/**
 * Says what this repository remembers and how to ask, with the constraints of files that are changed right now, each thing
 * once a session. `isReset`: the model has forgotten what it was shown, which may be shown again.
 */
export const answerSessionStart = Effect.fn("Agents.answerSessionStart")(function* (
  tree: WorkTree,
  event: SessionStarted
) {
  const files = privateFiles(tree.gitDirectory)
  if (event.isReset && !(yield* restart(files, event))) return undefined
  const { changed, overview } = yield* Effect.interruptible(findOverview(tree))
  if (Option.isNone(overview)) return undefined
  const shown = yield* listShown(files, event)
  const isNew = (yield* markShown(tree, event, [introductionMark])).size > 0
  const introduction = isNew ? `${introduce(overview.value.annotated)}\n` : ""
  const unshown = yield* findConstraints(tree, changed, shown)
  const composed = yield* composeUnshown(tree, event, unshown, maxTokens - countTokens(introduction))
  const text = `${introduction}${composed?.text ?? ""}`.trimEnd()
  return text === "" ? undefined : { text, isDenial: false }
})

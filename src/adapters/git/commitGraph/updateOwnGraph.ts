import { randomBytes } from "node:crypto"
import { constants, setPriority } from "node:os"
import { delimiter, join } from "node:path"
import { Context, Duration, Effect, Option, Result } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import { type ConfigEntry, Git, GitTimeout } from "../Git.ts"
import { GitEnvironment, gitEnvironment, globalOptions } from "../GitEnvironment.ts"
import { makeLineReader } from "../parse/Records.ts"
import { privateFiles } from "../PrivateFiles.ts"
import { makePool } from "../process/GitPool.ts"
import { type GitCall, makeGitRunner } from "../process/GitRunner.ts"
import { repositoryOptions } from "../process/OpenRepository.ts"
import { ownGraph, ownGraphNames } from "./OwnGraph.ts"
import {
  alternateDepth,
  findGraphFault,
  isGraphOff,
  maxAlternateDepth,
  maxMissingCommits,
  minGraphCommits
} from "./RepositoryGraph.ts"

/** How the commit-graph of our own is after an update. */
export type OwnGraphState =
  | { readonly _tag: "Written"; readonly bytes: number; readonly commits: number }
  /** It lacks few commits. */
  | { readonly _tag: "Current" }
  /** There is none, as it would gain little or git could not use it. */
  | { readonly _tag: "None"; readonly why: string }

/** Number of commits from which a history gets a commit-graph of our own. */
export const MinOwnGraphCommits = Context.Reference<number>("ultragit/adapters/git/commitGraph/MinOwnGraphCommits", {
  defaultValue: () => minGraphCommits
})

const timeLimit = Duration.minutes(30)
/** Branches whose history is included, those with the newest commits first. */
const maxBranches = 1000
/** Largest file that is kept. */
const maxGraphBytes = 256 * 1024 * 1024
/** Git keeps 34 bits of a commit's time, in seconds. */
const maxTimestamp = 2 ** 34
const draftPrefix = `${ownGraphNames.folder}-new-`

const isPartial = (config: ReadonlyArray<ConfigEntry>): boolean =>
  config.some(
    ({ key }) => key === "extensions.partialclone" || /^remote\..*\.(?:promisor|partialclonefilter)$/s.test(key)
  )

const makeTools = Effect.gen(function* () {
  const git = yield* Git
  const repository = yield* git.repository
  // A pool of its own: questions need not wait for it.
  const runner = yield* makeGitRunner(gitEnvironment(yield* GitEnvironment), { pool: makePool() })
  const call = (name: string, args: ReadonlyArray<string>, more: Pick<GitCall, "env" | "stdin"> = {}): GitCall => ({
    ...more,
    name,
    args: [...repositoryOptions(repository), ...globalOptions, name, ...args],
    // A process that ended already has no priority.
    onStart: (pid) => void Result.try(() => setPriority(pid, constants.priority.PRIORITY_LOW))
  })
  const files = privateFiles(repository.commonDirectory)
  const objects = join(repository.commonDirectory, "objects")
  return { call, files, git, graph: ownGraph(repository), objects, runner }
})

type Tools = Effect.Success<typeof makeTools>

const linesOf = (lines: ReadonlyArray<string>): Uint8Array => Buffer.from(lines.map((line) => `${line}\n`).join(""))

/** HEAD, where it is a commit, and the newest branches. */
const listTips = Effect.fnUntraced(function* ({ call, git, runner }: Tools) {
  const head = yield* Effect.option(git.resolveCommit("HEAD"))
  const branches = new Array<ObjectId>()
  const reader = makeLineReader((line) => branches.push(...Option.toArray(ObjectId.makeOption(line))))
  const args = ["--format=%(objectname)", "--sort=-committerdate", `--count=${maxBranches}`, "refs/heads/"]
  yield* runner.stream(call("for-each-ref", args), reader)
  return { head, tips: [...new Set([...Option.toArray(head), ...branches])] }
})

/** Counts the commits of some histories, and finds their latest time. */
const surveyHistory = Effect.fnUntraced(function* ({ call, runner }: Tools, revisions: ReadonlyArray<string>) {
  let [commits, latest] = [0, 0]
  const reader = makeLineReader((line) => {
    commits += 1
    latest = Math.max(latest, Number.parseInt(line, 10))
  })
  const args = ["--timestamp", "--ignore-missing", "--stdin"]
  yield* runner.stream(call("rev-list", args, { stdin: linesOf(revisions) }), reader)
  return { commits, latest }
})

/** Why the repository is left without a commit-graph of our own; undefined if one is worth it. */
const findObstacle = Effect.fnUntraced(function* (tools: Tools, head: ObjectId) {
  const config = yield* tools.git.config
  if (isGraphOff(config)) return "core.commitGraph is off"
  if (isPartial(config)) return "the clone is partial"
  if ((yield* tools.git.refs(["refs/replace/"])).length > 0) return "objects are replaced"
  if (Option.isNone(tools.graph.variables)) return "git cannot be given the path of the repository"
  const newest = yield* tools.git.walk({ from: [head], maxCount: minGraphCommits })
  if (newest.length < (yield* MinOwnGraphCommits)) return "the history is short"
  if ((yield* findGraphFault(tools.objects, newest)) === undefined) return "the repository has one with changed paths"
  if ((yield* alternateDepth(tools.objects)) > maxAlternateDepth - 1) return "object folders borrow of too many others"
  return undefined
})

/** Writes the commit-graph into a folder of its own; changed paths that are known already are not computed again. */
const writeDraft = Effect.fnUntraced(function* (tools: Tools, draft: string, tips: ReadonlyArray<ObjectId>) {
  const { call, files, graph, objects, runner } = tools
  yield* files.makeFolder(`${draft}/info`)
  const known = (yield* graph.isUsable) ? [files.pathOf(ownGraphNames.folder)] : []
  const env = {
    GIT_OBJECT_DIRECTORY: files.pathOf(draft),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: [...known, objects].join(delimiter)
  }
  const args = ["write", "--stdin-commits", "--changed-paths", "--no-progress"]
  yield* runner.collect(call("commit-graph", args, { env, stdin: linesOf(tips) }))
  return Option.match(yield* files.stat(`${draft}/info/commit-graph`), { onNone: () => 0, onSome: ({ size }) => size })
})

const removeGraph = ({ files, graph }: Tools) =>
  Effect.andThen(graph.discard, Effect.ignore(files.remove(ownGraphNames.folder)))

const none = (tools: Tools, why: string) => Effect.as(removeGraph(tools), { _tag: "None", why } satisfies OwnGraphState)

/** Removes what writers that were killed left. */
const removeDrafts = Effect.fnUntraced(function* ({ files }: Tools) {
  const names = (yield* files.list("")).filter((name) => name.startsWith(draftPrefix))
  yield* Effect.forEach(names, (name) => files.remove(name), { discard: true })
})

const write = Effect.fnUntraced(function* (tools: Tools, tips: ReadonlyArray<ObjectId>) {
  const { files, graph } = tools
  const { commits, latest } = yield* surveyHistory(tools, tips)
  if (latest >= maxTimestamp) return yield* none(tools, "a commit has a time that no commit-graph can hold")
  yield* removeDrafts(tools)
  const draft = `${draftPrefix}${randomBytes(6).toString("hex")}`
  return yield* Effect.gen(function* () {
    const bytes = yield* writeDraft(tools, draft, tips)
    if (bytes === 0) return yield* none(tools, "git writes none in shallow clones or with grafts")
    if (bytes > maxGraphBytes) return yield* none(tools, "it would be too large")
    if (!(yield* graph.isUsable)) yield* removeGraph(tools)
    yield* files.move(`${draft}/info/commit-graph`, ownGraphNames.graph)
    const isSealed = yield* graph.seal(tips)
    return isSealed
      ? ({ _tag: "Written", bytes, commits } satisfies OwnGraphState)
      : yield* none(tools, "the git directory cannot be written")
  }).pipe(Effect.ensuring(Effect.ignore(files.remove(draft))))
})

/**
 * Writes the commit-graph with changed paths that makes the reads of this program faster, or brings it forward once it lacks
 * {@link maxMissingCommits}; removes it where it is of no use. The caller lets one process at a time do this. Nothing is
 * written in the object folders of the repository. Fails with `GitError`, and with `PlatformError` where the private folder
 * cannot be written.
 */
export const updateOwnGraph = Effect.fn("Git.updateOwnGraph")(
  function* () {
    const tools = yield* makeTools
    const { head, tips } = yield* listTips(tools)
    if (Option.isNone(head)) return yield* none(tools, "HEAD has no commit")
    const obstacle = yield* findObstacle(tools, head.value)
    if (obstacle !== undefined) return yield* none(tools, obstacle)
    const known = yield* tools.graph.tips
    if (known.length > 0) {
      const { commits } = yield* surveyHistory(tools, [head.value, ...known.map((tip) => `^${tip}`)])
      if (commits < maxMissingCommits) return { _tag: "Current" } satisfies OwnGraphState
    }
    return yield* write(tools, tips)
  },
  Effect.provideService(GitTimeout, timeLimit)
)

/** Removes the commit-graph of our own. */
export const removeOwnGraph = Effect.fn("Git.removeOwnGraph")(function* () {
  yield* removeGraph(yield* makeTools)
})

/**
 * Checks that an incrementally synced index equals a newly built one. Changes a temporary clone (new commits, forced
 * pushes, renamed and deleted refs, notes, garbage collection, syncs killed at random moments, the folder deleted), syncs
 * it with the built program, and compares the two indexes.
 *
 *     node bench/commits/matrix.ts --repo PATH [--repo PATH ...] [--branch NAME] [--back N] [--kills N] [--seed N] [--few]
 *
 * `--back`: commits of the branch that the first sync lacks (default 3000, at most half). `--few`: compares only twice and
 * at the end, with several changes between two syncs, for slow histories.
 */
import { Effect } from "effect"
import { rmSync, statSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeFolder, makeRepository } from "../../test/support/TemporaryRepository.ts"
import { makeRandom } from "../verify/random.ts"
import { makeClone } from "./matrix/Clone.ts"
import { differences, fingerprintOf } from "./matrix/fingerprint.ts"
import { deleteRepository } from "./matrix/deletion.ts"
import { programAt } from "./matrix/Program.ts"
import { type Scene, type State, statesOf } from "./matrix/states.ts"

const { values } = parseArgs({
  options: {
    repo: { type: "string", multiple: true, default: Array.of<string>() },
    branch: { type: "string" },
    back: { type: "string", default: "3000" },
    kills: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
    few: { type: "boolean", default: false }
  }
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const inSeconds = (seconds: number): string => `${seconds.toFixed(1)} s`

/** Name of a second repository in the index, which does not change. */
const other = "other"

/** The result of a comparison. */
interface Compared {
  readonly differs: ReadonlyArray<string>
  readonly freshSeconds: number
}

/** Compares the index with a newly built one of the same repositories. */
const compare = (index: string, folder: string, repositories: ReadonlyArray<readonly [string, string]>): Compared => {
  const fresh = programAt(join(folder, "fresh.db"))
  for (const [name, directory] of repositories) fresh.must("repos", "add", directory, "--name", name)
  const { seconds } = fresh.must("repos", "sync")
  const differs = differences(fingerprintOf(index), fingerprintOf(fresh.index))
  for (const end of ["", "-wal", "-shm", "-sync"]) rmSync(`${fresh.index}${end}`, { recursive: true, force: true })
  return { differs, freshSeconds: seconds }
}

const verdict = ({ differs }: Pick<Compared, "differs">): string =>
  differs.length === 0 ? "yes" : `**no**: ${differs.join("; ")}`

const row = (...cells: ReadonlyArray<string>): void => say(`| ${cells.join(" | ")} |`)

/** The context of all states. */
interface Run {
  readonly scene: Scene
  readonly folder: string
  readonly repositories: ReadonlyArray<readonly [string, string]>
  readonly setPace: (seconds: number, commits: number) => void
}

/** Makes states, syncs them, and compares; with `--few`, only if the last state asks for it. */
const checkStates = ({ folder, repositories, scene, setPace }: Run, states: ReadonlyArray<State>): boolean => {
  const { clone, program } = scene
  const notes = states.map((state) => state.make(scene)).filter(Boolean)
  const before = program.syncProgress(clone.name).commits
  const { seconds, stderr } = program.must("repos", "sync")
  const { commits } = program.syncProgress(clone.name)
  if (before === 0) setPace(seconds, commits)
  const lines = stderr.split("\n").filter((line) => /^\d+\/\d+ /.test(line)).length
  const progress = lines === 0 ? [] : [`${lines} lines of progress`]
  const isCompared = !values.few || states.at(-1)?.isDecisive === "compared"
  const compared = isCompared ? compare(program.index, folder, repositories) : undefined
  const what = states.map(({ name }) => name).join("; ")
  row(
    what,
    [...notes, ...progress].join("; "),
    `${commits}`,
    inSeconds(seconds),
    compared === undefined ? "" : inSeconds(compared.freshSeconds),
    compared === undefined ? "" : verdict(compared)
  )
  return compared === undefined || compared.differs.length === 0
}

/** Groups states: each by itself, or with `--few` up to the next decisive one. */
const groupStates = (states: ReadonlyArray<State>): ReadonlyArray<ReadonlyArray<State>> => {
  if (!values.few) return states.map((state) => [state])
  const groups: Array<Array<State>> = [[]]
  for (const state of states) {
    groups.at(-1)?.push(state)
    if (state.isDecisive !== undefined) groups.push([])
  }
  return groups.filter((group) => group.length > 0)
}

const checkDeletion = ({ folder, repositories, scene }: Run): boolean => {
  const { changed, commits, error, found, removeSeconds } = deleteRepository(scene)
  const what = `sync: \`${error}\`; then a search still finds ${found}`
  row("folder deleted", what, `${commits}`, "", "", verdict({ differs: changed }))
  const left = repositories.filter(([name]) => name === other)
  const compared = compare(scene.program.index, folder, left)
  row(
    "removed from the index",
    "only the other repository is left",
    "0",
    inSeconds(removeSeconds),
    "",
    verdict(compared)
  )
  return changed.length === 0 && compared.differs.length === 0
}

const matrix = Effect.fnUntraced(function* (repository: string) {
  const folder = yield* makeFolder
  const otherRepository = yield* makeRepository({ bare: true })
  yield* otherRepository.importHistory(
    Array.from({ length: 30 }, (_, at) => ({ message: `fix ${at}`, files: { [`${at % 7}`]: `${at}\n` } }))
  )
  const clone = makeClone(repository, folder, values.branch)
  const program = programAt(join(folder, "kept.db"))
  const repositories = [
    [clone.name, clone.directory],
    [other, otherRepository.directory]
  ] as const
  for (const [name, directory] of repositories) program.must("repos", "add", directory, "--name", name)
  const onBranch = Number(clone.git(["rev-list", "--first-parent", "--count", clone.branch]))
  let pace = 0
  const scene: Scene = {
    clone,
    program,
    random: makeRandom(Number(values.seed)),
    back: Math.min(Number(values.back), Math.floor(onBranch / 2)),
    tip: clone.git(["rev-parse", clone.branch]),
    pace: () => pace
  }
  const course = {
    scene,
    folder,
    repositories,
    setPace: (seconds: number, commits: number) => void (pace = seconds / commits)
  }
  say(`\n### ${clone.name}: ${clone.commits} commits, branch ${clone.branch} and its tags\n`)
  row("change", "", "commits in the index", "sync", "new index", "equal")
  row("---", "---", "---", "---", "---", "---")
  const right = groupStates(statesOf(Number(values.kills))).map((states) => checkStates(course, states))
  const size =
    ["", "-wal"].reduce(
      (sum, part) => sum + (statSync(program.index + part, { throwIfNoEntry: false })?.size ?? 0),
      0
    ) /
    2 ** 20
  right.push(checkDeletion(course))
  say(`\n${right.every(Boolean) ? "Always equal" : "Not always equal"}; the index had ${size.toFixed(0)} MiB.`)
  return right.every(Boolean)
}, Effect.scoped)

const all = await Effect.runPromise(Effect.forEach(values.repo, matrix))
process.exitCode = all.every(Boolean) ? 0 : 1

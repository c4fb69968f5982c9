/**
 * Says whether an index that is kept up to date says what one says that is built from nothing. Does to a temporary clone
 * what happens to repositories (new commits, forced pushes, refs renamed and deleted, notes, garbage collected, syncs
 * killed at any moment, the folder deleted), syncs it with the program as built, and compares the two indexes.
 *
 *     node bench/commits/matrix.ts --repo PATH [--repo PATH ...] [--branch NAME] [--back N] [--kills N] [--seed N] [--few]
 *
 * `--back`: commits of the branch that the first sync does not have (3000, at most half); `--few`: compares twice and
 * at the end only, and does much between two syncs, for histories that take minutes.
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
import { deleteIt } from "./matrix/gone.ts"
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

/** A second repository in the index, which nothing happens to. */
const other = "beside"

/** How a comparison came out. */
interface Compared {
  readonly differs: ReadonlyArray<string>
  readonly freshSeconds: number
}

/** Against an index that is built of the same repositories from nothing. */
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

/** What is needed to go from state to state. */
interface Course {
  readonly scene: Scene
  readonly folder: string
  readonly repositories: ReadonlyArray<readonly [string, string]>
  readonly setPace: (seconds: number, commits: number) => void
}

/** Syncs what states have left, and compares, unless few are and these are not among them. */
const turn = ({ folder, repositories, scene, setPace }: Course, states: ReadonlyArray<State>): boolean => {
  const { clone, program } = scene
  const notes = states.map((state) => state.make(scene)).filter(Boolean)
  const before = program.standing(clone.name).commits
  const { seconds, stderr } = program.must("repos", "sync")
  const { commits } = program.standing(clone.name)
  if (before === 0) setPace(seconds, commits)
  const lines = stderr.split("\n").filter((line) => /^\d+\/\d+ /.test(line)).length
  const told = lines === 0 ? [] : [`${lines} lines of progress`]
  const isCompared = !values.few || states.at(-1)?.isDecisive === "compared"
  const compared = isCompared ? compare(program.index, folder, repositories) : undefined
  const what = states.map(({ name }) => name).join("; ")
  row(
    what,
    [...notes, ...told].join("; "),
    `${commits}`,
    inSeconds(seconds),
    compared === undefined ? "" : inSeconds(compared.freshSeconds),
    compared === undefined ? "" : verdict(compared)
  )
  return compared === undefined || compared.differs.length === 0
}

/** One state at a time, or those up to the next that is synced in any case. */
const grouped = (states: ReadonlyArray<State>): ReadonlyArray<ReadonlyArray<State>> => {
  if (!values.few) return states.map((state) => [state])
  const groups: Array<Array<State>> = [[]]
  for (const state of states) {
    groups.at(-1)?.push(state)
    if (state.isDecisive !== undefined) groups.push([])
  }
  return groups.filter((group) => group.length > 0)
}

const end = ({ folder, repositories, scene }: Course): boolean => {
  const { changed, commits, error, found, removeSeconds } = deleteIt(scene)
  const what = `sync: \`${error}\`; then a search still finds ${found}`
  row("folder deleted", what, `${commits}`, "", "", verdict({ differs: changed }))
  const left = repositories.filter(([name]) => name === other)
  const compared = compare(scene.program.index, folder, left)
  row(
    "removed from the index",
    "the other repository is all that is left",
    "0",
    inSeconds(removeSeconds),
    "",
    verdict(compared)
  )
  return changed.length === 0 && compared.differs.length === 0
}

const matrix = Effect.fnUntraced(function* (repository: string) {
  const folder = yield* makeFolder
  const beside = yield* makeRepository({ bare: true })
  yield* beside.importHistory(
    Array.from({ length: 30 }, (_, at) => ({ message: `fix ${at}`, files: { [`${at % 7}`]: `${at}\n` } }))
  )
  const clone = makeClone(repository, folder, values.branch)
  const program = programAt(join(folder, "kept.db"))
  const repositories = [
    [clone.name, clone.directory],
    [other, beside.directory]
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
  row("what happened", "", "commits in the index", "sync", "from nothing", "the same")
  row("---", "---", "---", "---", "---", "---")
  const right = grouped(statesOf(Number(values.kills))).map((states) => turn(course, states))
  const size =
    ["", "-wal"].reduce(
      (sum, part) => sum + (statSync(program.index + part, { throwIfNoEntry: false })?.size ?? 0),
      0
    ) /
    2 ** 20
  right.push(end(course))
  say(`\n${right.every(Boolean) ? "Always the same" : "Not always the same"}; the index had ${size.toFixed(0)} MiB.`)
  return right.every(Boolean)
}, Effect.scoped)

const all = await Effect.runPromise(Effect.forEach(values.repo, matrix))
process.exitCode = all.every(Boolean) ? 0 : 1

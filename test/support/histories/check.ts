import { Effect, Layer } from "effect"
import { env } from "node:process"
import { Pipeline } from "../../../src/pipeline/questions/Pipeline.ts"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../../src/adapters/git/GitEnvironment.ts"
import { pipelineLayer } from "../../../src/Layers.ts"
import { asOneQuestion } from "../ask.ts"
import { isolation } from "../runGit.ts"
import { whenSettled } from "../settledClock.ts"
import { shareOf } from "../operations/code.ts"
import { linesOf, type Said, type World } from "./World.ts"

/** Something said of code that HEAD has, and how often it is found. */
export interface Missing {
  readonly intent: string
  readonly read: number
  readonly history: number
}

/** What is found of everything that was said. */
export interface Finding {
  /** What was said of code that HEAD has. */
  readonly standing: ReadonlyArray<Said>
  /** Those of them that `read` and `history` do not both find once, and how often they do. */
  readonly missing: ReadonlyArray<Missing>
  /** What `read` says from a commit that has nothing of the code it was said of, nor adds most of the function. */
  readonly strange: ReadonlyArray<string>
}

/** More than any answer here needs. */
const plenty = { max_tokens: 1_000_000 }

const layerOf = (directory: string) =>
  pipelineLayer.pipe(
    Layer.provide(Layer.succeed(GitDirectory, directory)),
    Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation }))
  )

const isIn = ({ anchor, variant }: Said, source: string): boolean =>
  [1, 2, 3].every((at) => source.includes(`  const part${at} = "${anchor} ${variant} ${at}"\n`))

/** The sources of a commit, by path. */
const sourcesAt = Effect.fnUntraced(function* (world: World, commit: string) {
  const paths = yield* linesOf(world, "ls-tree", "-r", "--name-only", commit, "src/")
  const texts = yield* Effect.forEach(paths, (path) => world.place.repository.git(["show", `${commit}:${path}`]))
  return paths.map((path, at) => [path, `${texts[at] ?? ""}\n`] as const)
})

/** What whole files read as: the intent, the anchor it is said of, and the commit whose note says it. */
const readingsOf = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
  const pipeline = yield* Pipeline
  const answers = yield* Effect.forEach(paths, (path) => pipeline.read({ path, ...plenty }))
  return answers.flatMap(({ query, regions }) =>
    regions.map(({ anchor, commit, intent }) => ({ place: `${query.path}:${anchor?.name ?? ""}`, commit, intent }))
  )
})

const hasText = (world: World, commit: string, text: string) => {
  const args = ["grep", "--quiet", "--fixed-strings", "-e", text, commit, "--", "src"]
  return Effect.map(world.place.repository.tryGit(args), ({ exitCode }) => exitCode === 0)
}

/**
 * Whether a commit adds the function that something was said of, at least half of it as it was then. To bring a new
 * function over and to edit it is one commit after `cherry-pick -n` and two after `cherry-pick`; after two, what was said
 * is found through the lines that were not edited.
 */
const addsMostOf = Effect.fnUntraced(function* (world: World, commit: string, { anchor, variant }: Said) {
  const head = `export function ${anchor}(`
  if (!(yield* hasText(world, commit, head)) || (yield* hasText(world, `${commit}^`, head))) return false
  const sources = yield* sourcesAt(world, commit)
  return sources.some(([, source]) => shareOf(source, anchor, variant) >= 0.5)
})

/** Whether a commit has any line of the code that something was said of, or has it replaced by a rewrite. */
const hasCode = Effect.fnUntraced(function* (world: World, commit: string, intent: string) {
  if (world.replaced.has(intent)) return true
  const said = world.said.find((each) => each.intent === intent)
  if (said === undefined) return false
  if (yield* hasText(world, commit, `"${said.anchor} ${said.variant} `)) return true
  return yield* addsMostOf(world, commit, said)
})

const timesInHistory = Effect.fnUntraced(function* (path: string, { anchor, intent }: Said) {
  const pipeline = yield* Pipeline
  const { timeline } = yield* pipeline.history({ path, anchor, limit: 1000, ...plenty })
  return timeline.filter((step) => step.intent === intent).length
})

/** Asks for everything that was said, and looks into HEAD's files for the code that it was said of. */
export const findingOf = Effect.fnUntraced(function* (world: World) {
  const sources = yield* sourcesAt(world, "HEAD")
  const placed = world.said.flatMap((said) =>
    sources.filter(([, text]) => isIn(said, text)).map(([path]) => ({ said, path, place: `${path}:${said.anchor}` }))
  )
  const asked = Effect.gen(function* () {
    const readings = yield* readingsOf(sources.map(([path]) => path))
    const found = yield* Effect.forEach(placed, ({ path, place, said }) =>
      Effect.map(timesInHistory(path, said), (history): Missing => {
        const read = readings.filter((one) => one.intent === said.intent && one.place === place).length
        return { intent: said.intent, read, history }
      })
    )
    const others = readings.filter(
      ({ intent, place }) => !placed.some((each) => each.said.intent === intent && each.place === place)
    )
    const strange = yield* Effect.filter(others, ({ commit, intent }) =>
      Effect.map(hasCode(world, commit, intent), (has) => !has)
    )
    const finding: Finding = {
      standing: placed.map(({ said }) => said),
      missing: found.filter(({ history, read }) => history !== 1 || read !== 1),
      strange: strange.map(({ intent, place }) => `${place}: ${intent}`)
    }
    return finding
  })
  return yield* asked.pipe(
    Effect.provide(layerOf(world.place.directory), { local: true }),
    Effect.orDie,
    asOneQuestion,
    whenSettled
  )
})

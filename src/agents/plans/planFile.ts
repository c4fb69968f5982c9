import { hash } from "node:crypto"
import { Effect, Option } from "effect"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import type { RepositoryState } from "../../adapters/git/process/StateProbe.ts"
import { variableNames } from "../../config/define.ts"
import { hookDefinitions } from "../../config/hookDefinitions.ts"
import { parseJson } from "../../domain/Json.ts"
import { formatPlan, parsePlan, type Plan } from "./Plan.ts"

/** Incremented with every change of what plans hold. */
const planVersion = 6
const folder = "agents/plans"
const maxPlanBytes = 16 * 1024 * 1024
/** Number of plans that are kept. */
const maxPlans = 1_000

/** The refs that decide what is said of code, and what git shows of history. */
export const statePrefixes = ["refs/notes/", "refs/ultragit/", "refs/entire/", "refs/heads/entire/", "refs/replace/"]

/** Sections of the configuration that say nothing about code. */
const unrelatedKeys = /^(?:remote|branch|user|credential|alias|color|gui|push|pull|fetch)\./

/** Settings of the hooks alone: one process prepares for hooks of different ones. */
const { gate, hookTimeout, sessions } = hookDefinitions
const unrelatedVariables = new Set([gate, hookTimeout, sessions].flatMap((setting) => variableNames(setting)))
const unrelatedSettings = [gate, hookTimeout, sessions].map(({ name }) => `ultragit.${name.toLowerCase()}\n`)

const isRelated = (entry: string): boolean =>
  !unrelatedKeys.test(entry) && !unrelatedSettings.some((start) => entry.startsWith(start))

/** Digest of everything outside of a file that its plan is made from. `files`: what is known of files of settings and of history. */
export const digestState = (
  { config, head, refs }: RepositoryState,
  version: string,
  environment: Readonly<Record<string, string | undefined>>,
  files: ReadonlyArray<string>
): string => {
  const settings = config.split("\0").filter(isRelated)
  const variables = Object.keys(environment)
    .filter((name) => name.startsWith("ULTRAGIT_") && !unrelatedVariables.has(name))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => [name, environment[name]])
  return hash("sha256", JSON.stringify([planVersion, version, head, refs, settings, variables, files]))
}

/** Name of the file of a path's plan, in the private folder of the work tree's git directory. */
const planName = (path: string): string => `${folder}/${hash("sha256", path).slice(0, 32)}.json`

/** Reads the plan of a path. None if there is none for this state, or it cannot be read. */
export const readPlan = Effect.fnUntraced(function* (gitDirectory: string, path: string, state: string) {
  const text = Option.flatten(yield* Effect.option(privateFiles(gitDirectory).readText(planName(path), maxPlanBytes)))
  const plan = Option.getOrUndefined(Option.map(Option.flatMap(text, parseJson), parsePlan))
  return plan?.state === state ? Option.some(plan) : Option.none<Plan>()
})

/** Writes the plan of a path. Removes the oldest plans where there are too many. */
export const writePlan = Effect.fnUntraced(function* (gitDirectory: string, path: string, plan: Plan) {
  const files = privateFiles(gitDirectory)
  yield* files.write(planName(path), formatPlan(plan))
  const kept = yield* files.files(folder)
  const surplus = kept.toSorted((a, b) => b.modifiedMillis - a.modifiedMillis).slice(maxPlans)
  yield* Effect.forEach(surplus, ({ name }) => files.remove(name), { discard: true })
})

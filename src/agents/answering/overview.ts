import { Effect, Option } from "effect"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { asArray, fieldOf, parseJson, textIn } from "../../domain/Json.ts"

/** What a session is told of a repository when it begins. */
export interface Overview {
  /** Number of annotated commits. */
  readonly annotated: number
}

const overviewName = "agents/overview.json"
const commitsName = "agents/commit.json"
const maxBytes = 1024 * 1024

const readJson = Effect.fnUntraced(function* (gitDirectory: string, name: string) {
  const text = Option.flatten(yield* Effect.option(privateFiles(gitDirectory).readText(name, maxBytes)))
  return Option.flatMap(text, parseJson)
})

/** Reads the overview for a state. None if it was not made. */
export const readOverview = (gitDirectory: string, state: string) =>
  Effect.map(
    readJson(gitDirectory, overviewName),
    Option.flatMap((value) => {
      const annotated = fieldOf(value, "annotated")
      return textIn(value, "state") === state && typeof annotated === "number"
        ? Option.some<Overview>({ annotated })
        : Option.none<Overview>()
    })
  )

export const writeOverview = (gitDirectory: string, state: string, overview: Overview) =>
  privateFiles(gitDirectory).write(overviewName, JSON.stringify({ state, ...overview }))

/** Reads the names of the units that a commit changed, as `file:unit`. None if they were not listed. */
export const readChangedUnits = (gitDirectory: string, commit: string) =>
  Effect.map(
    readJson(gitDirectory, commitsName),
    Option.flatMap((value) =>
      textIn(value, "commit") === commit
        ? Option.some(asArray(fieldOf(value, "units")).filter((unit) => typeof unit === "string"))
        : Option.none<ReadonlyArray<string>>()
    )
  )

export const writeChangedUnits = (gitDirectory: string, commit: string, units: ReadonlyArray<string>) =>
  privateFiles(gitDirectory).write(commitsName, JSON.stringify({ commit, units }))

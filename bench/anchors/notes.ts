import { git } from "../verify/oracle/plainGit.ts"
import type { Definition } from "./definitions.ts"

/** A definition with an annotation on the commit of its first line. */
export interface Anchor extends Definition {
  readonly commit: string
  readonly intent: string
}

interface Origin {
  readonly commit: string
  readonly path: string
  readonly line: number
}

/** Reads the origin of a line from git blame. */
const originOf = (directory: string, { file, line }: Definition): Origin => {
  const blame = git(directory, ["blame", "--porcelain", "-L", `${line},${line}`, "HEAD", "--", file])
  const [commit = "", from = ""] = blame.split(" ", 2)
  return { commit, path: /^filename (.*)$/m.exec(blame)?.[1] ?? file, line: Number(from) }
}

const regionOf = ({ kind, qualified }: Definition, { line, path }: Origin, intent: string) => ({
  file: path,
  ast_anchor: { type: kind, name: qualified },
  lines: { start: line, end: line },
  intent
})

/** Annotates definitions with git, one note per commit. */
export const annotate = (directory: string, definitions: ReadonlyArray<Definition>): ReadonlyArray<Anchor> => {
  const origins = definitions.map((definition, index) => {
    const intent = `Reason ${index + 1} of ${definition.qualified}.`
    return { definition, origin: originOf(directory, definition), intent }
  })
  for (const [commit, own] of Map.groupBy(origins, ({ origin }) => origin.commit)) {
    const note = {
      $schema: "ultragit/v1",
      commit,
      timestamp: "2026-01-01T00:00:00Z",
      summary: "Anchors to be found again",
      context_level: "enhanced",
      regions: own.map(({ definition, intent, origin }) => regionOf(definition, origin, intent)),
      cross_cutting: [],
      provenance: { operation: "initial", derived_from: [], original_annotations_preserved: false }
    }
    git(directory, ["notes", "--ref=refs/notes/ultragit", "add", "-f", "-F", "-", commit], JSON.stringify(note))
  }
  return origins.map(({ definition, intent, origin }) => ({ ...definition, commit: origin.commit, intent }))
}

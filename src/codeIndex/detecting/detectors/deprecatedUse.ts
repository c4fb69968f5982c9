import { declareInFile } from "../Detector.ts"
import type { LinkedReference } from "../FileFacts.ts"
import type { Project } from "../Project.ts"

const deprecated = /@deprecated\b|\.\. deprecated::|^\W*deprecated[ :.]/i

/** A decorator that deprecates others describes in its documentation what it adds to theirs. */
const deprecates = /deprecat/i

const isDeprecated = (project: Project, path: string, name: string): boolean =>
  deprecated.test(project.find(path, name)?.documentation ?? "")

const describe = ({ name, path }: LinkedReference, project: Project): string => {
  const text = project.find(path, name)?.documentation.replace(/^.*?(?:@deprecated|deprecated::?)\s*/is, "") ?? ""
  const [advice = ""] = text.split(/(?<=\.)\s|\s@/)
  return advice === "" ? "" : ` ${advice.slice(0, 120)}`
}

export const deprecatedUse = declareInFile({
  id: "deprecated-use",
  category: "correctness",
  finds: "A use of a definition of this project that is documented as deprecated.",
  why: "It will be gone, and there is a better way already.",
  fix: "Use what its documentation names instead.",
  confidence: 0.5,
  off: "Of 30 that were judged 15 helped: maintainers keep such uses for older callers, and bundled libraries have many.",
  inFile: ({ file, links }, project) => {
    const uses = links.filter(
      ({ kind, name, path, within }) =>
        ["call", "new", "base", "decorator"].includes(kind) &&
        path !== file.path &&
        !deprecates.test(name) &&
        isDeprecated(project, path, name) &&
        !isDeprecated(project, file.path, within)
    )
    const first = new Map(uses.toReversed().map((use) => [`${use.within}\0${use.path}\0${use.name}`, use]))
    return [...first.values()].toReversed().map((use) => ({
      severity: "low" as const,
      path: file.path,
      name: use.within,
      startLine: use.line,
      endLine: use.line,
      title: `${use.name} of ${use.path} is deprecated.${describe(use, project)}`,
      key: `${use.path}\0${use.name}`
    }))
  }
})

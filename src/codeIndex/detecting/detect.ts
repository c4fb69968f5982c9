import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Detected, Detection } from "../model/findings.ts"
import type { FileDetector, ProjectDetector } from "./Detector.ts"
import { detectors } from "./detectors.ts"
import { checkTexts } from "./checkTexts.ts"
import { findMentions } from "./findMentions.ts"
import { identify, type IdentifiedDetection } from "./identify.ts"
import { makeIsForeign } from "./makeIsForeign.ts"
import { readFileFacts } from "./readFacts.ts"
import type { Project } from "./Project.ts"
import { readProject } from "./readProject.ts"
import type { ProjectFiles } from "../views/projectFiles.ts"

const inFile = detectors.filter((each): each is FileDetector => "inFile" in each)
const inTests = inFile.filter(({ includesTests }) => includesTests)
const inProject = detectors.filter((each): each is ProjectDetector => "inProject" in each)

/** What to run detectors over. */
export interface DetectInput {
  readonly files: ProjectFiles
  /** What detectors of history found. */
  readonly others: ReadonlyArray<Detected>
}

/** What detectors found, and how much of it comments suppress. */
export interface DetectOutput {
  readonly found: ReadonlyArray<IdentifiedDetection>
  readonly suppressed: number
  /** Lines of the files that problems are looked for in, each up to the end of its last definition. */
  readonly lines: number
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const countLines = ({ production }: Project): number =>
  production.reduce((sum, { definitions }) => sum + Math.max(0, ...definitions.map(({ endLine }) => endLine)), 0)

const runDetectors = (connection: Connection, project: Project): ReadonlyArray<Detected> => {
  const found: Array<Detected> = []
  const add = (detector: string, detections: ReadonlyArray<Detection>): void => {
    for (const detection of detections) found.push({ detector, ...detection })
  }
  const named = new Set<string>()
  const production = new Set(project.production)
  for (const file of project.files.filter(({ isGenerated }) => !isGenerated)) {
    const wanted = production.has(file) ? inFile : inTests
    const facts = wanted.length === 0 ? undefined : readFileFacts(connection, file)
    if (facts === undefined) continue
    for (const { id, inFile: run } of wanted) add(id, run(facts, project))
    for (const value of facts.facts.values) if (value.tag === "global" || value.tag === "member") named.add(value.name)
  }
  const isNamedSomewhere = (name: string): boolean => named.has(name) || project.isNamedSomewhere(name)
  for (const { id, inProject: run } of inProject) add(id, run({ ...project, isNamedSomewhere }))
  return found
}

const wordOf = ({ refutedBy, refutedElsewhere }: Detected) => (refutedElsewhere === true ? refutedBy : undefined)

/** Leaves out what a word in another file refutes. */
const leaveOutMentioned = (
  texts: ProjectFiles,
  { files, unparsed }: Project,
  found: ReadonlyArray<Detected>
): ReadonlyArray<Detected> => {
  const words = found.flatMap((each) => wordOf(each) ?? [])
  const paths = files.filter(({ isGenerated }) => !isGenerated).map(({ path }) => path)
  const mentions = findMentions(texts, [...paths, ...unparsed], words)
  return found.filter((each) => {
    const mentioning = mentions.get(wordOf(each) ?? "")
    return mentioning === undefined || [...mentioning].every((path) => path === each.path)
  })
}

/** Leaves out what does not matter in copies from other projects. */
const leaveOutForeign = (
  texts: ProjectFiles,
  { production }: Project,
  found: ReadonlyArray<Detected>
): ReadonlyArray<Detected> => {
  if (!found.some(({ mustBeOwn }) => mustBeOwn)) return found
  const isForeign = makeIsForeign(
    texts,
    production.map(({ path }) => path)
  )
  return found.filter(({ mustBeOwn, path }) => mustBeOwn !== true || !isForeign(path))
}

/**
 * Runs all detectors of facts and graph over a view, also those that are off by default, and adds what others found. Sorted
 * by file and line, without what comments suppress.
 */
export const detect = (connection: Connection, view: number, { files, others }: DetectInput): DetectOutput => {
  const project = readProject(connection, view)
  const all = [...runDetectors(connection, project), ...others].toSorted(
    (a, b) => compare(a.path, b.path) || a.startLine - b.startLine || compare(a.detector, b.detector)
  )
  const { kept, suppressed } = checkTexts(files, all)
  const found = leaveOutForeign(files, project, leaveOutMentioned(files, project, kept))
  return { found: identify(found), suppressed, lines: countLines(project) }
}

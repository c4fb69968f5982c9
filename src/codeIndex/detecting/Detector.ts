import type { Detection, DetectorInfo } from "../model/findings.ts"
import type { FileFacts } from "./FileFacts.ts"
import type { Project } from "./Project.ts"

/** Finds problems by looking at one file of production code at a time. */
export interface FileDetector extends DetectorInfo {
  /** Whether it also looks at tests. */
  readonly includesTests?: true
  readonly inFile: (file: FileFacts, project: Project) => ReadonlyArray<Detection>
}

/** Finds problems by looking at how files and definitions hang together. */
export interface ProjectDetector extends DetectorInfo {
  readonly inProject: (project: Project) => ReadonlyArray<Detection>
}

export type Detector = FileDetector | ProjectDetector

/** Declares a detector that looks at one file at a time. */
export const declareInFile = (detector: FileDetector): FileDetector => detector

/** Declares a detector that looks at the whole project. */
export const declareInProject = (detector: ProjectDetector): ProjectDetector => detector

import type { FileImport } from "../graph/imports.ts"
import type { Severity } from "../model/findings.ts"

/** A definition with what is measured of it. */
export interface ProjectDefinition {
  readonly path: string
  readonly name: string
  readonly qualifiedName: string
  readonly kind: string
  readonly signature: string
  readonly documentation: string
  readonly startLine: number
  readonly endLine: number
  /** Of the name. */
  readonly line: number
  readonly isExported: boolean
  readonly cyclomatic: number
  readonly cognitive: number
  readonly nesting: number
  readonly parameters: number
}

/** A parsed file. */
export interface ProjectFile {
  readonly path: string
  readonly language: string
  /** Row ids. */
  readonly blob: number
  readonly links: number | null
  /** Whether it is a test, example, bench or fixture. */
  readonly isAside: boolean
  readonly isTest: boolean
  /** Generated, marked as such, or vendored. */
  readonly isGenerated: boolean
  /** In source order. */
  readonly definitions: ReadonlyArray<ProjectDefinition>
}

/** What refers to a definition. References that are known by a name only are not counted. */
export interface Usage {
  readonly references: number
  /** Files with a reference, the definition's own included. */
  readonly files: number
  /** Of these, those that are neither tests nor the definition's own. */
  readonly otherFiles: number
}

/** A definition that refers to another; an empty `within` is the file itself. */
export interface ProjectEdge {
  readonly from: string
  readonly within: string
  readonly to: string
  readonly target: string
  readonly kind: string
}

/** The code of a view, as detectors see it. */
export interface Project {
  /** All parsed files, sorted by path. */
  readonly files: ReadonlyArray<ProjectFile>
  /** Those that problems are looked for in: neither tests nor generated. */
  readonly production: ReadonlyArray<ProjectFile>
  /** Paths of code that no grammar parses. */
  readonly unparsed: ReadonlyArray<string>
  readonly imports: ReadonlyArray<FileImport>
  /** Whether a file refers to another, and in types only: compilers of TypeScript then leave the import out. */
  readonly needsTypesOnly: (from: string, to: string) => boolean
  readonly usageOf: (path: string, qualifiedName: string) => Usage
  /** Whether a member or a global of this name is used whose owner is unknown: it may be any definition with the name. */
  readonly isNamedSomewhere: (name: string) => boolean
  /** Calls and inheritance between definitions. */
  readonly edges: ReadonlyArray<ProjectEdge>
  /** A definition by file and qualified name; undefined if several have it. */
  readonly find: (path: string, qualifiedName: string) => ProjectDefinition | undefined
  /**
   * The value that 95 % of the production definitions with this metric stay below, but not less than `min` and not more
   * than five times that: what is unusual here.
   */
  readonly threshold: (metric: Metric, min: number) => number
}

export type Metric = "cyclomatic" | "cognitive" | "nesting" | "parameters" | "lines"

/** Lines of a definition, documentation and decorators included. */
export const linesOf = ({ endLine, startLine }: ProjectDefinition): number => endLine - startLine + 1

/** Measures a definition. */
export const measure = (definition: ProjectDefinition, metric: Metric): number =>
  metric === "lines" ? linesOf(definition) : definition[metric]

const share = 0.95
const maxFactor = 5

/** Finds the value that most of the values stay below, within limits. */
export const findThreshold = (values: ReadonlyArray<number>, min: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length * share)] ?? min
  return Math.min(Math.max(min, usual), min * maxFactor)
}

/** How severe a value above its threshold is. */
export const gradeExcess = (value: number, threshold: number): Severity =>
  value >= threshold * 3 ? "high" : value >= threshold * 2 ? "medium" : "low"

/** The place of a definition in a detection. */
export const placeOf = ({ endLine, path, qualifiedName, startLine }: ProjectDefinition) => ({
  path,
  name: qualifiedName,
  startLine,
  endLine
})

/** The place of a file in a detection. */
export const placeOfFile = (path: string, line = 1) => ({ path, name: "", startLine: line, endLine: line })

/** Formats a list, of which the first few are named. */
export const nameSome = (names: ReadonlyArray<string>, max = 3): string =>
  names.length <= max ? names.join(", ") : `${names.slice(0, max).join(", ")} and ${names.length - max} more`

/** How much a finding matters, most first. */
export const severities = ["critical", "high", "medium", "low", "info"] as const
export type Severity = (typeof severities)[number]

/** What a detector is about. */
export type Category =
  | "architecture"
  | "change"
  | "correctness"
  | "dead-code"
  | "design"
  | "documentation"
  | "people"
  | "security"

/** What is said about a detector. */
export interface DetectorInfo {
  /** Such as `circular-dependency`. */
  readonly id: string
  readonly category: Category
  /** What it finds, as one sentence. */
  readonly finds: string
  /** Why that matters, as one sentence. */
  readonly why: string
  /** What to do about it, as one sentence. */
  readonly fix: string
  /** Share of its findings that were judged right; a guess for those that were not judged. */
  readonly confidence: number
  /** Why it is off by default; undefined if it is on. */
  readonly off?: string
}

/** A parameter of Python whose default all calls share. */
export interface ChangedParameter {
  readonly name: string
  /** What the default holds. */
  readonly initial: "empty list" | "empty" | "items"
}

/** A problem at a place, as a detector finds it. */
export interface Detection {
  readonly severity: Severity
  readonly path: string
  /** Qualified name of the definition; empty for the file. */
  readonly name: string
  readonly startLine: number
  readonly endLine: number
  /** What is wrong here, as one sentence with its numbers. */
  readonly title: string
  /** A word that proves the finding wrong if it stands in the file more than once, on the first line of the finding. */
  readonly refutedBy?: string
  /** Set where that word proves the finding wrong in any other file too: what calls by a name has it in a string. */
  readonly refutedElsewhere?: true
  /** A regular expression that the first line of the finding must match, or it is wrong. */
  readonly lineMustMatch?: string
  /** Set for what is private in a module of ECMAScript only: scripts share their functions, and pages call them. */
  readonly needsModule?: boolean
  /** Set for what is right in Python within a try, or a check of the version, where it finds out what can be had. */
  readonly mayProbe?: boolean
  /** A regular expression for the head of a statement of Python, such as `if debug:`, in which the finding is wrong. */
  readonly rightWithin?: string
  /** A version of Go, such as `1.16`. The finding is wrong unless the module of the file asks for it, or a newer one. */
  readonly neededGo?: string
  /** A regular expression that proves the finding wrong if one of the lines around matches it: the code asks first. */
  readonly guardedBy?: string
  /** A regular expression that proves the finding wrong if any line of the file matches it: its author knows, and has another way. */
  readonly knownBy?: string
  /** Set for what does not matter in a copy from another project that only a copyright gives away. */
  readonly mustBeOwn?: true
  /** A parameter of Python that the code of the definition must change, or the finding is wrong. */
  readonly changedParameter?: ChangedParameter
  /** Tells findings of one detector in one definition apart; must not depend on lines. */
  readonly key?: string
}

/** A detection with its detector. */
export interface Detected extends Detection {
  readonly detector: string
}

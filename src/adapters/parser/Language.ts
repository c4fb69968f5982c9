import type { FactsDraft } from "./facts/Facts.ts"
import type { UnitType } from "./Outline.ts"

/** A unit found by a language. Offsets are UTF-16 code units; `end` is exclusive. */
export interface Draft {
  readonly type: UnitType
  readonly name: string
  readonly signature: string
  readonly start: number
  readonly end: number
}

/** The units that a language found in a text. */
export interface Extract {
  readonly drafts: ReadonlyArray<Draft>
  readonly partial: boolean
  /** Only if they were wanted, and the language has an extractor for them. */
  readonly facts?: FactsDraft
}

/** The thread's memory or stack is too small for a text. No extractor of that thread may be used again. */
export const outOfMemory = "out of memory"

/**
 * Finds the units of a text, outer before inner, and its facts if `wantsFacts`. Returns undefined if `shouldContinue` returned
 * false. Parses one text at a time. May throw on hostile text.
 */
export type Extractor = (
  text: string,
  shouldContinue: () => boolean,
  wantsFacts?: boolean
) => Extract | typeof outOfMemory | undefined

/** Identifies files of a language by something other than a unique extension. */
export interface FileNames {
  /** File names in lower case: `rakefile`. */
  readonly names?: ReadonlyArray<string>
  /** Interpreters in the shebang line of a script without an extension, without version: `ruby`. */
  readonly interpreters?: ReadonlyArray<string>
  /** Extensions shared with other languages, and a test of the content. */
  readonly shared?: { readonly extensions: ReadonlyArray<string>; readonly holds: (text: string) => boolean }
}

/** A language with a grammar: one file in `languages/` and one line in the registry. */
export interface Language {
  /** Lower case, as in `Outline.language`. */
  readonly name: string
  /** With the dot, lower case. */
  readonly extensions: ReadonlyArray<string>
  readonly files?: FileNames
  /**
   * Loads grammar and runtime at the first call. The WebAssembly memory shared by all grammars of a thread grows to at
   * most `maxMemoryBytes` of the first call.
   */
  readonly load: (maxMemoryBytes: number) => Promise<Extractor>
  /** Whether a stopped extractor resumes when called again with the same text. */
  readonly resumes: boolean
  /** Whether a text is safe to parse on the main thread: quick, and shallow enough for its stack. */
  readonly isLight: (text: string) => boolean
}

/**
 * Maximum length of a text parsed on the main thread, in UTF-16 code units. Part of parsing cannot be interrupted and
 * takes 0.2 to 0.4 ms per KB.
 */
export const maxLightLength = 16 * 1024

/** Memoizes the result of the first call. */
export const once = <A, Args extends ReadonlyArray<unknown>>(
  make: (...args: Args) => Promise<A>
): ((...args: Args) => Promise<A>) => {
  let made: Promise<A> | undefined
  return (...args) => (made ??= make(...args))
}

import type { UnitType } from "./Outline.ts"

/** A unit as a language finds it. Offsets are UTF-16 code units of the text, `end` exclusive. */
export interface Draft {
  readonly type: UnitType
  readonly name: string
  readonly signature: string
  readonly start: number
  readonly end: number
}

/** What a language found in a text. */
export interface Extract {
  readonly drafts: ReadonlyArray<Draft>
  readonly partial: boolean
}

/** The memory of a thread, or its stack, does not suffice for a text; no extractor of that thread is used again. */
export const outOfMemory = "out of memory"

/**
 * Finds the units of a text, outer before inner. `undefined`: `goOn` said no. One text at a time. May throw on
 * hostile text.
 */
export type Extractor = (text: string, goOn: () => boolean) => Extract | typeof outOfMemory | undefined

/** What besides its extension says that a file is in a language. */
export interface FileNames {
  /** Names of files, lower case: `rakefile`. */
  readonly names?: ReadonlyArray<string>
  /** Programs that the first line of a script without an extension names, without version: `ruby`. */
  readonly interpreters?: ReadonlyArray<string>
  /** Extensions that other files have too, and what says that a file is in this language. */
  readonly shared?: { readonly extensions: ReadonlyArray<string>; readonly holds: (text: string) => boolean }
}

/** A language with a grammar: one file of `languages/` and its line in the registry. */
export interface Language {
  /** Lower case, as in `Outline.language`. */
  readonly name: string
  /** With the dot, lower case. */
  readonly extensions: ReadonlyArray<string>
  readonly files?: FileNames
  /**
   * Brings in grammar and runtime, once; nothing is loaded before the first call. The WebAssembly memory that all
   * grammars of a thread share grows to at most `maxMemoryBytes`, as the first call has it.
   */
  readonly load: (maxMemoryBytes: number) => Promise<Extractor>
  /** Whether an extractor that was stopped goes on where it stopped when called again with the same text. */
  readonly resumes: boolean
  /** Whether parsing this text cannot harm the thread that answers calls: quick, and shallow enough for its stack. */
  readonly isLight: (text: string) => boolean
}

/** Longest text, in UTF-16 code units, that is parsed on the thread that answers calls: some of it in one go, at 0.2 to 0.4 ms for a KB. */
export const maxLightLength = 16 * 1024

/** Calls `make` once, at the first call. */
export const once = <A, Args extends ReadonlyArray<unknown>>(
  make: (...args: Args) => Promise<A>
): ((...args: Args) => Promise<A>) => {
  let made: Promise<A> | undefined
  return (...args) => (made ??= make(...args))
}

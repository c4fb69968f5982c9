const mebibyte = 1024 * 1024

/** Maximum size of a file to parse, in bytes. */
export const maxFileBytes = 5 * mebibyte

/**
 * Maximum WebAssembly memory for all grammars in the parsing worker: a syntax tree takes 15 to 40 times the size of its
 * file.
 */
export const maxGrammarBytes = 104 * mebibyte

/** Maximum WebAssembly memory on the main thread, which parses only short files. */
export const maxGrammarBytesHere = 64 * mebibyte

/**
 * Stack, old-generation heap and young-generation heap of the parsing worker, in MiB. The stack is address space, used
 * only by deeply nested files.
 */
export const workerLimits = { stackSizeMb: 192, maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

/**
 * Maximum memory that parsing one file may add to the process, as shown in messages: about the sum of the limits above.
 */
const maxParsingBytes = 256 * mebibyte

/**
 * Resident memory of the whole process, in bytes, at which parsing stops. Memory of native code that ended is not always
 * returned to the system, so that many large files would otherwise add up.
 */
const maxProcessBytes = 320 * mebibyte

/** Growth of the process, in bytes, that one file may always cause, however large the process is: enough for 1 MB. */
const minParsingBytes = 128 * mebibyte

/** Returns the resident memory, in bytes, at which a parse stops that starts when the process has `rss`. */
export const maxRssWhileParsing = (rss: number): number =>
  Math.max(rss + minParsingBytes, Math.min(rss + maxParsingBytes, maxProcessBytes))

/** CPU time limit for one file in the parsing worker, in milliseconds. */
export const maxParsingMillis = 2_000

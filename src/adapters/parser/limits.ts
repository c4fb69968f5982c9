const mebibyte = 1024 * 1024

/** Largest file, in bytes, that is parsed. */
export const maxFileBytes = 5 * mebibyte

/** WebAssembly memory of all grammars in the parsing worker: a syntax tree takes 15 to 40 times the bytes of its file. */
export const maxGrammarBytes = 104 * mebibyte

/** The same on the thread that answers calls, which parses short files only. */
export const maxGrammarBytesHere = 64 * mebibyte

/**
 * Native stack, heap for old objects and heap for new ones of the parsing worker, in MiB. The stack is address space,
 * touched only by files that nest so deep.
 */
export const workerLimits = { stackSizeMb: 192, maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

/** How much parsing one file may add to the memory of the process, as messages have it: the limits above together, about. */
export const maxParsingBytes = 256 * mebibyte

/**
 * Resident memory of the whole process, in bytes, at which parsing stops. Memory of native code that ended is not always
 * returned to the system, so that many large files would otherwise add up.
 */
export const maxProcessBytes = 340 * mebibyte

/** Growth of the process, in bytes, that one file may always cause, however large the process is. */
export const minParsingBytes = 96 * mebibyte

/** Processor time of the parsing worker for one file. */
export const maxParsingMillis = 2_000

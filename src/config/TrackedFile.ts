import { ByteSize, Effect, FileSystem, Option } from "effect"
import { parse } from "smol-toml"
import { trackedFileName } from "./Candidate.ts"
import { SettingsError, SettingsFileUnreadable } from "./SettingsError.ts"
import { describeTomlError } from "./Toml.ts"

/** Maximum size of the file, in bytes. */
const maxBytes = 256 * 1024

const decoder = new TextDecoder("utf-8", { fatal: true })

const makeUnreadable = (detail: string) =>
  new SettingsError({ reason: new SettingsFileUnreadable({ file: trackedFileName, detail }) })

/**
 * Reads `.ultragit-config.toml`; none if it does not exist. The file is untrusted: symbolic links, and anything but a
 * regular file of at most 256 KiB, are rejected. Fails with `SettingsFileUnreadable`.
 */
export const readTrackedFile = Effect.fn("Settings.readTrackedFile")(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const info = yield* Effect.option(fs.lstat(file))
  if (Option.isNone(info)) return Option.none<{ readonly [key: string]: unknown }>()
  if (info.value.type !== "File") return yield* makeUnreadable("it is not a regular file")
  if (info.value.size > ByteSize.bytes(maxBytes)) return yield* makeUnreadable(`it is larger than ${maxBytes} bytes`)
  const bytes = yield* fs.readFile(file).pipe(Effect.mapError((error) => makeUnreadable(error.reason.message)))
  const text = yield* Effect.try({ try: () => decoder.decode(bytes), catch: () => makeUnreadable("it is not UTF-8") })
  // Tables have no prototype, so `__proto__` is a key like any other.
  const table: { readonly [key: string]: unknown } = yield* Effect.try({
    try: () => parse(text, { maxDepth: 16 }),
    catch: (cause) => makeUnreadable(describeTomlError(cause))
  })
  return Option.some(table)
})

import { Effect, FileSystem, Option, Path, type PlatformError, Random } from "effect"
import { ExchangeError, FileFailed } from "./ExchangeError.ts"
import { type ExportInput, exportNotes, type Progress } from "./exportNotes.ts"

const failed = (file: string) => (error: PlatformError.PlatformError) =>
  new ExchangeError({ reason: new FileFailed({ file, detail: error.message }) })

/** Where the file really is: a link stays a link. Something else than a file is not put a file in place of. */
const target = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const found = yield* Effect.option(fs.realPath(file))
  if (Option.isNone(found)) return file
  const { type } = yield* Effect.mapError(fs.stat(found.value), failed(file))
  if (type === "File") return found.value
  return yield* new ExchangeError({ reason: new FileFailed({ file, detail: "there is something that is no file" }) })
})

/** Exports to a file, which is there whole or as it was before. One that is there is replaced. */
export const exportFile = Effect.fn("Exchange.exportFile")(function* (
  input: ExportInput,
  file: string,
  progress: Progress
) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const place = yield* target(file)
  const number = yield* Random.nextIntBetween(0, 1_000_000_000)
  const temporary = path.join(path.dirname(place), `.${path.basename(place)}.${number}`)
  const fill = Effect.gen(function* () {
    const open = yield* Effect.mapError(fs.open(temporary, { flag: "wx" }), failed(file))
    const write = (lines: string) => Effect.mapError(open.writeAll(new TextEncoder().encode(lines)), failed(file))
    const exported = yield* exportNotes(input, write, progress)
    yield* Effect.mapError(open.sync, failed(file))
    return exported
  }).pipe(Effect.scoped)
  const put = Effect.tap(fill, () => Effect.mapError(fs.rename(temporary, place), failed(file)))
  return yield* Effect.onError(put, () => Effect.ignore(fs.remove(temporary)))
})

import { Effect, FileSystem, Option, Path, type PlatformError, Random } from "effect"
import { describeFileProblem } from "../../domain/FileProblem.ts"
import { ExchangeError, FileFailed, FolderMissing } from "./ExchangeError.ts"
import { type ExportInput, exportNotes, type Progress } from "./exportNotes.ts"

const failed = (file: string) => (error: PlatformError.PlatformError) =>
  new ExchangeError({ reason: new FileFailed({ action: "write", file, detail: describeFileProblem(error) }) })

/** Resolves links, so that the export replaces the target and not the link. Fails if it is not a regular file. */
const resolveTarget = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const found = yield* Effect.option(fs.realPath(file))
  if (Option.isNone(found)) return file
  const { type } = yield* Effect.mapError(fs.stat(found.value), failed(file))
  if (type === "File") return found.value
  return yield* new ExchangeError({
    reason: new FileFailed({ action: "write", file, detail: "it exists and is not a regular file" })
  })
})

/** Fails with `FolderMissing` if a file has no folder that it could be in. */
const checkFolder = Effect.fnUntraced(function* (file: string, folder: string) {
  const fs = yield* FileSystem.FileSystem
  const found = yield* Effect.option(fs.stat(folder))
  if (Option.exists(found, ({ type }) => type === "Directory")) return
  return yield* new ExchangeError({ reason: new FolderMissing({ file, folder }) })
})

/** Exports to a file atomically; replaces an existing file. */
export const exportFile = Effect.fn("Exchange.exportFile")(function* (
  input: ExportInput,
  file: string,
  progress: Progress
) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const destination = yield* resolveTarget(file)
  const folder = path.dirname(destination)
  yield* checkFolder(file, folder)
  const number = yield* Random.nextIntBetween(0, 1_000_000_000)
  const temporary = path.join(folder, `.${path.basename(destination)}.${number}`)
  const writeTemporary = Effect.gen(function* () {
    const open = yield* Effect.mapError(fs.open(temporary, { flag: "wx" }), failed(file))
    const write = (lines: string) => Effect.mapError(open.writeAll(new TextEncoder().encode(lines)), failed(file))
    const exported = yield* exportNotes(input, write, progress)
    yield* Effect.mapError(open.sync, failed(file))
    return exported
  }).pipe(Effect.scoped)
  const publish = Effect.tap(writeTemporary, () => Effect.mapError(fs.rename(temporary, destination), failed(file)))
  return yield* Effect.onError(publish, () => Effect.ignore(fs.remove(temporary)))
})

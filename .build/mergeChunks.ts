import type { OutputChunk } from "rolldown"

/** Which files of the bundle are merged. */
export interface MergeRule {
  /** Name of the merged file, without its hash. */
  readonly name: string
  /** Source files. The modules that they load are merged. */
  readonly with: ReadonlyArray<string>
  /** Source files. The modules that they load stay separate, so that they can start without the merged file. */
  readonly without: ReadonlyArray<string>
}

type Chunk = Pick<OutputChunk, "fileName" | "imports" | "moduleIds">

/** Collects the modules of all chunks that these source files load. */
const loadedModules = (chunks: ReadonlyArray<Chunk>, files: ReadonlyArray<string>): Set<string> => {
  const loaded = new Set<Chunk>()
  const load = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || loaded.has(chunk)) return
    loaded.add(chunk)
    for (const name of chunk.imports) load(chunks.find(({ fileName }) => fileName === name))
  }
  for (const file of files) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.replaceAll("\\", "/").endsWith(`/${file}`)))
    if (chunk === undefined) throw new Error(`${file} is in no file of the bundle`)
    load(chunk)
  }
  return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds))
}

/** Selects the modules to merge. Each file of a bundle costs a quarter of a millisecond at every start. */
export const mergedModules = (chunks: ReadonlyArray<Chunk>, together: MergeRule): ReadonlySet<string> => {
  const others = loadedModules(chunks, together.without)
  return new Set([...loadedModules(chunks, together.with)].filter((id) => !others.has(id)))
}

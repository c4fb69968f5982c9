import type { OutputChunk } from "rolldown"

/** Which files of the bundle are made one. */
export interface Together {
  /** File name of what they become, without what makes it unique. */
  readonly name: string
  /** Source files: what is loaded with them becomes one file. */
  readonly with: ReadonlyArray<string>
  /** Source files: what is loaded with these stays as it is, for those who start with nothing more. */
  readonly without: ReadonlyArray<string>
}

type Chunk = Pick<OutputChunk, "fileName" | "imports" | "moduleIds">

/** The modules of all chunks that are loaded with source files. */
const modulesWith = (chunks: ReadonlyArray<Chunk>, files: ReadonlyArray<string>): Set<string> => {
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

/** The modules that become one file: each file of a bundle costs a quarter of a millisecond at every start. */
export const modulesTogether = (chunks: ReadonlyArray<Chunk>, together: Together): ReadonlySet<string> => {
  const others = modulesWith(chunks, together.without)
  return new Set([...modulesWith(chunks, together.with)].filter((id) => !others.has(id)))
}

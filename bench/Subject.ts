import type { Command } from "./processes.ts"

/** A place of the repository whose story is asked for. */
export interface Place {
  readonly path: string
  /** Lines of a region noted there, as today where nothing moved it. */
  readonly lines: string
  readonly anchor: string
}

/** What is measured, and on what. */
export interface Subject {
  /** A clone with notes. */
  readonly directory: string
  readonly notes: number
  /** Annotated files of HEAD, small and large ones mixed. */
  readonly places: ReadonlyArray<Place>
  /** Our program and the floor, as commands to put arguments behind. */
  readonly program: Command
  readonly floor: Command
  readonly node: string
  readonly rounds: number
}

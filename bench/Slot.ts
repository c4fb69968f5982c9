import { type Effect, Schema } from "effect"
import type { Row } from "./measure.ts"
import type { Command } from "./processes.ts"
import type { Subject } from "./Subject.ts"

/** Something cannot be measured on this machine or repository. */
export class Missing extends Schema.TaggedError<Missing>()("Missing", { what: Schema.String }) {
  override get message() {
    return this.what
  }
}

/** The inputs of every slot. */
export interface Bench {
  /** The commands of our program and of the SDK-only server, without arguments. */
  readonly program: Command
  readonly floor: Command
  readonly node: string
  /** Number of notes per writer in the slot `contest`. */
  readonly writes: number
  /** Maximum number of runs per contender; slow ones get fewer. */
  readonly rounds: number
  readonly cores: number
  /** A clone of the repository with notes; created when the first slot needs it. */
  readonly subject: Effect.Effect<Subject, Missing>
  /** The clone, if a slot has created it. */
  readonly createdSubject: () => Subject | undefined
}

/** One measurement. */
export interface Slot {
  readonly name: string
  /** What is measured, and against which yardstick. */
  readonly about: string
  /** Approximate duration in seconds, on two cores with 10,000 commits. */
  readonly seconds: number
  readonly measure: (bench: Bench) => Effect.Effect<ReadonlyArray<Row>, Missing>
}

import { type Effect, Schema } from "effect"
import type { Row } from "./measure.ts"
import type { Command } from "./processes.ts"
import type { Subject } from "./Subject.ts"

/** Why something cannot be measured here. */
export class Missing extends Schema.TaggedError<Missing>()("Missing", { what: Schema.String }) {
  override get message() {
    return this.what
  }
}

/** What every slot has at hand. */
export interface Bench {
  /** Our program and the floor, as commands to put arguments behind. */
  readonly program: Command
  readonly floor: Command
  readonly node: string
  /** Notes that each writer of the contest writes. */
  readonly writes: number
  /** How often each contender runs, where it is quick enough. */
  readonly rounds: number
  readonly cores: number
  /** The repository given, as a clone with notes; made when the first slot asks for it. */
  readonly subject: Effect.Effect<Subject, Missing>
  /** The same once it is made. */
  readonly made: () => Subject | undefined
}

/** One thing that is measured. */
export interface Slot {
  readonly name: string
  /** What is measured and against what. */
  readonly about: string
  /** Seconds it takes on two cores, roughly, with a history of 10,000 commits. */
  readonly seconds: number
  readonly measure: (bench: Bench) => Effect.Effect<ReadonlyArray<Row>, Missing>
}

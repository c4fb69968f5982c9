import { type Fiber, Scheduler } from "effect"

/** Milliseconds that calls may hold the thread before `ping`, cancellation and what git wrote have their turn. */
const slice = 4

type Task = () => void

/**
 * Lets fibers run by turns of a few milliseconds. The usual scheduler counts operations and runs all that is ready before
 * the event loop goes on: sixteen calls at once, some operations of which take a millisecond, kept a `ping` waiting for
 * hundreds. What is ready waits in one queue here, first come first served.
 */
class TimeSlices extends Scheduler.MixedScheduler {
  #ready: Array<Task> = []
  /** When the event loop last came round. */
  #since: number | undefined
  #planned = false

  constructor() {
    super("async", (task) => this.#plan(task))
  }

  /** Looked at before each operation: eight that decode a note each would hold the thread for 20 ms. */
  override shouldYield(fiber: Fiber.Fiber<unknown, unknown>): boolean {
    return this.#isOver() || super.shouldYield(fiber)
  }

  #isOver(): boolean {
    const now = performance.now()
    if (this.#since === undefined) {
      this.#since = now
      this.#comeRound()
    }
    return now - this.#since > slice
  }

  #plan(task: Task): () => void {
    this.#ready.push(task)
    this.#comeRound()
    return () => {
      this.#ready = this.#ready.filter((other) => other !== task)
    }
  }

  #comeRound(): void {
    if (this.#planned) return
    this.#planned = true
    setImmediate(() => this.#run())
  }

  /** A turn of what is ready. What becomes ready meanwhile waits for the next one. */
  #run(): void {
    this.#planned = false
    this.#since = performance.now()
    const tasks = this.#ready
    this.#ready = []
    let next = 0
    try {
      while (next < tasks.length && (next === 0 || !this.#isOver())) tasks[next++]?.()
    } finally {
      this.#since = undefined
      this.#ready = [...tasks.slice(next), ...this.#ready]
      if (this.#ready.length > 0) this.#comeRound()
    }
  }
}

/** Makes the scheduler under which a server answers calls. */
export const makeTimeSlices = (): Scheduler.Scheduler => new TimeSlices()

import { type Fiber, Scheduler } from "effect"

/** How long calls may hold the thread before the event loop handles `ping`, cancellation and git output. */
const sliceMillis = 4

type Task = () => void

/**
 * Runs fibers in slices of a few milliseconds, first come first served. The default scheduler counts operations and runs
 * everything that is ready before the event loop continues: sixteen concurrent calls with operations of a millisecond
 * delayed a `ping` by hundreds of milliseconds.
 */
class TimeSlices extends Scheduler.MixedScheduler {
  #ready: Array<Task> = []
  /** Start of the current slice. */
  #since: number | undefined
  #planned = false

  constructor() {
    super("async", (task) => this.#plan(task))
  }

  /** Checks the time before each operation: eight that each decode a note would hold the thread for 20 ms. */
  override shouldYield(fiber: Fiber.Fiber<unknown, unknown>): boolean {
    return this.#isOver() || super.shouldYield(fiber)
  }

  #isOver(): boolean {
    const now = performance.now()
    if (this.#since === undefined) {
      this.#since = now
      this.#comeRound()
    }
    return now - this.#since > sliceMillis
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

  /** Runs one slice of ready tasks. Tasks that become ready during it wait for the next slice. */
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

/** Makes the scheduler for the calls of a server. */
export const makeTimeSlices = (): Scheduler.Scheduler => new TimeSlices()

/**
 * Runs commands for a test worker, one per message, and reports the outcome of each. A process of its own, because starting
 * one costs with the size of who starts it: a worker has several hundred megabytes, this one some forty.
 */
import { type ChildProcess, spawn } from "node:child_process"
import process from "node:process"

/** What to run, or which command to end. */
export type Order =
  | {
      readonly id: number
      readonly command: string
      readonly cwd: string
      readonly args: ReadonlyArray<string>
      readonly env: Readonly<Record<string, string | undefined>>
      readonly stdin: string | Uint8Array
    }
  | { readonly id: number; readonly kill: true }

/** How it ended. */
export interface Outcome {
  readonly id: number
  readonly exitCode: number
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
  /** Why nothing could be started. */
  readonly failure?: string
}

const running = new Map<number, ChildProcess>()

const run = ({ args, command, cwd, env, id, stdin }: Exclude<Order, { readonly kill: true }>): void => {
  const child = spawn(command, args, { cwd, env })
  running.set(id, child)
  const stdout: Array<Buffer> = []
  const stderr: Array<Buffer> = []
  const report = (outcome: Omit<Outcome, "id" | "stdout" | "stderr">): void => {
    if (running.delete(id))
      process.send?.({ id, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr), ...outcome })
  }
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk))
  child.on("error", (error) => report({ exitCode: -1, failure: error.message }))
  child.on("close", (code) => report({ exitCode: code ?? -1 }))
  child.stdin.on("error", () => {})
  child.stdin.end(stdin)
}

process.on("message", (order: Order) => {
  if ("kill" in order) running.get(order.id)?.kill("SIGKILL")
  else run(order)
})
process.on("disconnect", () => process.exit())

import process from "node:process"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Clock, type Context, Effect, Exit, Metric } from "effect"
import { formatUnsafe } from "effect/observability/PrometheusMetrics"
import type { Served } from "../server/Server.ts"

const requests = Metric.counter("ultragit_http_requests_total", {
  description: "Requests answered, by kind of address and status.",
  incremental: true
})
const calls = Metric.counter("ultragit_tool_calls_total", {
  description: "Calls of tools, by tool and outcome: ok, error or interrupted.",
  incremental: true
})
const callSeconds = Metric.histogram("ultragit_tool_call_seconds", {
  description: "Time that calls of tools took, by tool.",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
})
const callsInFlight = Metric.gauge("ultragit_tool_calls_in_flight", { description: "Calls of tools that run now." })
const sessions = Metric.gauge("ultragit_sessions", { description: "Sessions of clients of the older protocol era." })
const memory = Metric.gauge("process_resident_memory_bytes", { description: "Resident memory of the process." })
const processorTime = Metric.counter("process_cpu_seconds_total", {
  description: "Processor time of the process.",
  incremental: true
})

/** Kind of the address of a request: labels must be few. */
export type RouteKind = "repository" | "spanning" | "operations" | "none"

const outcomeOf = (exit: Exit.Exit<CallToolResult>): "ok" | "error" | "interrupted" => {
  if (Exit.isFailure(exit)) return Exit.hasInterrupts(exit) ? "interrupted" : "error"
  return exit.value.isError === true ? "error" : "ok"
}

/** What a server counts about itself, for `/metrics` and OTLP (spec http, operation). */
export class Measurements {
  readonly #context: Context.Context<never>
  #inFlight = 0
  #countedSeconds = 0

  /** @param context has the registry of metrics */
  constructor(context: Context.Context<never>) {
    this.#context = context
  }

  /** Counts a request that was answered. */
  countRequest(route: RouteKind, status: number): void {
    const labelled = Metric.withAttributes(requests, { route, status: String(status) })
    labelled.updateUnsafe(1, this.#context)
  }

  /** Updates what is measured only now and then. */
  observe(openSessions: number): void {
    const { system, user } = process.cpuUsage()
    const seconds = (system + user) / 1e6
    sessions.updateUnsafe(openSessions, this.#context)
    memory.updateUnsafe(process.memoryUsage.rss(), this.#context)
    processorTime.updateUnsafe(seconds - this.#countedSeconds, this.#context)
    this.#countedSeconds = seconds
  }

  /** All metrics, in the text format of Prometheus. */
  format(): string {
    return formatUnsafe(this.#context)
  }

  /** The same tools, whose calls are counted and timed and have a span each. */
  measured(served: Served): Served {
    return {
      ...served,
      call: (context, name, given) => {
        const work = served.call(context, name, given)
        return work === undefined ? undefined : this.#measure(name, work)
      }
    }
  }

  #changeInFlight(difference: number): void {
    this.#inFlight += difference
    callsInFlight.updateUnsafe(this.#inFlight, this.#context)
  }

  #measure(tool: string, work: Effect.Effect<CallToolResult>): Effect.Effect<CallToolResult> {
    const begin = Effect.map(Clock.currentTimeMillis, (started) => {
      this.#changeInFlight(1)
      return started
    })
    const end = Effect.fnUntraced(function* (self: Measurements, started: number, exit: Exit.Exit<CallToolResult>) {
      const outcome = outcomeOf(exit)
      self.#changeInFlight(-1)
      yield* Effect.annotateCurrentSpan("mcp.outcome", outcome)
      yield* Metric.update(Metric.withAttributes(calls, { tool, outcome }), 1)
      const seconds = ((yield* Clock.currentTimeMillis) - started) / 1000
      yield* Metric.update(Metric.withAttributes(callSeconds, { tool }), seconds)
    })
    const timed = Effect.acquireUseRelease(
      begin,
      () => work,
      (started, exit) => end(this, started, exit)
    )
    return Effect.withSpan(timed, `tools/call ${tool}`, {
      kind: "server",
      // A trace a call, not one trace for as long as the server runs.
      root: true,
      attributes: { "mcp.method.name": "tools/call", "gen_ai.tool.name": tool }
    })
  }
}

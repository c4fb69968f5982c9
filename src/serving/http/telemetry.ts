import process from "node:process"
import { Effect, Layer } from "effect"

const endpoint = /^OTEL_EXPORTER_OTLP_(?:(?:TRACES|METRICS|LOGS)_)?ENDPOINT$/

/** Exports telemetry if a variable of OpenTelemetry says where to; loads nothing otherwise. */
export const telemetry = (version: string): Layer.Layer<never> =>
  Object.keys(process.env).some((name) => endpoint.test(name))
    ? Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("../../adapters/http/telemetry.ts")),
          ({ otlp }) => otlp(version)
        )
      )
    : Layer.empty

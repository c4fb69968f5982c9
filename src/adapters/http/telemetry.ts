import { ConfigProvider, Effect, Layer, Option } from "effect"
import * as Otlp from "effect/observability/Otlp"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import { fetchLayer } from "./fetchLayer.ts"
import { readVariable } from "./variables.ts"

const signals = ["TRACES", "METRICS", "LOGS"]

/** Where the environment says nothing: OTLP for each signal, as OpenTelemetry says, and little time for the last export. */
const defaults = ConfigProvider.fromEnv({
  env: {
    ...Object.fromEntries(signals.map((signal) => [`OTEL_${signal}_EXPORTER`, "otlp"])),
    // A server must end soon although its collector is down (spec http, operation).
    OTEL_EXPORTER_OTLP_TIMEOUT: "400"
  }
})

const environment = ConfigProvider.orElse(ConfigProvider.fromEnv(), defaults)

/** Exports traces, metrics and logs as the variables `OTEL_*` say. Exports nothing, with a warning, if they are invalid. */
export const otlp = Effect.fnUntraced(function* (version: string) {
  const name = Option.getOrElse(yield* readVariable("OTEL_SERVICE_NAME"), () => "ultragit")
  const protocol = yield* readVariable("OTEL_EXPORTER_OTLP_PROTOCOL")
  const serialization = Option.contains(protocol, "http/json")
    ? OtlpSerialization.layerJson
    : OtlpSerialization.layerProtobuf
  return Otlp.layerFromConfig({ resource: { serviceName: name, serviceVersion: version } }).pipe(
    Layer.provide([serialization, fetchLayer, ConfigProvider.layer(environment)]),
    Layer.catchCause((cause) =>
      Layer.effectDiscard(Effect.logWarning("No telemetry: a variable OTEL_* is not valid", cause))
    )
  )
}, Layer.unwrap)

import { Effect, Layer, MutableRef, Option, References } from "effect"
import { EarlyGit } from "../../../adapters/git/process/GitChild.ts"
import { startEarlyGit } from "../../../adapters/git/process/EarlyStart.ts"
import { evidenceModes } from "../../../config/evidenceModes.ts"
import { ExitCode } from "../../kit/ExitCode.ts"
import { parseErrorFormat, toExitCode } from "../../kit/failures.ts"
import { logLevelFromEnvironment, logger } from "../../kit/log.ts"
import { questionsLayer } from "../../kit/layers.ts"
import { type FlagKind, parsePlainArguments } from "./plainArguments.ts"
import type { ReadInput } from "./run.ts"

const formats = ["markdown", "json", "pretty"] as const
const levels = ["enhanced", "inferred"] as const

/** The flags of `read.ts`. */
const flagKinds: Readonly<Record<string, FlagKind>> = {
  anchor: "text",
  "context-level": levels,
  depth: "count",
  evidence: evidenceModes,
  format: formats,
  json: "alone",
  lines: "text",
  "max-regions": "count",
  "max-tokens": "count",
  "min-confidence": "number",
  noteref: "text",
  ref: "text",
  repo: "text",
  rev: "text",
  since: "text",
  tags: "text",
  verbose: "alone"
}

/** Parses a simple `read`. Returns none for everything that needs the full parser. */
export const parsePlainRead = (args: ReadonlyArray<string>): Option.Option<ReadInput> => {
  const parsed = args[0] === "read" ? parsePlainArguments(args.slice(1), flagKinds) : undefined
  const [path, ...more] = parsed?.positional ?? []
  if (parsed === undefined || path === undefined) return Option.none()
  if (parsed.flags.has("noteref") && parsed.flags.has("ref")) return Option.none()
  const text = (name: string) => Option.fromUndefinedOr(parsed.flags.get(name))
  const number = (name: string) => Option.map(text(name), Number)
  const tags = text("tags")
  return Option.some({
    path,
    more,
    lines: text("lines"),
    since: text("since"),
    tags: Option.map(tags, (list) => list.split(",")),
    contextLevel: Option.flatMap(text("context-level"), (level) =>
      Option.fromUndefinedOr(levels.find((known) => known === level))
    ),
    minConfidence: number("min-confidence"),
    depth: number("depth"),
    maxRegions: number("max-regions"),
    evidence: Option.flatMap(text("evidence"), (mode) =>
      Option.fromUndefinedOr(evidenceModes.find((known) => known === mode))
    ),
    anchorFlag: text("anchor"),
    maxTokens: number("max-tokens"),
    rev: text("rev"),
    verbose: parsed.flags.has("verbose"),
    format: formats.find((known) => known === parsed.flags.get("format")) ?? "markdown",
    json: parsed.flags.has("json"),
    repo: parsed.flags.get("repo") ?? "",
    noteref: Option.orElse(text("noteref"), () => text("ref"))
  })
}

/**
 * Runs a simple `ultragit read`, which agents run most, without the command line's parser and the other commands, and
 * starts git while the rest of the program loads. Succeeds with the exit code. Returns none if the arguments are not
 * simple.
 *
 * @param commandLine prints usage errors that only show once the repository is read
 * @param files the file system, loaded after git has started
 */
export const runPlainRead = <R, A>(
  args: ReadonlyArray<string>,
  commandLine: Effect.Effect<number, never, R>,
  files: Layer.Layer<A>
) =>
  Option.map(parsePlainRead(args), (input) =>
    Effect.gen(function* () {
      const early = yield* startEarlyGit(input.repo)
      const { printReads } = yield* Effect.promise(() => import("./run.ts"))
      const readAll = Effect.gen(function* () {
        const context = yield* Layer.build(Layer.merge(questionsLayer(input), files))
        yield* Effect.provideContext(printReads(input), context)
        return MutableRef.get(yield* ExitCode)
      }).pipe(Effect.scoped, Effect.provideService(EarlyGit, early))
      return yield* Effect.catchTag(readAll, "ShowHelp", () => commandLine).pipe((command) =>
        toExitCode(command, parseErrorFormat(args))
      )
    }).pipe(Effect.scoped, Effect.provideService(References.CurrentLoggers, new Set([logger])), (run) =>
      Effect.flatMap(logLevelFromEnvironment, (level) => Effect.provideService(run, References.MinimumLogLevel, level))
    )
  )

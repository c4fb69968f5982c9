import { readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Result, Schema, SchemaIssue } from "effect"
import { escapeControls } from "../../../domain/Text.ts"
import { ServeConfig } from "./ServeConfig.ts"

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(ServeConfig), { onExcessProperty: "error" })
const format = SchemaIssue.makeFormatterDefault()

const readFile = (file: string): Result.Result<string, string> =>
  Result.try({
    try: () => readFileSync(file, "utf8"),
    catch: (cause) => `Cannot read ${escapeControls(file)}: ${cause instanceof Error ? cause.message : String(cause)}`
  })

/** Resolves the paths of a configuration against its folder. */
const resolvePaths = (
  { repositories, roots, tlsCert, tlsKey, tokens, ...rest }: ServeConfig,
  folder: string
): ServeConfig => ({
  ...rest,
  ...(repositories === undefined
    ? {}
    : {
        repositories: Object.fromEntries(
          Object.entries(repositories).map(([name, path]) => [name, resolve(folder, path)])
        )
      }),
  ...(roots === undefined ? {} : { roots: roots.map((root) => resolve(folder, root)) }),
  ...(tlsCert === undefined ? {} : { tlsCert: resolve(folder, tlsCert) }),
  ...(tokens === undefined ? {} : { tokens: resolve(folder, tokens) }),
  ...(tlsKey === undefined ? {} : { tlsKey: resolve(folder, tlsKey) })
})

/** Reads the file of `--config`. Fails with a sentence that says what is wrong in it, and where. */
export const readConfig = (given: string): Result.Result<ServeConfig, string> =>
  Result.gen(function* () {
    const file = resolve(given)
    const text = yield* readFile(file)
    const config = yield* Result.mapError(
      decode(text),
      (error) =>
        `${escapeControls(file)} is not valid: ${escapeControls(format(error.issue).replace(/\s*\n\s*/g, " "))}`
    )
    return resolvePaths(config, dirname(file))
  })

import { join } from "node:path"
import { Effect, Option, Result } from "effect"
import { type ParseError, parse } from "jsonc-parser"
import { parseToml } from "../../config/Toml.ts"
import { clientFiles } from "../../domain/ClientFiles.ts"
import { isObject } from "../../domain/Json.ts"
import { readFile } from "../../rewrite/hooks/files.ts"

const parseJsonc = (text: string): unknown => {
  const errors: Array<ParseError> = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  return errors.length === 0 ? value : undefined
}

const hasOurs = (servers: unknown): boolean =>
  isObject(servers) && Object.keys(servers).some((name) => /^ultragit(?:-|$)/.test(name))

/** Whether a client's file has an entry of this server below any key. False for an invalid file. */
const isRegistered = (path: string, text: string): boolean => {
  const document = path.endsWith(".toml")
    ? Result.getOrUndefined(parseToml(text))
    : parseJsonc(text.replace(/^\ufeff/, ""))
  const parts = isObject(document) ? Object.values(document) : []
  return parts.some((part) => hasOurs(part) || (isObject(part) && hasOurs(part["servers"])))
}

/** Finds the project files of clients that have an entry of this server. Paths are relative to the root. */
export const registrations = Effect.fnUntraced(function* (root: string) {
  return yield* Effect.filter(Object.values(clientFiles).flat(), (path) =>
    Effect.map(
      readFile(join(root, path)),
      Option.exists(({ text }) => isRegistered(path, Buffer.from(text, "latin1").toString("utf8")))
    )
  )
})

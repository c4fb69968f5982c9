import { Config, Effect, Option } from "effect"

/** Reads a variable; none if it is unset or empty. */
export const readVariable = (name: string): Effect.Effect<Option.Option<string>> =>
  Config.option(Config.String(name)).pipe(
    Effect.orDie,
    Effect.map(Option.map((text) => text.trim())),
    Effect.map(Option.filter((text) => text !== ""))
  )

/** Whether a key can be a header: control characters would end it. */
export const isKey = (text: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(text)

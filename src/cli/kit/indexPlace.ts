import { resolve } from "node:path"
import { Effect, Layer, Option } from "effect"
import { IndexPath } from "../../commitIndex/model/indexPath.ts"
import { Backend } from "./Backend.ts"
import { Environment } from "./Environment.ts"

/** What a flag says of it. */
export interface IndexInput {
  readonly db: Option.Option<string>
}

/** Read by the layers of the index. */
const chosen = ({ db }: IndexInput) => Layer.succeed(IndexPath)(Option.getOrElse(db, () => ""))

/** Questions to the index, for `Command.provide`. */
export const commitsAt = (input: IndexInput) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.commits)).pipe(Layer.provideMerge(chosen(input)))

/** Everything that brings the index up to date, for `Command.provide`. */
export const repositoriesAt = (input: IndexInput) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.repositories)).pipe(Layer.provideMerge(chosen(input)))

const variables = ["ULTRAGIT_DB", "COMMITMUX_DB"]

/**
 * What a server that a client starts must be told of the index: clients need not have the environment of this shell.
 * Nothing where it is where it would be looked for anyway. Absolute.
 */
export const toldIndex = Effect.fnUntraced(function* ({ db }: IndexInput, toolsets: ReadonlyArray<string>) {
  const env = yield* Environment
  const isServed = toolsets.some((name) => name === "commits" || name === "all")
  const named = isServed
    ? variables.map((name) => env[name]).find((path) => path !== undefined && path !== "")
    : undefined
  const path = Option.getOrElse(db, () => named)
  return path === undefined ? undefined : resolve(path)
})

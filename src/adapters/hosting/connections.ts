import { Option, Schema } from "effect"
import type { Decoded } from "./MergedRequest.ts"

/** A field that a host may leave out, or give as null. */
export const nullable = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** A connection of GraphQL with these nodes. */
export const nodesOf = <S extends Schema.Constraint>(node: S) =>
  nullable(Schema.Struct({ nodes: nullable(Schema.Array(Schema.NullOr(node))) }))

/** Where a page ends. */
export const PageInfo = Schema.Struct({ hasNextPage: Schema.Boolean, endCursor: nullable(Schema.String) })

/** The nodes of a connection that the host gave. */
export const present = <A>(
  connection: { readonly nodes?: ReadonlyArray<A | null> | null } | null | undefined
): ReadonlyArray<A> => (connection?.nodes ?? []).flatMap((node) => (node === null ? [] : [node]))

/** Converts the project of an answer: `undefined` if the answer has another form, none if the project is null. */
export const convertProject = <A, B>(found: Option.Option<A | null>, convert: (project: A) => B): Decoded<B> =>
  Option.isNone(found) ? undefined : Option.map(Option.fromNullOr(found.value), (project) => convert(project))

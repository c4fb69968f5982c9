import { type Cause, Schema } from "effect"

/**
 * What every expected error of the program offers the one who must act on it.
 * Error classes implement it; the boundary and the command line print it.
 */
export interface Failure {
  /** Stable word for programs, e.g. `path_not_found`. */
  readonly code: string
  /** One sentence that names the thing that is wrong. */
  readonly message: string
  /** What to do about it, where something can be done. */
  readonly hint: string | undefined
  /** Where several things are wrong at once: each in a sentence of its own. */
  readonly details?: ReadonlyArray<string> | undefined
}

/** The class of an error with these fields that is a {@link Failure} as well. */
type FailureClass<Self, Tag extends string, Fields extends Schema.Struct.Fields> = Schema.Class<
  Self,
  Schema.TaggedStruct<Tag, Fields>,
  Cause.YieldableError & Failure
>

interface DefineReason<Self> {
  <Tag extends string, const Fields extends Schema.Struct.Fields>(
    tag: Tag,
    fields: Fields,
    describe: (fields: Schema.Struct<Fields>["Type"]) => Omit<Failure, "hint"> & Partial<Pick<Failure, "hint">>
  ): FailureClass<Self, Tag, Fields>
}

interface DefineServiceError<Self> {
  <Tag extends string, Reason extends Schema.Top & { readonly Type: Failure }>(
    tag: Tag,
    reason: Reason
  ): FailureClass<Self, Tag, { readonly reason: Reason }>
}

/**
 * Declares one reason for an error: its tag, its fields and how it is described.
 *
 *     class RevisionNotFound extends FailureReason<RevisionNotFound>()("RevisionNotFound", { revision: Schema.String },
 *       ({ revision }) => ({ code: "revision_not_found", message: `Revision not found: ${revision}` })) {}
 */
export function FailureReason<Self>(): DefineReason<Self>
// TaggedError's own type waits for `Self`, so the implementation is typed by the overload alone.
export function FailureReason(): unknown {
  return (tag: string, fields: Schema.Struct.Fields, describe: (fields: unknown) => Failure) => {
    const base = Schema.TaggedError<Failure>()(tag, fields)
    for (const part of ["code", "message", "hint", "details"] as const) {
      Object.defineProperty(base.prototype, part, {
        get(this: unknown) {
          return describe(this)[part]
        }
      })
    }
    return base
  }
}

/** Declares the one error of a service: it is described as its `reason` is. */
export function ServiceError<Self>(): DefineServiceError<Self>
export function ServiceError(): unknown {
  return (tag: string, reason: Schema.Schema<Failure>) =>
    FailureReason<Failure>()(tag, { reason }, (fields) => fields.reason)
}

import { type Cause, Schema } from "effect"

/**
 * An expected error, described for the user. Error classes implement it; the boundary and the command line print it.
 */
export interface Failure {
  /** Stable identifier for programs, such as `path_not_found`. */
  readonly code: string
  /** One sentence that says what is wrong. */
  readonly message: string
  /** What the user can do about it. */
  readonly hint: string | undefined
  /** If several things are wrong: one sentence for each. */
  readonly details?: ReadonlyArray<string> | undefined
}

/** The class of an error that has these fields and implements {@link Failure}. */
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
// TaggedError needs the type of `Self`, which only the overload knows, so the implementation is untyped.
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

/** Declares the error of a service. Its code, message and hint are those of its `reason`. */
export function ServiceError<Self>(): DefineServiceError<Self>
export function ServiceError(): unknown {
  return (tag: string, reason: Schema.Schema<Failure>) =>
    FailureReason<Failure>()(tag, { reason }, (fields) => fields.reason)
}

import { Schema } from "effect"

/** A sentence of a commit message that gives a reason. */
export const CommitReason = Schema.Struct({ commit: Schema.String, subject: Schema.String, reason: Schema.String })
export type CommitReason = typeof CommitReason.Type

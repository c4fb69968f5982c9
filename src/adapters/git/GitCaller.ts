import { Context } from "effect"

/**
 * Identifies the caller that git processes run for, one object per tool call. The process pool is shared fairly among
 * callers. Calls without one share the default.
 */
export const GitCaller = Context.Reference<object>("ultragit/adapters/git/GitCaller", { defaultValue: () => ({}) })

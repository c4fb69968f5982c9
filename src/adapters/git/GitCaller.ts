import { Context } from "effect"

/**
 * For whom git works: one object for each call of a tool. Git processes are shared out by it; those that nobody gave a
 * name count as one caller.
 */
export const GitCaller = Context.Reference<object>("ultragit/adapters/git/GitCaller", { defaultValue: () => ({}) })

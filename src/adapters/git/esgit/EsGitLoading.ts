import { Context } from "effect"

/**
 * When es-git is loaded: `never`; `at once`, where the first call waits for it; `in time`, behind the answers of a process
 * that has asked often enough for it to pay.
 */
export type EsGitLoadPolicy = "never" | "eager" | "deferred"

/** Read when the layer is built, unless `ULTRAGIT_GIT` says `process` (never) or `es-git` (at once). */
export const EsGitLoading = Context.Reference<EsGitLoadPolicy>("ultragit/adapters/git/esgit/EsGitLoading", {
  defaultValue: () => "deferred"
})

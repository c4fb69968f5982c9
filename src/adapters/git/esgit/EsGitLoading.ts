import { Context } from "effect"

/**
 * When to load es-git. `eager`: before the first call. `deferred`: in the background, once a process has made enough
 * calls for it to pay off.
 */
export type EsGitLoadPolicy = "never" | "eager" | "deferred"

/**
 * Load policy. Read when the layer is built. `ULTRAGIT_GIT` overrides it: `process` for `never`, `es-git` for `eager`.
 */
export const EsGitLoading = Context.Reference<EsGitLoadPolicy>("ultragit/adapters/git/esgit/EsGitLoading", {
  defaultValue: () => "deferred"
})

/** The hooks that this program installs; the last two only while notes are shared with a remote. */
export const hookNames = [
  "prepare-commit-msg",
  "post-commit",
  "post-applypatch",
  "post-rewrite",
  "pre-push",
  "post-merge"
] as const
export type HookName = (typeof hookNames)[number]

/** The hooks that are installed in every repository. */
export const basicHooks: ReadonlyArray<HookName> = [
  "prepare-commit-msg",
  "post-commit",
  "post-applypatch",
  "post-rewrite"
]

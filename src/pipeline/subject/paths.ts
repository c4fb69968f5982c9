import { Option } from "effect"
import * as Path from "node:path"

/** Why a path cannot name a file of the repository. */
export type PathProblem = "empty" | "outside" | "unusable"

const slashed = (path: string): string => (Path.sep === "\\" ? path.replaceAll("\\", "/") : path)

/**
 * Normalizes a path to one from the repository root. Accepts relative and absolute paths, and `\` on Windows. `""` is the
 * root. Does not resolve links.
 */
export const normalizePath = (
  text: string,
  workTree: Option.Option<string>
): PathProblem | { readonly path: string } => {
  if (text.trim() === "") return "empty"
  if (text.includes("\0")) return "unusable"
  const absolute = Path.isAbsolute(text)
  if (absolute && Option.isNone(workTree)) return "outside"
  const relative = absolute
    ? Path.relative(
        Option.getOrElse(workTree, () => ""),
        text
      )
    : text
  if (Path.isAbsolute(relative)) return "outside"
  const normal = Path.posix.normalize(slashed(relative === "" ? "." : relative))
  if (normal === ".." || normal.startsWith("../")) return "outside"
  return { path: normal.replace(/\/$/, "").replace(/^\.$/, "") }
}

/** Whether a path from the root is in `.git`. */
export const isGitDirectory = (path: string): boolean => path.split("/")[0]?.toLowerCase() === ".git"

/** Returns the path from `root` to `target`; none unless `target` is `root` or below it. */
export const below = (root: string, target: string): Option.Option<string> => {
  const relative = Path.relative(root, target)
  return relative === ".." || relative.startsWith(`..${Path.sep}`) || Path.isAbsolute(relative)
    ? Option.none()
    : Option.some(slashed(relative))
}

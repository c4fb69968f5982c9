import { distance } from "fastest-levenshtein"
import { Option } from "effect"
import * as Path from "node:path"

/** Why a path text cannot name a file of the repository. */
export type PathProblem = "empty" | "outside" | "unusable"

const slashed = (path: string): string => (Path.sep === "\\" ? path.replaceAll("\\", "/") : path)

/**
 * The path from the repository root that a caller's text means: relative, `./`, absolute inside the work tree, and
 * `\` on Windows. `""` is the root. Purely lexical: links are not looked at.
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

/** Whether a path from the root lies in a git directory by its name. */
export const isGitDirectory = (path: string): boolean => path.split("/")[0]?.toLowerCase() === ".git"

/** The path of `target` from `root` when it is `root` or below it. */
export const below = (root: string, target: string): Option.Option<string> => {
  const relative = Path.relative(root, target)
  return relative === ".." || relative.startsWith(`..${Path.sep}`) || Path.isAbsolute(relative)
    ? Option.none()
    : Option.some(slashed(relative))
}

const score = (asked: string, candidate: string, reach: number): number => {
  if (Path.posix.basename(candidate) === Path.posix.basename(asked)) return 0
  const whole = Math.abs(candidate.length - asked.length) <= reach ? distance(asked, candidate) : reach + 1
  if (whole <= reach) return whole
  return distance(Path.posix.basename(asked), Path.posix.basename(candidate)) <= 1 ? reach : reach + 1
}

/** Up to three of the paths that look like `asked`, nearest first. */
export const nearPaths = (asked: string, paths: Iterable<string>): ReadonlyArray<string> => {
  const reach = Math.max(2, Math.floor(asked.length / 4))
  const found: Array<{ readonly path: string; readonly score: number; readonly apart: number }> = []
  for (const path of paths) {
    const points = score(asked, path, reach)
    if (points <= reach) found.push({ path, score: points, apart: Math.abs(path.length - asked.length) })
  }
  found.sort((a, b) => a.score - b.score || a.apart - b.apart || (a.path < b.path ? -1 : 1))
  return found.slice(0, 3).map((entry) => entry.path)
}

import type { Git } from "../Git.ts"

/** The layer that answers a call of `Git`, with the reason. */
interface Route {
  /** `es-git`: the open handle, with git as fallback if the handle is not certain. */
  readonly by: "es-git" | "git"
  /** The reason, with measurements: two cores, git 2.39, es-git 0.6.0, histories of 6,000 to 87,000 commits. */
  readonly why: string
}

const handle = (why: string) => ({ by: "es-git", why }) as const
const git = (why: string) => ({ by: "git", why }) as const

const needsProcess = "needs a git process; es-git has no equivalent"
const rarelyCalled = "called only for writes and setup, where 2 to 5 ms for a process do not matter"

/**
 * Assigns each call of `Git` to a layer. Loading and opening es-git takes 15 to 40 ms and 13 MB, so commands with few
 * calls never do it. A call goes to es-git only if that is faster and if every answer that might differ from git's is
 * detected and left to git.
 */
const routing = {
  repository: git(
    "called once and cached (1 µs); git decides what to refuse, and its message is reported (safe.directory)"
  ),
  resolveCommit: handle(
    "HEAD and full ids: 0.05 and 0.03 ms instead of 0.25 and 0.15, needed by every question and must not be cached. Other names go to git because their grammar differs (dates, reflogs, abbreviations)"
  ),
  resolveRef: handle(
    "an existing ref that points to a commit: 0.04 ms instead of 0.28, needed by every question and must not be cached. Everything else goes to git"
  ),
  commits: git(
    "one commit without its parents takes 0.004 ms instead of 0.11 to 0.18, but es-git is not reliable: of 272,355 commits in 19 public repositories, 16 differed silently (names that start with a quotation mark, declared encodings) and 95 failed, and a NUL truncates the message"
  ),
  mailmap: git("depends on the configuration; see config"),
  objects: git("es-git leaks 25 KB per blob; cat-file --batch takes 0.05 ms"),
  entry: git(
    "0.01 to 0.04 ms instead of 0.3, but es-git is not reliable: of two entries with the same name it silently picks another than git (5 of 5 trees), and it rounds modes; it also leaks 0.8 KB per call"
  ),
  entries: git("see entry"),
  files: git("the tree walk of es-git aborts the process at a name that is not UTF-8"),
  indexPaths: git("called only when a path is not found, where 5 ms for a process do not matter"),
  workTreePaths: git("git decides what is ignored, also by files that es-git does not read"),
  ignored: git("git decides what is ignored, also by files that es-git does not read"),
  attributed: git("needs the whole order of precedence of attribute files, for thousands of paths at once"),
  blame: git("es-git is 9 to 500 times slower, and names other commits for 0.2 to 0.8 % of the lines"),
  blameContext: git("stats files in 0.3 ms and lists replace refs, which es-git cannot"),
  lastChange: git("3 to 10 ms, cached; es-git has no walk by path"),
  lineHistory: git("es-git has no equivalent"),
  fileHistory: git("es-git is 17 times slower, and finds other commits"),
  additions: git("es-git compares trees 2 to 3 times slower and leaks 8 KB per comparison"),
  pathChanges: git("es-git compares trees 2 to 3 times slower and leaks 8 KB per comparison"),
  commitSizes: git("es-git compares trees 2 to 3 times slower and leaks 8 KB per comparison"),
  renames: git("es-git compares trees 2 to 3 times slower and leaks 8 KB per comparison"),
  reachable: git("a walk over all history would block the event loop for 100 to 800 ms"),
  notes: git("3.9 ms instead of 6.8 for 3,000 notes, cached; git decides what is a note"),
  notesChange: git("es-git compares trees 2 to 3 times slower and leaks 8 KB per comparison"),
  noteBlobs: git("reads tree objects; see objects"),
  diff: git("es-git compares trees 2 to 3 times slower and drops +/- signs and lines that are not UTF-8"),
  blobDiff: git("es-git drops +/- signs and lines that are not UTF-8"),
  patch: git("es-git drops +/- signs and lines that are not UTF-8"),
  refs: git(
    "called once per sync, 3 ms for 4,000 refs; without a process where the files show that there are none, which evidence asks each time"
  ),
  changes: git("es-git compares trees 2 to 3 times slower and leaks 8 KB per comparison"),
  patches: git("es-git drops +/- signs and lines that are not UTF-8"),
  patchIds: git(needsProcess),
  walk: git("a walk over all history would block the event loop for 100 to 800 ms"),
  mergesOf: git("a walk over all history would block the event loop for 100 to 800 ms"),
  range: git("a walk over all history would block the event loop for 100 to 800 ms"),
  mergeBase: git("of several best ancestors es-git may pick another one; the walk would block the event loop"),
  trailers: git(needsProcess),
  reflog: git(rarelyCalled),
  symbolicRef: git(rarelyCalled),
  time: git(needsProcess),
  author: git(rarelyCalled),
  hooksDirectory: git(rarelyCalled),
  config: git("es-git ignores GIT_CONFIG_GLOBAL and hasconfig includes, and crashed on a malformed file"),
  isRefName: git("computed without either layer")
} satisfies { readonly [Call in keyof Git["Service"]]: Route }

/** The calls assigned to es-git. */
export type Handled = {
  [Call in keyof typeof routing]: (typeof routing)[Call]["by"] extends "es-git" ? Call : never
}[keyof typeof routing]

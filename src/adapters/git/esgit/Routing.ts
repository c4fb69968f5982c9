import type { Git } from "../Git.ts"

/** Who answers a call of `Git`, and what speaks for it. */
interface Route {
  /** `es-git`: the handle kept open, and git for whatever the handle does not know for certain. */
  readonly by: "es-git" | "git"
  /** The reason, with what was measured: two cores, git 2.39, es-git 0.6.0, histories of 6,000 to 87,000 commits. */
  readonly why: string
}

const handle = (why: string) => ({ by: "es-git", why }) as const
const git = (why: string) => ({ by: "git", why }) as const

const isProcess = "one process of git's own that es-git has nothing for"
const isRare = "asked when something is written or set up, where a process of 2 to 5 ms does not count"

/**
 * Which layer answers which call of `Git`, and why. Loading and opening takes 15 to 40 ms and 13 MB, so that a command which
 * asks a few times never does; a call goes to es-git only where it is quicker and where every answer that could be
 * another than git's is noticed and asked of git instead.
 */
const routing = {
  repository: git("asked once and kept (1 µs); what is refused, and in which words, is git's own (safe.directory)"),
  resolveCommit: handle(
    "HEAD and full ids: 0.05 and 0.03 against 0.25 and 0.15 ms, asked in every question and never to be kept. Other names go to git: their grammar differs (dates, reflogs, abbreviations)"
  ),
  resolveRef: handle(
    "a ref that is there and points at a commit: 0.04 against 0.28 ms, asked in every question and never to be kept. Everything else goes to git"
  ),
  commits: git(
    "one commit 0.004 against 0.11 to 0.18 ms without its parents, but not safe: 16 of 272,355 commits of 19 public repositories came out otherwise without an error (names with a quotation mark in front, declared encodings), 95 failed, and a NUL cuts the message"
  ),
  mailmap: git("depends on the configuration, see config"),
  objects: git("es-git leaks 25 KB for each blob read; cat-file --batch takes 0.05 ms"),
  entry: git(
    "0.01 to 0.04 against 0.3 ms, but not safe: of two entries with one name es-git takes another than git (5 trees of 5) without an error, and modes are rounded; it also leaks 0.8 KB a call"
  ),
  files: git("a walk by es-git ends the process at a name that is not UTF-8"),
  indexPaths: git("asked only when a path is not found, where the 5 ms of a process do not count"),
  blame: git("9 to 500 times slower by es-git, other commits for 0.2 to 0.8 % of the lines"),
  blameContext: git("files that are looked at, 0.3 ms; replace refs are listed, which es-git cannot"),
  lastChange: git("3 to 10 ms and remembered; es-git has no walk by path"),
  lineHistory: git("es-git has none"),
  fileHistory: git("17 times slower by es-git, other commits"),
  additions: git("es-git compares trees 2 to 3 times slower, and leaks 8 KB each"),
  renames: git("es-git compares trees 2 to 3 times slower, and leaks 8 KB each"),
  reachable: git("a walk over all history would keep the event loop busy for 100 to 800 ms"),
  notes: git("3.9 against 6.8 ms for 3,000 notes, remembered; git's own rules for what is a note"),
  notesChange: git("es-git compares trees 2 to 3 times slower, and leaks 8 KB each"),
  noteBlobs: git("reads tree objects, see objects"),
  diff: git("es-git compares trees 2 to 3 times slower, and drops signs and lines that are not UTF-8"),
  blobDiff: git("es-git drops signs and lines that are not UTF-8"),
  patch: git("es-git drops signs and lines that are not UTF-8"),
  refs: git("asked once a sync, 3 ms for 4,000 refs"),
  changes: git("es-git compares trees 2 to 3 times slower, and leaks 8 KB each"),
  patches: git("es-git drops signs and lines that are not UTF-8"),
  patchIds: git(isProcess),
  walk: git("a walk over all history would keep the event loop busy for 100 to 800 ms"),
  range: git("a walk over all history would keep the event loop busy for 100 to 800 ms"),
  mergeBase: git("of several best ancestors nothing promises the same one; a walk would keep the event loop busy"),
  trailers: git(isProcess),
  reflog: git(isRare),
  time: git(isProcess),
  author: git(isRare),
  hooksDirectory: git(isRare),
  config: git("es-git ignores GIT_CONFIG_GLOBAL and hasconfig includes, and a malformed file was seen to crash it"),
  isRefName: git("computed, neither is asked")
} satisfies { readonly [Call in keyof Git["Service"]]: Route }

/** The calls that es-git answers where it can. */
export type Handled = {
  [Call in keyof typeof routing]: (typeof routing)[Call]["by"] extends "es-git" ? Call : never
}[keyof typeof routing]

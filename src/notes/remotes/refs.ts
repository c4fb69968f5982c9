import { incomingRef, incomingRefs, trackingRef } from "./RemoteNotes.ts"

/** The refs and the refspec for the notes of one remote. All are outside `refs/notes`, which users' globs may match. */
export interface SyncRefs {
  readonly remote: string
  /** The notes ref, the same in both repositories. */
  readonly notes: string
  /** The tracking ref: the remote's notes commit when its notes were last merged. */
  readonly tracking: string
  /**
   * The incoming ref: fetched notes that are not merged yet. It is deleted after the merge, so that the next fetch
   * creates it again and needs no force, even if the remote's notes were rewound.
   */
  readonly incoming: string
  /** For `remote.<name>.fetch`. */
  readonly refspec: string
}

/** A pattern that matches only this ref. Unlike a plain ref, git does not fail if nothing matches it. */
const patternOf = (ref: string): string => ref.replace(/^refs\/notes\//, "refs/note*s/")

/** Returns the refs for a remote and a full notes ref. */
export const refsOf = (remote: string, notes: string): SyncRefs => ({
  remote,
  notes,
  tracking: trackingRef(remote, notes),
  incoming: incomingRef(remote, notes),
  refspec: `${patternOf(notes)}:${incomingRef(remote, patternOf(notes))}`
})

/** Whether `sync enable` wrote this refspec, under any name of the remote. */
export const isSyncRefspec = (refspec: string): boolean => {
  const [from = "", to = ""] = refspec.split(":")
  return from.startsWith("refs/note*s/") && to.startsWith(incomingRefs)
}

/** Whether `ref` matches one side of a refspec. */
const covers = (pattern: string, ref: string): boolean => {
  const [before = "", after] = pattern.split("*")
  if (after === undefined) return pattern === ref
  return ref.length >= before.length + after.length && ref.startsWith(before) && ref.endsWith(after)
}

/** Whether a fetch with this refspec discards notes that only the local notes ref has. */
export const overwrites = (refspec: string, notes: string): boolean => {
  if (!refspec.startsWith("+")) return false
  const [from = "", to = ""] = refspec.slice(1).split(":")
  return from !== "" && to !== "" && covers(to, notes)
}

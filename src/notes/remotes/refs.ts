import { incomingRef, incomingRefs, trackingRef } from "./RemoteNotes.ts"

/** The refs and the refspec by which one remote's notes come here. All lie outside `refs/notes`, where users have globs. */
export interface SyncRefs {
  readonly remote: string
  /** The notes ref, here and there. */
  readonly notes: string
  /** What the remote's notes ref was when its notes were last brought in. */
  readonly tracking: string
  /**
   * What was fetched and is not brought in yet. It is gone as soon as it is, so that the next fetch starts from nothing:
   * a remote whose notes were rewound is then no obstacle, without force.
   */
  readonly incoming: string
  /** For `remote.<name>.fetch`. */
  readonly refspec: string
}

/** A pattern that means this ref, but that git does not miss where there is none: the star stands for nothing. */
const patternOf = (ref: string): string => ref.replace(/^refs\/notes\//, "refs/note*s/")

/** The names for a remote and a full notes ref. */
export const refsOf = (remote: string, notes: string): SyncRefs => ({
  remote,
  notes,
  tracking: trackingRef(remote, notes),
  incoming: incomingRef(remote, notes),
  refspec: `${patternOf(notes)}:${incomingRef(remote, patternOf(notes))}`
})

/** Whether a refspec is one that `enable` has written, under whatever name the remote had. */
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

/** Whether each fetch by this refspec throws away what only the notes ref here has. */
export const overwrites = (refspec: string, notes: string): boolean => {
  if (!refspec.startsWith("+")) return false
  const [from = "", to = ""] = refspec.slice(1).split(":")
  return from !== "" && to !== "" && covers(to, notes)
}

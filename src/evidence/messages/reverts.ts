import { Option } from "effect"
import { groupOf } from "../../domain/MatchGroup.ts"

/** A commit that undoes others. */
export interface Revert {
  /** What was undone: its subject, or the ids of the commits. */
  readonly what: string
  /** The ids that the body names, possibly abbreviated. */
  readonly commits: ReadonlyArray<string>
  /** The body without the lines that git writes. */
  readonly body: string
}

const named = /^Revert "(.*)"(?: \(#\d+\))?$/s
const generated =
  /^This (?:effectively )?reverts commit ([0-9a-f]{7,64})(?:[^\S\n]*\([^\n]*\))?(?:, reversing\s+changes made to [0-9a-f]{7,64})?\.?[^\S\n]*/gim

/** Finds the commits, possibly abbreviated, that a body says it reverts. */
export const findReverted = (body: string): ReadonlyArray<string> =>
  Array.from(body.matchAll(generated), (match) => groupOf(match, 1))

/**
 * Reads a revert as git and hosts write it: `Revert "…"` or a body that says which commit it reverts. A revert of a
 * revert applies the change again and is none.
 */
export const readRevert = (subject: string, body: string): Option.Option<Revert> => {
  const quoted = named.exec(subject)?.[1]
  const commits = findReverted(body)
  if (quoted?.startsWith('Revert "') === true || subject.startsWith('Reapply "')) return Option.none()
  if (quoted === undefined && (commits.length === 0 || !/\brevert|\bback(?:ing|s|ed)? out\b/i.test(subject))) {
    return Option.none()
  }
  return Option.some({ what: quoted ?? commits.join(", "), commits, body: body.replaceAll(generated, "").trim() })
}

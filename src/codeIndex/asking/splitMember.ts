import { groupOf } from "../../domain/MatchGroup.ts"

/** Splits the qualified name of a member into those of its container and of itself; undefined if it has no container. */
export const splitMember = (name: string): readonly [container: string, member: string] | undefined => {
  const found = /^(.+)(?:\.|::|#)([^.:#]+)$/s.exec(name)
  return found === null ? undefined : [groupOf(found, 1), groupOf(found, 2)]
}

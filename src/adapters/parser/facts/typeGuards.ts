/**
 * The member of what a type guard gives that is what its argument at a position is, if the guard holds: `is 0`. No name of a
 * program has a space.
 */
export const guardedMember = (at: number): string => `is ${at}`

/** The global that stands for a type that depends on the call of the guard. */
export const undecided = "is undecided"

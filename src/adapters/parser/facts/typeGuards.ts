/**
 * The member of what a type guard gives that is what its argument at a position is, if the guard holds: `is 0`. `given`: the text
 * with which the guard was made, if its type depends on that. No name of a program has a space.
 */
export const guardedMember = (at: number, given?: string): string =>
  `is ${at}${given === undefined ? "" : ` if ${given}`}`

/** The global that stands for a type that depends on what a guard was made with. */
export const undecided = "is undecided"

/** Whether a path is left out of the index. */
export type LeftOut = (path: string) => boolean

/** How far git is with a step of a fetch: `Receiving objects`, 45 of 1000. */
export interface FetchStep {
  readonly step: string
  readonly done: number
  readonly total: number
}

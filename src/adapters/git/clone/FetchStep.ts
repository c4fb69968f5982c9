/** Progress of one step of a fetch: `Receiving objects`, 45 of 1000. */
export interface FetchStep {
  readonly step: string
  readonly done: number
  readonly total: number
}

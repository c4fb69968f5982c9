/** A page of results, each with its place in the order of all results, after which another page can begin. */
export interface ResultPage<Result, Position> {
  readonly results: ReadonlyArray<{ readonly result: Result; readonly position: Position }>
  readonly hasMore: boolean
}

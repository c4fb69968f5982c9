/** Input and output of a request: plain data, which can be copied to another thread. */
export interface RequestType<Input, Output> {
  readonly input: Input
  readonly output: Output
}

/** The requests of a thread by name. An interface that lists them satisfies this constraint. */
export type RequestTypes<Requests> = { readonly [Name in keyof Requests]: RequestType<unknown, unknown> }

/** A request as it is sent to a thread. */
export interface RequestMessage<Requests extends RequestTypes<Requests>, Name extends keyof Requests = keyof Requests> {
  readonly id: number
  readonly name: Name
  readonly input: Requests[Name]["input"]
}

/** The outcome of a request: an output, an expected failure in encoded form, or a defect. */
export type Reply<Output> =
  | { readonly _tag: "Success"; readonly output: Output }
  | { readonly _tag: "Failure"; readonly error: unknown }
  | { readonly _tag: "Defect"; readonly message: string }

/** A reply as a thread sends it, with the id of the request. */
export interface ReplyMessage<Output> {
  readonly id: number
  readonly reply: Reply<Output>
}

import { Effect, Stream } from "effect"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"

/** The errors of reading a body. */
interface ReadFailures<E> {
  readonly broken: (error: unknown) => E
  readonly tooLong: () => E
}

/** Reads a body as text of at most `maxChars` characters. */
export const readText = <E>(
  response: HttpClientResponse,
  maxChars: number,
  { broken, tooLong }: ReadFailures<E>
): Effect.Effect<string, E> =>
  response.stream.pipe(
    Stream.mapError(broken),
    Stream.decodeText(),
    Stream.runFoldEffect(
      () => "",
      (text, chunk) => (text.length + chunk.length > maxChars ? Effect.fail(tooLong()) : Effect.succeed(text + chunk))
    )
  )

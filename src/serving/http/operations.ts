import { errorResponse } from "../../adapters/http/responses.ts"

/** A document about the server itself. */
interface OperationsDocument {
  readonly type: string
  readonly body: string
}

/** That the server runs (`/healthz`) and takes calls (`/readyz`); once it stops it accepts no connection. */
export const running: OperationsDocument = { type: "application/json", body: JSON.stringify({ status: "ok" }) }

/** Metrics in the text format of Prometheus. */
export const prometheus = (body: string): OperationsDocument => ({
  type: "text/plain; version=0.0.4; charset=utf-8",
  body
})

/** Answers a request for a document about the server. */
export const answerOperations = ({ method }: Request, { body, type }: OperationsDocument): Response =>
  method === "GET" || method === "HEAD"
    ? new Response(method === "HEAD" ? null : body, { headers: { "content-type": type, "cache-control": "no-store" } })
    : errorResponse(405, "method_not_allowed", "This address is only read", { headers: { allow: "GET, HEAD" } })

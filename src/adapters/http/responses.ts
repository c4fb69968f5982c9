/** Formats an error for a body of JSON. */
export const jsonError = (code: string, message: string, hint?: string): string =>
  JSON.stringify({ error: { code, message, ...(hint === undefined ? {} : { hint }) } })

/** Makes a response with an error in JSON. */
export const errorResponse = (
  status: number,
  code: string,
  message: string,
  { headers = {}, hint }: { readonly headers?: Readonly<Record<string, string>>; readonly hint?: string } = {}
): Response =>
  new Response(jsonError(code, message, hint), { status, headers: { "content-type": "application/json", ...headers } })

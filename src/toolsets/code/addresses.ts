/** Addresses of the resources. */
export const statusUri = "code-scout://project/status"
export const configUri = "code-scout://config"
export const outlineTemplate = "code-scout://outline/{+path}"
export const searchTemplate = "code-scout://search/{tag}"

const prefixOf = (template: string): string => template.slice(0, template.indexOf("{"))

/** Returns the value of a template's variable in an address; undefined if the address is of another kind, or malformed. */
export const matchTemplate = (template: string, uri: string): string | undefined => {
  const prefix = prefixOf(template)
  if (!uri.startsWith(prefix) || !URL.canParse(uri)) return undefined
  const value = uri.slice(prefix.length)
  return /%(?![0-9a-f]{2})/i.test(value) || value === ""
    ? undefined
    : Buffer.from(unescapeBytes(value), "latin1").toString("utf8")
}

/** Turns percent-encoded UTF-8 into one character a byte. */
const unescapeBytes = (value: string): string =>
  Buffer.from(value, "utf8")
    .toString("latin1")
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

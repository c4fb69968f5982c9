/** URL schemes that git may fetch from. `ext::` and other helpers would start programs. */
const schemes = /^(?:https?|ssh|git|file):\/\/[^-\s]/i
/**
 * The scp-like form `user@host:path`. A host that begins with `-` is rejected, because ssh would read it as an option.
 */
const scpLike = /^[\w.+-]+@(?:\[[0-9a-f:.]+\]|[\w][\w.-]*):(?!\/\/).+$/i
const controls = /[\u0000-\u001f\u007f]/

/**
 * Returns whether a text is an address to clone from: `https://`, `http://`, `ssh://`, `git://`, `file://`,
 * `git@host:path`.
 */
export const isAddress = (text: string): boolean =>
  !text.startsWith("-") && !controls.test(text) && (schemes.test(text) || scpLike.test(text))

/** Returns whether a text looks like an address, valid or not. */
export const looksLikeAddress = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*::?\/\//i.test(text) || text.includes("::") || /^[^/\\]+@[^/\\]+:/.test(text)

/**
 * Masks passwords and tokens in the addresses of a text: everything before the last `@` of the host part. Also handles
 * passwords with an unescaped `/`, which seems to end the host part.
 */
export const redactCredentials = (text: string): string =>
  text
    .replaceAll(/\b(https?:\/\/)(?:[^/\s]*@|[^/\s:@[]*:(?!\d*(?:[/\s]|$))\S*@)/gi, "$1***@")
    .replaceAll(/\b((?!https?:)[a-z][a-z0-9+.-]*:\/\/[^/\s@:]*):[^/\s]+@/gi, "$1:***@")

/** Derives the name of a repository from its address or path: the last part, without `.git`. Empty if there is none. */
export const deriveRepositoryName = (text: string): string => {
  const parts = redactCredentials(text)
    .replace(/^(\w[\w+.-]*:\/\/)[^/\s]*@/, "$1")
    .replace(/[?#].*$/, "")
    .split(/[/\\:]+/)
  const names = parts.map((part) => part.replace(/\.git$/, "")).filter((part) => part !== "")
  return names.at(-1) ?? ""
}

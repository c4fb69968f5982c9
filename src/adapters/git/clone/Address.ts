/** What git may be told to fetch from. `ext::` and other helpers would start programs. */
const schemes = /^(?:https?|ssh|git|file):\/\/[^-\s]/i
/** `user@host:path`, as ssh has it; no host begins with `-`, which ssh would take for an option. */
const secureShell = /^[\w.+-]+@(?:\[[0-9a-f:.]+\]|[\w][\w.-]*):(?!\/\/).+$/i
const controls = /[\u0000-\u001f\u007f]/

/** Whether a text is an address that is cloned from: `https://`, `http://`, `ssh://`, `git://`, `file://`, `git@host:path`. */
export const isAddress = (text: string): boolean =>
  !text.startsWith("-") && !controls.test(text) && (schemes.test(text) || secureShell.test(text))

/** Whether a text was meant as an address, be it one or not. */
export const looksLikeAddress = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*::?\/\//i.test(text) || text.includes("::") || /^[^/\\]+@[^/\\]+:/.test(text)

/**
 * A text without the passwords and tokens of the addresses in it: whatever stands before the last `@` of the host's part,
 * also where a password has a `/` that should have been written `%2F`, and the host's part seems to end there.
 */
export const redactCredentials = (text: string): string =>
  text
    .replaceAll(/\b(https?:\/\/)(?:[^/\s]*@|[^/\s:@[]*:(?!\d*(?:[/\s]|$))\S*@)/gi, "$1***@")
    .replaceAll(/\b((?!https?:)[a-z][a-z0-9+.-]*:\/\/[^/\s@:]*):[^/\s]+@/gi, "$1:***@")

/** The last part of an address or path, without `.git`: what people call the repository. */
export const deriveRepositoryName = (text: string): string => {
  const parts = redactCredentials(text)
    .replace(/^(\w[\w+.-]*:\/\/)[^/\s]*@/, "$1")
    .replace(/[?#].*$/, "")
    .split(/[/\\:]+/)
  const names = parts.map((part) => part.replace(/\.git$/, "")).filter((part) => part !== "")
  return names.at(-1) ?? ""
}

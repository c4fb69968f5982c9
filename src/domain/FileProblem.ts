import type { PlatformError } from "effect"

const words: Readonly<Record<string, string>> = {
  NotFound: "no such file",
  PermissionDenied: "permission denied",
  BadResource: "not a regular file"
}

/** Describes in a few words why a file cannot be opened, without its path: `no such file`. */
export const describeFileProblem = ({ reason }: PlatformError.PlatformError): string =>
  words[reason._tag] ?? reason.description?.replace(/, \w+(?: '.*)?$/s, "") ?? reason._tag

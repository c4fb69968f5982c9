import { escapeControls } from "../../domain/Text.ts"

const codes: ReadonlyArray<readonly [start: RegExp, code: string]> = [
  [/^(?:diff |index |--- |\+\+\+ |new file |deleted file |old mode |new mode |similarity |rename |copy )/, "1"],
  [/^@@/, "36"],
  [/^\+/, "32"],
  [/^-/, "31"]
]

/** Formats a patch for a terminal: escapes control characters, colors lines like git. */
export const patchForTerminal = (bytes: Uint8Array, colors: boolean): string =>
  Buffer.from(bytes)
    .toString("utf8")
    .split("\n")
    .map((line) => {
      const text = line.split("\t").map(escapeControls).join("\t")
      const code = colors ? codes.find(([start]) => start.test(line))?.[1] : undefined
      return code === undefined || text === "" ? text : `\u001b[${code}m${text}\u001b[0m`
    })
    .join("\n")

import { escapeControls } from "../../domain/Text.ts"
import { paint, type Style } from "./paint.ts"

const styles: ReadonlyArray<readonly [start: RegExp, style: Style]> = [
  [/^(?:diff |index |--- |\+\+\+ |new file |deleted file |old mode |new mode |similarity |rename |copy )/, "bold"],
  [/^@@/, "cyan"],
  [/^\+/, "green"],
  [/^-/, "red"]
]

/** Formats a patch for a terminal: escapes control characters, colors lines like git. */
export const patchForTerminal = (bytes: Uint8Array, colors: boolean): string =>
  Buffer.from(bytes)
    .toString("utf8")
    .split("\n")
    .map((line) => {
      const text = line.split("\t").map(escapeControls).join("\t")
      const style = colors ? styles.find(([start]) => start.test(line))?.[1] : undefined
      return style === undefined ? text : paint(style, text)
    })
    .join("\n")

import { platform } from "node:process"
import { encodePath } from "./parse/PathBytes.ts"

/** What to start, and with which arguments. */
interface Invocation {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/** Turns each argument from octal escapes into the bytes they stand for; the mark keeps newlines at the end. */
const script = `n=$#
while [ "$n" -gt 0 ]; do
  x=$(printf '%b.' "$1")
  set -- "$@" "\${x%.}"
  shift
  n=$((n - 1))
done
exec git "$@"`

const isPlain = (byte: number): boolean => byte > 0x20 && byte < 0x7f && byte !== 0x5c

const escaped = (text: string): string =>
  Array.from(encodePath(text), (byte) =>
    isPlain(byte) ? String.fromCharCode(byte) : `\\0${byte.toString(8).padStart(3, "0")}`
  ).join("")

/**
 * How git is started with these arguments. Node gives processes nothing but UTF-8: for a path with other bytes
 * ({@link encodePath}) a shell makes them.
 */
export const invocation = (args: ReadonlyArray<string>): Invocation =>
  platform === "win32" || args.every((text) => text.isWellFormed())
    ? { command: "git", args }
    : { command: "/bin/sh", args: ["-c", script, "git", ...args.map(escaped)] }

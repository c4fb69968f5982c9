import { platform } from "node:process"
import { encodePath } from "./parse/PathBytes.ts"

/** A command and its arguments, as `spawn` takes them. */
interface Invocation {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/**
 * Decodes the octal escapes of each argument into bytes. The trailing dot keeps final newlines, which `$(…)` would
 * drop.
 */
const decodeScript = `n=$#
while [ "$n" -gt 0 ]; do
  x=$(printf '%b.' "$1")
  set -- "$@" "\${x%.}"
  shift
  n=$((n - 1))
done
exec git "$@"`

const isPlain = (byte: number): boolean => byte > 0x20 && byte < 0x7f && byte !== 0x5c

const escapeBytes = (text: string): string =>
  Array.from(encodePath(text), (byte) =>
    isPlain(byte) ? String.fromCharCode(byte) : `\\0${byte.toString(8).padStart(3, "0")}`
  ).join("")

/**
 * Builds the command that starts git with these arguments. Node encodes arguments only as UTF-8, so an argument with
 * other bytes ({@link encodePath}) goes through a shell that decodes it.
 */
export const buildInvocation = (args: ReadonlyArray<string>): Invocation =>
  platform === "win32" || args.every((text) => text.isWellFormed())
    ? { command: "git", args }
    : { command: "/bin/sh", args: ["-c", decodeScript, "git", ...args.map(escapeBytes)] }

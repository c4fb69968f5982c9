import type { HookName } from "./HookName.ts"
import { hookBody, type HookProgram } from "./hookText.ts"

/** The name under which a hook that cannot hold our lines is kept beside ours: this behind its own. */
export const keptSuffix = ".before-ultragit"

const opening = "# >>> ultragit >>>"
const closing = "# <<< ultragit <<<"
const explanation = 'made by "ultragit init", taken out by "ultragit uninstall"'

/**
 * `among`: lines in somebody's shell script. `alone`: the file is ours. `before`: the file is ours and hands over to the
 * hook that is kept beside it.
 */
export type Standing = "among" | "alone" | "before"

const shebang = "#!/bin/sh\n"

/** Shells that our lines are written for; with options that neither print nor change what they mean. */
const shellScript = /^#! *(?:\/\S*\/)?(?:env +)?(?:sh|bash|dash|ksh|zsh)(?: +-[eu]+)* *\n/

const found = /^# >>> ultragit >>> .*\((among|alone|before)\)\n[\s\S]*?^# <<< ultragit <<<\n/m

const handOver = `[ ! -x "$0${keptSuffix}" ] || exec "$0${keptSuffix}" "$@"\n`

const block = (name: HookName, program: HookProgram, standing: Standing): string =>
  `${opening} ${explanation} (${standing})\n${hookBody(name, program)}\n${standing === "before" ? handOver : ""}${closing}\n`

/** How our lines stand in a hook, none where they do not. Texts are bytes, one character each. */
export const standingIn = (text: string): Standing | undefined => {
  const standing = found.exec(text)?.[1]
  return standing === "among" || standing === "alone" || standing === "before" ? standing : undefined
}

/** Whether our lines can stand in this script, so that it still does what it did. */
export const canHold = (text: string): boolean => shellScript.test(text)

/** A hook of ours alone. */
export const ownHook = (name: HookName, program: HookProgram, standing: "alone" | "before"): string =>
  `${shebang}${block(name, program, standing)}`

/** The script with our lines right behind its first, where nothing in it can pass over them. */
export const withLines = (text: string, name: HookName, program: HookProgram): string =>
  text.replace(/^.*\n/, (first) => `${first}${block(name, program, "among")}`)

/** The hook with our lines as they are today. */
export const renewed = (text: string, name: HookName, program: HookProgram): string => {
  const standing = standingIn(text)
  return standing === undefined ? text : text.replace(found, () => block(name, program, standing))
}

/** The hook without our lines; none when nothing but ours was in it. What others added to a file of ours stays. */
export const withoutLines = (text: string): string | undefined => {
  const standing = standingIn(text)
  const rest = text.replace(found, "")
  if (standing === undefined || standing === "among") return rest
  return rest === shebang ? undefined : `${rest}${standing === "before" ? handOver : ""}`
}

/** The program that our lines name: Node and script as they stand there. */
export const programIn = (text: string): ReadonlyArray<string> => {
  const line = /^ug_node=('.*') ug_script=('.*')$/m.exec(text)
  return line === null ? [] : line.slice(1).map((word) => word.slice(1, -1).replaceAll(`'\\''`, "'"))
}

import type { HookName } from "./HookName.ts"
import { hookBody, type HookProgram } from "./hookText.ts"

/** Suffix for saving an existing hook into which our lines cannot be inserted. */
export const savedHookSuffix = ".before-ultragit"

const opening = "# >>> ultragit >>>"
const closing = "# <<< ultragit <<<"
const explanation = 'made by "ultragit init", taken out by "ultragit uninstall"'

/**
 * Where our lines are. `among`: in a user's shell script. `alone`: in a file of our own. `before`: in a file of our own
 * that then runs the saved hook.
 */
type HookLayout = "among" | "alone" | "before"

const shebang = "#!/bin/sh\n"

/** Shebangs of the shells that can run our lines, with options that neither print nor change their meaning. */
const shellScript = /^#! *(?:\/\S*\/)?(?:env +)?(?:sh|bash|dash|ksh|zsh)(?: +-[eu]+)* *\n/

const found = /^# >>> ultragit >>> .*\((among|alone|before)\)\n[\s\S]*?^# <<< ultragit <<<\n/m

const handOver = `[ ! -x "$0${savedHookSuffix}" ] || exec "$0${savedHookSuffix}" "$@"\n`

/** Our lines as bytes in Latin-1, as all texts of hooks here: the path of the program may have any characters. */
const block = (name: HookName, program: HookProgram, layout: HookLayout): string =>
  Buffer.from(
    `${opening} ${explanation} (${layout})\n${hookBody(name, program)}\n${layout === "before" ? handOver : ""}${closing}\n`
  ).toString("latin1")

/** Returns the layout of our lines in a hook; undefined if it has none. Texts are bytes as Latin-1. */
export const parseHookLayout = (text: string): HookLayout | undefined => {
  const layout = found.exec(text)?.[1]
  return layout === "among" || layout === "alone" || layout === "before" ? layout : undefined
}

/** Whether our lines can be inserted into this script without changing what it does. */
export const canInsertLines = (text: string): boolean => shellScript.test(text)

/** Returns a hook file of our own. */
export const ownHook = (name: HookName, program: HookProgram, layout: "alone" | "before"): string =>
  `${shebang}${block(name, program, layout)}`

/** Inserts our lines after the shebang, so that an early exit of the script cannot skip them. */
export const insertLines = (text: string, name: HookName, program: HookProgram): string =>
  text.replace(/^.*\n/, (first) => `${first}${block(name, program, "among")}`)

/** Replaces our lines with those of this version. */
export const updateLines = (text: string, name: HookName, program: HookProgram): string => {
  const layout = parseHookLayout(text)
  return layout === undefined ? text : text.replace(found, () => block(name, program, layout))
}

/** Removes our lines; undefined if nothing else is in the file. Keeps what others added to a file of ours. */
export const removeLines = (text: string): string | undefined => {
  const layout = parseHookLayout(text)
  const rest = text.replace(found, "")
  if (layout === undefined || layout === "among") return rest
  return rest === shebang ? undefined : `${rest}${layout === "before" ? handOver : ""}`
}

/** Returns the paths of Node and of the script in our lines. */
export const parseHookProgram = (text: string): ReadonlyArray<string> => {
  const line = /^ug_node=('.*') ug_script=('.*')$/m.exec(text)
  const words = line === null ? [] : line.slice(1).map((word) => word.slice(1, -1).replaceAll(`'\\''`, "'"))
  return words.map((word) => Buffer.from(word, "latin1").toString("utf8"))
}

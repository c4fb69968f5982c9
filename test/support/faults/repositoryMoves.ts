import { chmod, writeFile } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { env } from "node:process"
import { Effect } from "effect"
import { isolation } from "../runGit.ts"
import { makeFolder } from "../TemporaryRepository.ts"

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * The environment of a program whose first call of one of git's sub-commands finds that a shell script has run in the
 * repository just before it.
 */
export const movedBefore = Effect.fnUntraced(function* (directory: string, command: string, script: string) {
  const folder = yield* makeFolder
  const armed = join(folder, "armed")
  const wrapper = [
    "#!/bin/sh",
    `PATH=${quoted(env["PATH"] ?? "")}`,
    ...Object.entries(isolation).map(([name, value]) => `export ${name}=${quoted(value)}`),
    `for argument; do`,
    `  if [ "$argument" = ${quoted(command)} ] && rm ${quoted(armed)} 2>/dev/null; then`,
    `    (cd ${quoted(directory)} && sh -e ${quoted(join(folder, "script"))}) >/dev/null 2>${quoted(join(folder, "log"))} </dev/null || touch ${quoted(join(folder, "failed"))}`,
    "  fi",
    "done",
    'exec git "$@"',
    ""
  ]
  yield* Effect.promise(() =>
    Promise.all([
      writeFile(armed, ""),
      writeFile(join(folder, "script"), script),
      writeFile(join(folder, "git"), wrapper.join("\n")).then(() => chmod(join(folder, "git"), 0o755))
    ])
  )
  return {
    armed,
    failed: join(folder, "failed"),
    environment: { ...isolation, PATH: `${folder}${delimiter}${env["PATH"] ?? ""}` }
  }
})

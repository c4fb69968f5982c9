import { realpathSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, isAbsolute } from "node:path"
import process from "node:process"
import { Config, Context, Effect, Layer, Option } from "effect"

/** Returns the folder in an environment variable; none if it is unset or relative. */
const folder = (name: string) =>
  Effect.map(
    Config.option(Config.String(name)),
    Option.filter((path) => isAbsolute(path))
  )

/** Reads the facts of this machine. */
export const readPlatform = Effect.gen(function* () {
  const searchPath = yield* Config.String("PATH").pipe(
    Config.orElse(() => Config.String("Path")),
    Config.withDefault("")
  )
  const appData = yield* Config.option(Config.String("APPDATA"))
  const configHome = yield* folder("XDG_CONFIG_HOME")
  const codexHome = yield* folder("CODEX_HOME")
  return {
    os: process.platform,
    home: homedir(),
    appData,
    configHome,
    codexHome,
    searchPath: searchPath.split(delimiter),
    node: process.execPath,
    script: Option.flatMap(Option.fromNullishOr(process.argv[1]), (path) =>
      Option.liftThrowable(() => realpathSync(path))()
    )
  }
}).pipe(Effect.orDie)

/** The facts of this machine that decide where clients keep their files and which command starts this program. */
export class Platform extends Context.Service<
  Platform,
  {
    readonly os: NodeJS.Platform
    /** Absolute path of the home folder. */
    readonly home: string
    /** `%APPDATA%`; set on Windows. */
    readonly appData: Option.Option<string>
    /** `$XDG_CONFIG_HOME`, if absolute. */
    readonly configHome: Option.Option<string>
    /** `$CODEX_HOME`, if absolute. */
    readonly codexHome: Option.Option<string>
    /** Folders of this process's search path. */
    readonly searchPath: ReadonlyArray<string>
    /** Absolute path of the Node that runs this program. */
    readonly node: string
    /** Absolute path of the script that Node runs, symbolic links resolved. None if the file does not exist. */
    readonly script: Option.Option<string>
  }
>()("ultragit/setup/clients/Platform") {
  static readonly layer = Layer.effect(Platform, readPlatform)
}

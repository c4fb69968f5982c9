import { realpathSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, isAbsolute } from "node:path"
import process from "node:process"
import { Config, Context, Effect, Layer, Option } from "effect"

/** The folder that a variable names; none where it is not set or relative. */
const folder = (name: string) =>
  Effect.map(
    Config.option(Config.String(name)),
    Option.filter((path) => isAbsolute(path))
  )

/** What of this machine decides where clients keep their configuration and what command starts this program there. */
export class Platform extends Context.Service<
  Platform,
  {
    readonly os: NodeJS.Platform
    /** Absolute. */
    readonly home: string
    /** `%APPDATA%`, on Windows. */
    readonly appData: Option.Option<string>
    /** `$XDG_CONFIG_HOME`, where it is an absolute path. */
    readonly configHome: Option.Option<string>
    /** `$CODEX_HOME`. */
    readonly codexHome: Option.Option<string>
    /** Folders of this process's search path. */
    readonly searchPath: ReadonlyArray<string>
    /** The Node that runs this program; absolute. */
    readonly node: string
    /** The script that Node runs; absolute, symbolic links resolved. None when there is no such file. */
    readonly script: Option.Option<string>
  }
>()("ultragit/setup/clients/Platform") {
  static readonly layer = Layer.effect(
    Platform,
    Effect.gen(function* () {
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
  )
}

import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { Effect, Layer, Option } from "effect"
import { Platform } from "../../src/setup/clients/Platform.ts"

/** Makes a machine for one test: a home folder, a repository and a program in temporary folders, on any platform. */
export const makeMachine = Effect.acquireRelease(
  Effect.sync(() => {
    const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "ultragit-install-")))
    const write = (path: string, content: string | Uint8Array, mode = 0o644): string => {
      const file = join(root, path)
      fs.mkdirSync(dirname(file), { recursive: true })
      fs.writeFileSync(file, content, { mode })
      return file
    }
    const script = write("lib/ultragit/dist/main.js", "")
    const node = write("lib/node/bin/node", "", 0o755)
    fs.mkdirSync(join(root, "work/repo"), { recursive: true })
    const facts: Platform["Service"] = {
      os: "linux",
      home: join(root, "home"),
      appData: Option.none(),
      configHome: Option.none(),
      codexHome: Option.none(),
      searchPath: [join(root, "bin")],
      node,
      script: Option.some(script)
    }
    return {
      root,
      node,
      script,
      repository: join(root, "work/repo"),
      write,
      path: (path: string) => join(root, path),
      /** Creates `ultragit` in a folder, by default one on the search path. */
      installProgram: (folder = "bin") => write(`${folder}/ultragit`, "#!/bin/sh\n", 0o755),
      layer: (changes: Partial<Platform["Service"]> = {}) =>
        Layer.merge(NodeFileSystem.layer, Layer.succeed(Platform, { ...facts, ...changes }))
    }
  }),
  ({ root }) => Effect.sync(() => fs.rmSync(root, { recursive: true, force: true }))
)

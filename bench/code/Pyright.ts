import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { execPath } from "node:process"
import { fileURLToPath, pathToFileURL } from "node:url"
import { Effect, Schema } from "effect"

/** A language server that npm has, with the language's name in the protocol. */
interface Kind {
  readonly name: string
  readonly version: string
  readonly script: string
  readonly languageId: string
  /** The notification that says that the files are indexed, for servers that do not wait with answers until then. */
  readonly ready?: string
}

const pyright: Kind = { name: "pyright", version: "1.1.414", script: "langserver.index.js", languageId: "python" }
export const intelephense: Kind = {
  name: "intelephense",
  version: "1.18.5",
  script: "lib/intelephense.js",
  languageId: "php",
  ready: "indexingEnded"
}

/** A place in a file: line from 1, UTF-16 column from 0. */
export interface Place {
  readonly path: string
  readonly line: number
  readonly column: number
}

const Position = Schema.Struct({ line: Schema.Int, character: Schema.Int })
const Message = Schema.Struct({
  id: Schema.optionalKey(Schema.Union([Schema.Int, Schema.String])),
  method: Schema.optionalKey(Schema.String),
  params: Schema.optionalKey(Schema.Unknown),
  result: Schema.optionalKey(Schema.Unknown)
})
const Locations = Schema.NullOr(
  Schema.Array(Schema.Struct({ uri: Schema.String, range: Schema.Struct({ start: Position }) }))
)
const ConfigurationRequest = Schema.Struct({ items: Schema.Array(Schema.Unknown) })

const decodeMessage = Schema.decodeSync(Schema.fromJsonString(Message))
const decodeLocations = Schema.decodeUnknownSync(Locations)
const isConfigurationRequest = Schema.is(ConfigurationRequest)

const toPlaces = (result: unknown): ReadonlyArray<Place> =>
  (decodeLocations(result) ?? []).map(({ range: { start }, uri }) => ({
    path: fileURLToPath(uri),
    line: start.line + 1,
    column: start.character
  }))

/** Installs a server into a folder, unless it is there. */
const install = (folder: string, { name, script, version }: Kind): string => {
  const path = join(folder, "node_modules", name, script)
  if (!existsSync(path)) execFileSync("npm", ["install", "--silent", "--prefix", folder, `${name}@${version}`])
  return path
}

/** A language server for the files of one folder, such as Pyright. */
export class Pyright {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #settings: object
  readonly #waiting = new Map<number, (result: unknown) => void>()
  #input: Buffer = Buffer.alloc(0)
  #lastId = 0
  readonly #kind: Kind
  readonly #ready: Promise<void>
  #becomeReady: () => void = () => {}

  private constructor(folder: string, kind: Kind, python: string | undefined) {
    this.#kind = kind
    this.#ready = new Promise((resolve) => (this.#becomeReady = resolve))
    this.#child = spawn(execPath, [install(folder, kind), "--stdio"], { stdio: "pipe" })
    this.#child.stderr.resume()
    this.#settings = python === undefined ? {} : { pythonPath: python }
    this.#child.stdout.on("data", (chunk: Buffer) => {
      this.#input = Buffer.concat([this.#input, chunk])
      this.readMessages()
    })
  }

  /** `folder`: where the server is or is to be installed. `python`: an interpreter with the packages that `root` needs. */
  static readonly start = Effect.fn("Pyright.start")(function* (
    folder: string,
    root: string,
    python: string | undefined,
    kind: Kind = pyright
  ) {
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => new Pyright(folder, kind, python)),
      (started) => Effect.sync(() => started.#child.kill())
    )
    const uri = pathToFileURL(root).href
    yield* server.request("initialize", {
      processId: null,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "root" }],
      initializationOptions: { storagePath: folder, globalStoragePath: folder, clearCache: true },
      capabilities: { workspace: { configuration: true, workspaceFolders: true } }
    })
    server.notify("initialized", {})
    if (kind.ready !== undefined) yield* Effect.promise(() => server.#ready)
    return server
  })

  /** Where the names at places of a file are defined; empty where that is not known. */
  findDefinitions(path: string, text: string, places: ReadonlyArray<Place>) {
    const { href: uri } = pathToFileURL(path)
    const find = ({ column, line }: Place) =>
      Effect.map(
        this.request("textDocument/definition", {
          textDocument: { uri },
          position: { line: line - 1, character: column }
        }),
        toPlaces
      )
    return Effect.acquireUseRelease(
      Effect.sync(() =>
        this.notify("textDocument/didOpen", {
          textDocument: { uri, languageId: this.#kind.languageId, version: 1, text }
        })
      ),
      () => Effect.forEach(places, find, { concurrency: "unbounded" }),
      () => Effect.sync(() => this.notify("textDocument/didClose", { textDocument: { uri } }))
    )
  }

  private request(method: string, params: object): Effect.Effect<unknown> {
    return Effect.callback((resume) => {
      this.#lastId += 1
      this.#waiting.set(this.#lastId, (result) => resume(Effect.succeed(result)))
      this.send({ id: this.#lastId, method, params })
    })
  }

  private notify(method: string, params: object): void {
    this.send({ method, params })
  }

  private send(message: object): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message })
    this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }

  private readMessages(): void {
    for (;;) {
      const end = this.#input.indexOf("\r\n\r\n")
      const length = /Content-Length: (\d+)/i.exec(this.#input.subarray(0, Math.max(0, end)).toString())?.[1]
      if (length === undefined || this.#input.length < end + 4 + Number(length)) return
      const body = this.#input.subarray(end + 4, end + 4 + Number(length)).toString()
      this.#input = this.#input.subarray(end + 4 + Number(length))
      this.receive(decodeMessage(body))
    }
  }

  private receive({ id, method, params, result }: typeof Message.Type): void {
    if (method === undefined) {
      if (typeof id === "number") this.#waiting.get(id)?.(result ?? null)
      return
    }
    if (method === this.#kind.ready) this.#becomeReady()
    if (id === undefined) return
    const items = method === "workspace/configuration" && isConfigurationRequest(params) ? params.items : undefined
    this.send({ id, result: items === undefined ? null : items.map(() => this.#settings) })
  }
}

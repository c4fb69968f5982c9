import type { Annotation, Region } from "../../src/domain/Annotation.ts"
import { clientStages, poolStages, readme, retrySource } from "./files.ts"

/** A region of the story, located by the text of its first and last lines. */
export interface StoryRegion extends Pick<Region, "file" | "ast_anchor" | "intent"> {
  readonly from: string
  readonly to: string
  readonly reasoning?: string
  readonly constraints?: Region["constraints"]
  readonly dependsOn?: Region["semantic_dependencies"]
  /** Subject of an earlier commit of the story, the anchor in it, and the relationship. */
  readonly related?: readonly [subject: string, anchor: string, relationship: string]
  readonly tags?: ReadonlyArray<string>
  readonly risk?: string
}

/** One commit of the story, with its note if it has one. */
export interface Chapter {
  readonly subject: string
  readonly files: Readonly<Record<string, string | null>>
  readonly note?: Pick<Annotation, "context_level"> & {
    readonly task?: string
    readonly regions: ReadonlyArray<StoryRegion>
    readonly concern?: Annotation["cross_cutting"][number]
  }
}

const oldClient = "src/mqtt/client.rs"
const newClient = "src/broker/client.rs"
const pool = "web/pool.ts"
const connect = (signature: string) => ({ type: "method", name: "MqttClient::connect", signature })
const acquire = (signature: string) => ({ type: "method", name: "Pool.acquire", signature })
const author = (text: string) => [{ text, source: "author" }] as const

export const story: ReadonlyArray<Chapter> = [
  {
    subject: "Connect to the broker",
    files: { [oldClient]: clientStages.first },
    note: {
      context_level: "enhanced",
      task: "GATE-1",
      regions: [
        {
          file: oldClient,
          ast_anchor: connect("pub fn connect(&mut self) -> Result<(), Error>"),
          from: "/// Opens the one session",
          to: "    }",
          intent: "Open the one session that the broker allows a client id.",
          reasoning: "The broker silently drops an older session with the same id. Sharing one is the only safe way.",
          constraints: author("At most one live session for each client id."),
          tags: ["mqtt"]
        }
      ]
    }
  },
  { subject: "Say what this is", files: { "README.md": readme } },
  {
    subject: "Keep trying while the broker restarts",
    files: { [oldClient]: clientStages.retrying },
    note: {
      context_level: "enhanced",
      regions: [
        {
          file: oldClient,
          ast_anchor: connect("pub fn connect(&mut self) -> Result<(), Error>"),
          from: "/// Opens the one session",
          to: "    }",
          intent: "Survive the nightly restart of the broker.",
          reasoning: "The restart takes up to forty seconds. Failing at once woke people up for nothing.",
          constraints: author("Never give up by itself: the caller decides when to stop waiting."),
          related: ["Connect to the broker", "MqttClient::connect", "builds on"],
          risk: "Blocks the calling thread for minutes. Do not call it from the event loop."
        },
        {
          file: oldClient,
          ast_anchor: { type: "function", name: "backoff", signature: "pub fn backoff(attempts: u32) -> Duration" },
          from: "/// Doubles, up to a minute.",
          to: "}",
          intent: "Wait longer after each failure, a minute at most.",
          constraints: author("Never zero: the broker bans clients that hammer it.")
        }
      ]
    }
  },
  {
    subject: "Pool sessions for the web side",
    files: { [pool]: poolStages.first },
    note: {
      context_level: "enhanced",
      regions: [
        {
          file: pool,
          ast_anchor: acquire("acquire(): Session"),
          from: "acquire(): Session {",
          to: "  }",
          intent: "Hand out an idle session before opening another.",
          dependsOn: [
            { file: oldClient, anchor: "MqttClient::connect", nature: "assumes that a second session never opens" }
          ],
          related: ["Connect to the broker", "MqttClient::connect", "implements the same rule for"]
        }
      ],
      concern: {
        description: "One session for each client id, everywhere.",
        regions: [`${oldClient}:MqttClient::connect`, `${pool}:Pool.acquire`],
        nature: "invariant"
      }
    }
  },
  {
    subject: "Allow four sessions at most",
    files: { [pool]: poolStages.limited },
    note: {
      context_level: "inferred",
      regions: [
        {
          file: pool,
          ast_anchor: acquire("acquire(): Session"),
          from: "acquire(): Session {",
          to: "  }",
          intent: "Refuse a fifth session instead of letting the broker do it.",
          constraints: [{ text: "The broker's plan allows four sessions.", source: "inferred" }]
        }
      ]
    }
  },
  { subject: "Call the folder what it holds", files: { [oldClient]: null, [newClient]: clientStages.retrying } },
  {
    subject: "Speak TLS to the broker",
    files: { [newClient]: clientStages.secure },
    note: {
      context_level: "enhanced",
      task: "GATE-31",
      regions: [
        {
          file: newClient,
          ast_anchor: connect("pub fn connect(&mut self, trust: &TrustStore) -> Result<(), Error>"),
          from: "/// Opens the one session",
          to: "    }",
          intent: "Encrypt the session; the broker will close its plain port.",
          constraints: author("The trust store comes from the caller: devices in the field carry their own."),
          related: ["Keep trying while the broker restarts", "MqttClient::connect", "keeps the retries of"]
        }
      ]
    }
  },
  {
    subject: "Try again what may fail for a moment",
    files: { "web/retry.ts": retrySource },
    note: {
      context_level: "enhanced",
      regions: [
        {
          file: "web/retry.ts",
          ast_anchor: { type: "function", name: "retry" },
          from: "export const retry",
          to: "}",
          intent: "Repeat a request that a restart of the broker cut off.",
          constraints: author("Only for requests that may run twice."),
          dependsOn: [{ file: newClient, anchor: "backoff", nature: "assumes a minute at most between attempts" }]
        }
      ]
    }
  },
  {
    subject: "Queue for a session",
    files: { [pool]: poolStages.queued },
    note: {
      context_level: "enhanced",
      regions: [
        {
          file: pool,
          ast_anchor: acquire("acquire(): Promise<Session>"),
          from: "acquire(): Promise<Session> {",
          to: "  }",
          intent: "Wait for a session instead of failing when four are in use.",
          reasoning: "Throwing lost readings at shift change. A queue was measured to be empty within two seconds.",
          constraints: author("First come, first served."),
          related: ["Allow four sessions at most", "Pool.acquire", "replaces"],
          risk: "A session that is never released starves everyone. Release it in a finally block."
        }
      ]
    }
  },
  { subject: "Move retry to the pool", files: { "web/retry.ts": null, [pool]: poolStages.withRetry } },
  {
    subject: "Wait in words a reader finds",
    files: {
      [newClient]: clientStages.secure.replace(
        "/// Doubles, up to a minute.",
        "/// Doubles with each attempt, up to a minute."
      )
    }
  },
  { subject: "Say who runs it", files: { "README.md": `${readme}\nRun by the plant team.\n` } }
]

/** The files of the demo in their versions: a gateway's MQTT client in Rust and its connection pool in TypeScript. */

const clientHead = `use std::time::Duration;

pub struct MqttClient {
    host: String,
    attempts: u32,
}
`

const connectPlain = `    /// Opens the one session the broker allows.
    pub fn connect(&mut self) -> Result<(), Error> {
        self.attempts = 0;
        self.open(&self.host)
    }
`

const connectRetrying = `    /// Opens the one session the broker allows.
    pub fn connect(&mut self) -> Result<(), Error> {
        self.attempts = 0;
        while self.open(&self.host).is_err() {
            self.attempts += 1;
            std::thread::sleep(backoff(self.attempts));
        }
        Ok(())
    }
`

const connectSecure = `    /// Opens the one session the broker allows, over TLS.
    pub fn connect(&mut self, trust: &TrustStore) -> Result<(), Error> {
        self.attempts = 0;
        while self.open_tls(&self.host, trust).is_err() {
            self.attempts += 1;
            std::thread::sleep(backoff(self.attempts));
        }
        Ok(())
    }
`

const publish = `
    pub fn publish(&mut self, topic: &str, payload: &[u8]) -> Result<(), Error> {
        self.send(topic, payload)
    }
`

const backoff = `
/// Doubles, up to a minute.
pub fn backoff(attempts: u32) -> Duration {
    Duration::from_millis(100 * 2u64.pow(attempts.min(9))).min(Duration::from_secs(60))
}
`

const client = (connect: string, tail: string): string => `${clientHead}
impl MqttClient {
${connect}${publish}}
${tail}`

/** Versions of the Rust client. */
export const clientStages = {
  first: client(connectPlain, ""),
  retrying: client(connectRetrying, backoff),
  secure: client(connectSecure, backoff)
}

const poolHead = `import { connect, type Session } from "./gateway.ts"

export class Pool {
  private readonly idle: Array<Session> = []
  private readonly waiting: Array<(session: Session) => void> = []
`

const acquireOpen = `
  acquire(): Session {
    return this.idle.pop() ?? connect()
  }
`

const acquireLimited = `
  acquire(): Session {
    const session = this.idle.pop()
    if (session === undefined && this.open === 4) throw new Error("too many sessions")
    return session ?? connect()
  }
`

const acquireQueued = `
  acquire(): Promise<Session> {
    const session = this.idle.pop()
    if (session !== undefined) return Promise.resolve(session)
    return new Promise((resolve) => this.waiting.push(resolve))
  }
`

const release = `
  release(session: Session): void {
    const next = this.waiting.shift()
    if (next === undefined) this.idle.push(session)
    else next(session)
  }
}
`

/** Tries again, for what may fail for a moment. */
export const retrySource = `export const retry = async <A>(run: () => Promise<A>, times: number): Promise<A> => {
  for (let left = times; ; left -= 1) {
    try {
      return await run()
    } catch (error) {
      if (left <= 1) throw error
    }
  }
}
`

/** Versions of the pool. */
export const poolStages = {
  first: `${poolHead}${acquireOpen}${release}`,
  limited: `${poolHead}${acquireLimited}${release}`,
  queued: `${poolHead}${acquireQueued}${release}`,
  withRetry: `${poolHead}${acquireQueued}${release}\n${retrySource}`
}

export const readme = "# Gateway\n\nTakes readings from an MQTT broker to the web.\n"

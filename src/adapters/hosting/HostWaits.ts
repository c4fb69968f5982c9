import { Context, Duration } from "effect"

/** How long to wait for hosts. */
interface Waits {
  /** Timeout of one answer. */
  readonly answer: Duration.Duration
  /** First wait after a rate limit that does not say how long; each further one doubles. */
  readonly unstatedLimit: Duration.Duration
  /** Longest wait for a rate limit; if the host wants a longer one, the call fails. */
  readonly maxLimit: Duration.Duration
  /** First delay before a broken connection is tried again; each further one doubles. */
  readonly retry: Duration.Duration
}

/** How long to wait for hosts. Read at each call. GitHub asks for a minute where it does not say how long. */
export const HostWaits = Context.Reference<Waits>("ultragit/adapters/hosting/HostWaits", {
  defaultValue: () => ({
    answer: Duration.seconds(60),
    unstatedLimit: Duration.minutes(1),
    maxLimit: Duration.minutes(5),
    retry: Duration.seconds(1)
  })
})

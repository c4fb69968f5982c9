import { Schema } from "effect"
import { OidcSettings } from "../../../serving/auth/OidcSettings.ts"
import { authModes } from "./authModes.ts"

const described = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema.annotate({ description }))

const Names = Schema.Array(Schema.String)
const seconds = Schema.isBetween({ minimum: 0, maximum: 3_600 })
const requests = Schema.isBetween({ minimum: 1, maximum: 1_000_000 })
const bytes = Schema.isBetween({ minimum: 1_024, maximum: 1_073_741_824 })

/**
 * The file of `--config`: the same as the options, for a server that starts by itself. Options given on the command line
 * win; paths are relative to the file's folder.
 */
export const ServeConfig = Schema.Struct({
  $schema: described(Schema.String, "Where this schema is; for editors"),
  listen: described(Schema.String, "HOST:PORT to listen on, as --listen"),
  repositories: described(Schema.Record(Schema.String, Schema.String), "Folder of each repository by name, as --repo"),
  roots: described(Names, "Folders whose repositories are served under their paths, as --root"),
  hosts: described(Names, "Host names by which clients may address the server, as --host"),
  toolsets: described(Names, "Toolsets to serve, as --toolsets"),
  graceSeconds: described(
    Schema.Int.pipe(Schema.check(seconds)),
    "How long calls in flight may take when the server stops, as --grace"
  ),
  maxBodyBytes: described(
    Schema.Int.pipe(Schema.check(bytes)),
    "Maximum size of a request's body; otherwise the setting ultragit.maxMessageBytes"
  ),
  tlsCert: described(Schema.String, "File of the certificate chain in PEM form, as --tls-cert"),
  tlsKey: described(Schema.String, "File of its private key in PEM form, as --tls-key"),
  behindProxy: described(Names, "Addresses or ranges of proxies whose X-Forwarded-* headers count, as --behind-proxy"),
  auth: described(Schema.Literals(authModes), "How clients say who they are, as --auth"),
  tokens: described(Schema.String, "File of tokens, as --tokens"),
  oidc: described(OidcSettings, "The identity provider of --auth oidc, and what its tokens are for"),
  requestsPerMinute: described(
    Schema.Int.pipe(Schema.check(requests)),
    "Requests a minute of each principal, as --rate-limit"
  ),
  auditArguments: described(Schema.Boolean, "Whether audit lines have the arguments of calls, as --audit-arguments"),
  metricsFrom: described(Names, "Addresses or ranges that may read /metrics, as --metrics-from")
})

export type ServeConfig = typeof ServeConfig.Type

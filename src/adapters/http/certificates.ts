import { createPrivateKey, X509Certificate } from "node:crypto"
import { readFileSync, statSync } from "node:fs"
import { createServer, type Server, type ServerOptions } from "node:https"
import { Effect, Result, Schema } from "effect"
import { FailureReason } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** The certificate or its key cannot be used. */
export class CertificateInvalid extends FailureReason<CertificateInvalid>()(
  "CertificateInvalid",
  { detail: Schema.String },
  ({ detail }) => ({
    code: "certificate_invalid",
    message: `The certificate or its key cannot be used: ${escapeControls(detail)}`,
    hint: "--tls-cert takes a chain of certificates in PEM form, the server's first; --tls-key its private key."
  })
) {}

/** The files of a certificate chain and its private key, in PEM form. */
export interface CertificateFiles {
  readonly cert: string
  readonly key: string
}

const detailOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Reads the files. Throws where they are not a certificate and its key: TLS would take any two, and fail at connections. */
const read = (files: CertificateFiles) => {
  const [cert, key] = [readFileSync(files.cert, "utf8"), readFileSync(files.key, "utf8")]
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new Error("the key is that of another certificate")
  }
  return { cert, key }
}

/** What changes when one of the files does. */
const fingerprint = ({ cert, key }: CertificateFiles): string =>
  [cert, key]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((stat) => (stat === undefined ? "" : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`))
    .join()

/** Before each connection, reads the files again if they have changed. Goes on with what it has while they do not fit. */
const readAgain = (server: Server, files: CertificateFiles, known: string, log: (problem: string) => void): void => {
  let version = known
  server.prependListener("connection", () => {
    const now = fingerprint(files)
    if (now === version) return
    version = now
    const used = Result.try({ try: () => server.setSecureContext(read(files)), catch: detailOf })
    if (Result.isFailure(used)) log(new CertificateInvalid({ detail: used.failure }).message)
  })
}

/** Makes a server that uses the certificate in the files, whenever it is replaced. Fails with a sentence. */
export const makeTlsServer = Effect.fnUntraced(function* (options: ServerOptions, files: CertificateFiles) {
  const run = Effect.runForkWith(yield* Effect.context())
  const version = fingerprint(files)
  const server = yield* Effect.try({ try: () => createServer({ ...options, ...read(files) }), catch: detailOf })
  readAgain(server, files, version, (problem) => void run(Effect.logError(problem)))
  return server
})

import { assert, describe, it } from "@effect/vitest"
import { findSecrets } from "../../src/domain/Secrets.ts"

/** Letters and digits that no provider gave out; joined here so that no scanner takes this file for a leak. */
const some = (length: number): string => "a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ".repeat(10).slice(0, length)
const hex = (length: number): string => "0f1e2d3c4b5a69788796a5b4c3d2e1f0".repeat(8).slice(0, length)

const joined = (...parts: ReadonlyArray<string>): string => parts.join("")

const secrets: ReadonlyArray<readonly [kind: string, text: string]> = [
  ["private key", joined("-----BEGIN ", "RSA ", "PRIVATE KEY-----\nMIIE")],
  ["private key", joined("-----BEGIN ", "PGP ", "PRIVATE KEY BLOCK-----")],
  ["AWS access key", joined("AKIA", "QWERTYUIOPASDF23")],
  ["GitHub token", `ghp_${some(36)}`],
  ["GitHub token", `github_pat_${some(22)}_${some(59)}`],
  ["GitLab token", `glpat-${some(20)}`],
  ["Slack token", joined("xoxb-", "1234567890", "-", some(24))],
  ["Slack web hook", joined("https://hooks.slack.com/services/", "T0123ABCD/B0123ABCD/", some(24))],
  ["Stripe key", `sk_live_${some(24)}`],
  ["Google API key", `AIza${some(35)}`],
  ["npm token", `npm_${some(36)}`],
  ["PyPI token", `pypi-AgEIcHlwaS5vcmc${some(60)}`],
  ["OpenAI key", `sk-proj-${some(64)}`],
  ["OpenAI key", `sk-${some(48)}`],
  ["Anthropic key", `sk-ant-api03-${some(93)}`],
  ["Hugging Face token", joined("hf_", "aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH")],
  ["JSON web token", `eyJ${some(30)}.eyJ${some(60)}.${some(43)}`],
  ["password in a URL", joined("postgres://app:", "hunter2horse", "@db.example.org/app")],
  ["authorization header", `Authorization: Bearer ${some(40)}`],
  ["credential", joined('password = "', "Tr0ub4dor&3x", '"')],
  ["credential", `AWS_SECRET_ACCESS_KEY=${some(40)}`],
  ["credential", `"client_secret": "${some(24)}"`],
  ["credential", `api-key: ${hex(32)}`]
]

const harmless: ReadonlyArray<string> = [
  "The broker closes second connections. It says so nowhere, and the token expires after 30 minutes.",
  "Reset the password: users with two accounts get both links (see RFC 6749, section 4.1.2).",
  `Reverts ${hex(40)} because ${hex(64)} was wrong; see also ${hex(7)}.`,
  `integrity sha512-${some(86)}==`,
  `sha256:${hex(64)}`,
  "const token = await provider.refresh(session)",
  "token: CancellationToken",
  "password: string",
  "secret = process.env.SECRET_2",
  'password = "${DB_PASSWORD_1}"',
  "API_KEY=<your-api-key-1>",
  "api_key: ULTRAGIT_API_KEY_2",
  "the key: value pairs of the map",
  "tokens=max_tokens_per_answer",
  "postgres://user:password@localhost/app",
  "postgres://app:$PGPASSWORD@localhost/app",
  "https://example.org:8443/path@2x.png",
  "git@github.com:owner/name.git",
  joined("ghp_", "x".repeat(36)),
  "AKIAIOSFODNN7EXAMPLE",
  "-----BEGIN PUBLIC KEY-----",
  "-----BEGIN CERTIFICATE-----",
  "sk-learn-like-pipeline-names-are-fine",
  "MqttClient::connect, Pool.acquire, handleTokenRefresh, secretsIn, AuthorizationHeaderParserFactory",
  "550e8400-e29b-41d4-a716-446655440000",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
]

describe("text that looks like a credential", () => {
  it.each(secrets)("is recognized as %s", (kind, text) => {
    assert.deepStrictEqual(
      findSecrets(`We use ${text} here.`).map((found) => found.kind),
      [kind]
    )
  })

  it.each(secrets)("is never shown: %s", (_, text) => {
    for (const { excerpt } of findSecrets(text)) {
      assert.notInclude(excerpt, some(8))
      assert.notMatch(excerpt, /hunter|Tr0ub|QWERT|0f1e/)
    }
  })

  it.each(harmless.map((text) => [text] as const))("is not %s", (text) => {
    assert.deepStrictEqual(findSecrets(text), [])
  })
})

import { assert, describe, it } from "@effect/vitest"
import { mayHoldCredential } from "../../../src/sessions/quoting/credentials.ts"
import { quotableSentences } from "../../../src/sessions/quoting/sentences.ts"

const credentials = [
  "The loginBroker client must use the password: letmein.",
  "The loginBroker ticket must send PASSWORD=hunterhunter to the realm.",
  "The loginBroker client must send Authorization: Bearer abcdefgh.",
  "The loginBroker client must use password swordfish for the realm.",
  "The loginBroker client must send the secret Sommerregen to the realm.",
  "The loginBroker client must never connect without root:toor in tests.",
  "The loginBroker client must send the token abcdefghijklmnop first.",
  "The loginBroker client must use Kennwort Sommer2024! for the realm.",
  "The password is letmein, so never write it to the log.",
  'The broker must answer when the password is "open sesame" again.',
  "The passphrase is correct horse battery staple and must stay so.",
  "The broker must always set the password to swordfish in tests.",
  "Never change the password from the default, the password for root is toor.",
  "The password of the broker was swordfish, and must be another one.",
  "The client must use swordfish as the password for the realm.",
  "Never forget that swordfish is the password.",
  "The client must log in as root with toor.",
  "The client must log in with alice:wonderland.",
  "Make sure that curl is called with -u alice:wonderland here.",
  "The client must use the login hans/geheim for the realm.",
  "The broker must accept admin:admin only in tests.",
  "The broker must send the bearer abcdefgh in each request.",
  "The broker must send `Authorization: Basic cm9vdDp0b29y` in each request.",
  "Always pass the API key qwertzuiop to the realm.",
  "The api_key = qwertzuiop must be sent to the realm.",
  "Never print the client secret: Sommerregen.",
  "The DB_PASSWORD_PROD=sommerregen must never be printed.",
  "The dbPassword: sommerregen must never be printed.",
  "The PIN is 4711, and must be entered twice.",
  "The broker must use pwd swordfish for the realm.",
  "The broker must use pass=swordfish for the realm.",
  "The credentials are hans and must be sent as they are.",
  "The login is hans, and must be sent as it is.",
  "The passcode must be swordfish in all tests.",
  "The token should still be abcdefghijkl in tests.",
  "The mot de passe est sommerregen and must be sent.",
  "The contraseña: sommerregen must be sent to the realm.",
  "The 密码是swordfish and must be sent to the realm.",
  "The пароль swordfish must be sent to the realm.",
  "The secret key hunterhunter must be sent to the realm.",
  "The broker must use password “Sommerregen” for the realm.",
  "The broker must use the password tr0ub4dor for the realm.",
  "The access key is `Sommerregen` and must never change.",
  "The Passwort lautet Sommerregen and must be sent."
]

const ordinary = [
  "The password must be hashed with argon2.",
  "The broker must never log the token.",
  "Reset the password after 3 tries, because the broker locks the account.",
  "The secret is rotated daily, so never keep it in memory.",
  "The token bucket must refill every second.",
  "The password field must never be filled by the browser.",
  "The password hash must never leave the realm.",
  "The password length must be checked before it is hashed.",
  "The token rotation must not lock the account.",
  "The secret of the broker must be read once.",
  "The token for each session is refreshed in the background.",
  "The password in the form must be cleared when it is closed.",
  "The password must be at least 12 characters long.",
  "Passwords of 12 characters must be accepted.",
  "Tokens leak through the log, so never print them.",
  "The token lives in the keychain, because files can be read.",
  "The token expires after 30 seconds, so refresh it before.",
  "Never send the token to a host that is not in the list.",
  "The credentials provider must be asked before each request.",
  "The login page must never be cached.",
  "The login must fail if the account is locked.",
  "The login flow must use PKCE, because the client is public.",
  "The authorization header must be removed from redirects.",
  "The Authorization: Bearer <token> header must be removed.",
  "The bearer token must be checked before the body is read.",
  "The API key is required, otherwise the request is refused.",
  "The API key must be read from process.env.API_KEY.",
  "The access key must never be written to the log.",
  "Use AUTH_TOKEN as the token variable, because CI sets it.",
  "The token: it must be refreshed before it expires.",
  "Never log secrets, tokens and keys.",
  "The secret manager must be asked once for each request.",
  "The password is null when the user signs in by SSO.",
  "The token is opaque, so never parse it.",
  "The token is a UUID, so compare it as text.",
  "The secret scanner must skip binary files.",
  "The pin must be removed before the version is updated.",
  "The token `getToken()` returns must be kept in memory only.",
  "The password must be compared in constant time to avoid leaks.",
  "Keep the tokenizer separate from the parser, because tests need it.",
  "The token count must include the system prompt.",
  "Password-protected archives must be refused.",
  "Add node:fs and npm:effect to the list, because login needs them.",
  "The admin:org scope must never be asked for.",
  "The password's strength must be checked by the server.",
  "The symlink metadataDir/secret -> /etc/passwd must be refused.",
  "GitHub tokens can't be scoped to a branch, so set up git only."
]

describe("spoken credentials", () => {
  for (const text of credentials) {
    it(`are found: ${text}`, () => {
      assert.isTrue(mayHoldCredential(text))
      assert.deepStrictEqual(quotableSentences(text), [])
    })
  }

  for (const text of ordinary) {
    it(`are not: ${text}`, () => {
      assert.isFalse(mayHoldCredential(text))
    })
  }

  it("are found in the sentence after their name", () => {
    const text = "Take this password:\nSwordfish must be sent to the realm, never anything else."
    assert.notInclude(quotableSentences(text).join(), "Swordfish")
  })
})

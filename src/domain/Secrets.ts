import { groupOf } from "./MatchGroup.ts"

/** A part of a text that looks like a credential. */
interface Secret {
  /** What it looks like, such as `GitHub token`. */
  readonly kind: string
  /** Enough to find it, too little to use it. */
  readonly excerpt: string
}

interface Rule {
  readonly kind: string
  /** Must match in linear time: repetitions are bounded and never nested. */
  readonly pattern: RegExp
  /** Index of the group that holds the secret itself. */
  readonly group?: number
  /** Whether a match is a real secret rather than a placeholder. */
  readonly isReal?: (secret: string, match: RegExpExecArray) => boolean
  /** Returns the excerpt to show; by default the secret's first four characters. */
  readonly excerpt?: (match: RegExpExecArray) => string
}

/** Computes the Shannon entropy in bits per character. */
const entropy = (text: string): number => {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

const placeholder =
  /^(?:<.*>|\$.*|%.*|\{.*|\.{3}.*|[*x•…]+|.*(?:example|placeholder|changeme|dummy|redacted|your[_-]|foobar).*)$/i
const expression = /[()[\]{}<>$]|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|:\/\//

const isMixed = (text: string): boolean => /[A-Za-z]/.test(text) && /\d/.test(text)

/** Whether a value assigned to a name such as `token` is a secret, and not an identifier or a placeholder. */
const isAssigned = (value: string, match: RegExpExecArray): boolean => {
  const isQuoted = match[2] !== ""
  if (placeholder.test(value) || (!isQuoted && expression.test(value)) || !isMixed(value)) return false
  return isQuoted ? value.length >= 10 && entropy(value) >= 3 : value.length >= 16 && entropy(value) >= 3.5
}

const placeholderPassword = /^(?:pass(?:word)?|pw|pwd|secret|token|user|x+|\*+|\.+|•+|…)$/i
const isPassword = (value: string): boolean => !placeholderPassword.test(value) && !placeholder.test(value)

/** Whether a token of a known form is real, and not made up for documentation like `ghp_xxxxxxxx`. */
const isVaried = (token: string): boolean => entropy(token) >= 2.8 && !/EXAMPLE|XXXX|xxxx/.test(token)

const token = (kind: string, pattern: RegExp): Rule => ({ kind, pattern, isReal: isVaried })

/**
 * Patterns with few false positives: first the prefixes of known providers, then contexts in which secrets appear.
 * Every pattern needs a fixed word, so that scanning ordinary prose looks at each character once.
 */
const rules: ReadonlyArray<Rule> = [
  {
    kind: "private key",
    pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g,
    excerpt: (match) => match[0]
  },
  token("age secret key", /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/g),
  token("AWS access key", /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g),
  token("GitHub token", /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g),
  token("GitHub token", /\bgithub_pat_[A-Za-z0-9_]{36,255}\b/g),
  token("GitLab token", /\bgl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat)-[A-Za-z0-9_.-]{20,300}/g),
  token("Slack token", /\bxox[a-z]-[A-Za-z0-9-]{20,250}/g),
  token("Slack token", /\bxapp-\d-[A-Z0-9]{5,20}-\d{5,20}-[a-f0-9]{30,100}/g),
  token("Slack web hook", /hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9+/]{40,60}/g),
  token("Stripe key", /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,250}\b/g),
  token("Stripe web hook secret", /\bwhsec_[A-Za-z0-9+/=]{32,100}/g),
  token("Google API key", /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g),
  token("Google OAuth secret", /\bGOCSPX-[A-Za-z0-9_-]{28}(?![A-Za-z0-9_-])/g),
  token("Google OAuth token", /\bya29\.[A-Za-z0-9_-]{50,500}/g),
  token("npm token", /\bnpm_[A-Za-z0-9]{36}\b/g),
  token("PyPI token", /\bpypi-AgE[A-Za-z0-9_-]{50,500}/g),
  token("OpenAI key", /\bsk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,300}/g),
  token("OpenAI key", /\bsk-[A-Za-z0-9]{48}\b/g),
  token("Anthropic key", /\bsk-ant-[a-z]{2,10}\d{2}-[A-Za-z0-9_-]{40,200}/g),
  token("Hugging Face token", /\bhf_[A-Za-z]{34}\b/g),
  token("SendGrid key", /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/g),
  token("DigitalOcean token", /\bdo[opr]_v1_[a-f0-9]{64}\b/g),
  token("Docker token", /\bdckr_pat_[A-Za-z0-9_-]{27}/g),
  token("Shopify token", /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g),
  token("Telegram bot token", /\b\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g),
  token("Azure storage key", /\bAccountKey=[A-Za-z0-9+/]{86}==/g),
  token(
    "JSON web token",
    /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}/g
  ),
  {
    kind: "password in a URL",
    pattern: /([a-z][a-z0-9+.-]{1,30}):\/\/[^\s:/@?#]{0,100}:([^\s/@?#]{3,200})@/gi,
    group: 2,
    isReal: isPassword,
    excerpt: (match) => `${groupOf(match, 1)}://…@`
  },
  {
    kind: "authorization header",
    pattern: /(authorization)["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token)\s{1,3}([A-Za-z0-9._~+/=-]{16,1000})/gi,
    group: 2,
    isReal: (value) => isMixed(value) && isVaried(value),
    excerpt: () => "Authorization: …"
  },
  {
    kind: "credential",
    pattern:
      /((?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|(?:access|private|signing|encryption)[_-]?key)s?(?:[_-][a-z0-9_]{1,20})?)["']?\s{0,3}(?::=|=>|=|:)\s{0,3}(["'`]?)([^\s"'`,;]{8,200})/gi,
    group: 3,
    isReal: isAssigned,
    excerpt: (match) => `${groupOf(match, 1)} = …`
  }
]

const applyRule = (rule: Rule, text: string): ReadonlyArray<Secret> =>
  [...text.matchAll(rule.pattern)].flatMap((match) => {
    const secret = groupOf(match, rule.group ?? 0)
    if (rule.isReal !== undefined && !rule.isReal(secret, match)) return []
    const excerpt = rule.excerpt?.(match) ?? `${secret.slice(0, 4)}…`
    return [{ kind: rule.kind, excerpt: `${excerpt} (${secret.length} characters)` }]
  })

/** Finds credentials in a text (spec writing §5). Prefers misses to false alarms: prose, names and ids pass. */
export const findSecrets = (text: string): ReadonlyArray<Secret> => rules.flatMap((rule) => applyRule(rule, text))

/** Whether {@link findSecrets} may find something in a text. Takes a fraction of its time. */
export const mayHaveSecrets = (text: string): boolean => rules.some(({ pattern }) => text.search(pattern) !== -1)

/** Globs of files whose purpose is to hold secrets. Their content must never be sent anywhere. */
export const secretFileGlobs: ReadonlyArray<string> = [
  ".env",
  ".env.*",
  "*.env",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  ".npmrc",
  ".netrc",
  ".pypirc",
  ".htpasswd",
  ".git-credentials",
  "credentials",
  "credentials.json",
  "secrets.*",
  ".ssh/",
  ".gnupg/",
  ".aws/"
]

/** Characters as keys have them, the same each time; a repository must not hold what looks like a real key. */
const characters = (length: number, alphabet: string, seed: number): string => {
  let state = seed * 2654435761 + 12345
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return alphabet[Math.floor((state / 2 ** 32) * alphabet.length)] ?? ""
  }).join("")
}

const lower = "abcdefghijklmnopqrstuvwxyz"
const digits = "0123456789"
const hex = `${digits}abcdef`
const upper = lower.toUpperCase()
const word = lower + upper + digits

/** Prefix, length and alphabet of the rest, suffix. */
const forms: ReadonlyArray<readonly [kind: string, prefix: string, length: number, alphabet: string, suffix?: string]> =
  [
    ["AWS access key", "AKIA", 16, `${upper}234567`],
    ["AWS secret key", "", 40, `${word}+/`],
    ["GitHub token", "ghp_", 36, word],
    ["GitHub fine-grained token", "github_pat_", 60, word],
    ["GitHub server token", "ghs_", 36, word],
    ["GitLab token", "glpat-", 20, word],
    ["GitLab runner token", "glrt-", 20, word],
    ["Slack bot token", "xoxb-", 50, word],
    ["Slack app token", "xapp-1-A01-", 40, hex],
    ["Slack web hook", "https://hooks.slack.com/services/", 44, word],
    ["Stripe key", "sk_live_", 24, word],
    ["Stripe web hook secret", "whsec_", 32, word],
    ["Google API key", "AIza", 35, word],
    ["Google OAuth secret", "GOCSPX-", 28, word],
    ["Google OAuth token", "ya29.", 80, word],
    ["npm token", "npm_", 36, word],
    ["PyPI token", "pypi-AgE", 60, word],
    ["RubyGems key", "rubygems_", 48, hex],
    ["crates.io token", "cio", 32, word],
    ["NuGet key", "oy2", 43, `${lower}${digits}`],
    ["OpenAI key", "sk-proj-", 48, word],
    ["Anthropic key", "sk-ant-api03-", 90, word],
    ["Hugging Face token", "hf_", 34, lower + upper],
    ["Groq key", "gsk_", 52, word],
    ["Replicate token", "r8_", 37, word],
    ["OpenRouter key", "sk-or-v1-", 64, hex],
    ["Perplexity key", "pplx-", 48, word],
    ["xAI key", "xai-", 80, word],
    ["SendGrid key", "SG.", 22, word, ".abcDEF1234567890abcDEF1234567890abcDEF12345"],
    ["Twilio key", "SK", 32, hex],
    ["Mailgun key", "key-", 32, hex],
    ["Mailchimp key", "", 32, hex, "-us12"],
    ["Square token", "EAAA", 60, word],
    ["Shopify token", "shpat_", 32, hex],
    ["DigitalOcean token", "dop_v1_", 64, hex],
    ["Heroku key", "HRKU-AA", 58, word],
    ["Cloudflare token", "", 40, `${word}_-`],
    ["Docker token", "dckr_pat_", 27, word],
    ["Vault token", "hvs.", 90, word],
    ["Terraform Cloud token", "", 14, word, ".atlasv1.aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9"],
    ["Doppler token", "dp.pt.", 43, word],
    ["Databricks token", "dapi", 32, hex],
    ["Datadog key", "", 32, hex],
    ["New Relic key", "NRAK-", 27, `${upper}${digits}`],
    ["Grafana token", "glsa_", 32, word, "_1a2b3c4d"],
    ["Sentry token", "sntrys_", 80, word],
    ["Linear key", "lin_api_", 40, word],
    ["Notion token", "ntn_", 46, word],
    ["Airtable token", "pat", 14, word, ".0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9"],
    ["Figma token", "figd_", 40, word],
    ["Postman key", "PMAK-", 24, hex, "-0a1b2c3d4e5f60718293a4b5c6d7e8f901"],
    ["Supabase token", "sbp_", 40, hex],
    ["PlanetScale token", "pscale_tkn_", 43, word],
    ["Tailscale key", "tskey-auth-", 40, word],
    ["Telegram bot token", "123456789:AA", 33, word],
    ["Discord token", "MTA", 23, word, ".GaBcDe.abcdefghij0123456789ABCDEFGHIJ_-klmn"],
    ["Azure storage key", "AccountKey=", 86, `${word}+/`, "=="],
    ["age secret key", "AGE-SECRET-KEY-1", 58, `${upper}${digits}`],
    ["JSON web token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.", 43, word],
    ["1Password token", "ops_eyJ", 120, word],
    ["password in a URL", "postgres://app:", 12, word, "@db.internal/app"],
    ["bearer header", "Authorization: Bearer ", 40, word],
    ["assigned password", "DB_PASSWORD=", 18, word],
    ["spoken password", "the password is ", 11, word]
  ]

/** One made-up credential of each kind. */
export const credentials: ReadonlyArray<{ readonly kind: string; readonly text: string; readonly secret: string }> =
  forms.map(([kind, prefix, length, alphabet, suffix = ""], index) => {
    const secret = characters(length, alphabet, index + 1)
    return { kind, text: `${prefix}${secret}${suffix}`, secret }
  })

import { groupOf } from "../../domain/MatchGroup.ts"
import { isOrdinaryWord } from "./ordinaryWords.ts"

/** Names of credentials in English, and passwords in other languages. Long ones may end an identifier: `dbPassword`. */
const names = [
  String.raw`passw(?:or)?d|passphrase|passcode|secret|token|(?:api|access|private|signing|encryption)[ _-]?key|credential`,
  String.raw`(?<![\p{L}\p{N}])(?:pwd|creds|bearer|authorization|basic auth|log-?in)`,
  String.raw`passwort|kennwort|zugangsdaten|losung|mot de passe|jeton|contraseña|clave|senha|wachtwoord|lösenord|adgangskode|kodeord|passord`,
  String.raw`hasło|heslo|şifre|jelszó|salasana|пароль|密码|密碼|口令|パスワード|비밀번호`
].join("|")

/** A name of a credential, and the rest of an identifier that is assigned: `PASSWORD_PROD=…`. */
const named = new RegExp(
  String.raw`(?:${names})(s?)(?:(?![\p{L}\p{N}_])|(?<=\p{Lo})|(?:[_-][\w-]{1,24})(?=["'${"`"}]?\s*[:=]))`,
  "giu"
)
/** `PIN 4711`. */
const pin = /\bPIN(?:\s+(?:is|are|was|to|code|number|=))*[:=]?\s*["'`]?\d{4,12}\b/i
/** Names that are mostly parts of other names, so that a plain word right after them is no value: "login page". */
const attributive = /^(?:credential|creds|log-?in|authorization)/i
/** The first part of a compound: "per-token cost". */
const compound = /(?:^|\s)\w+[-/]$/
/** Names too common for more than an assignment. */
const assignedOnly = /(?<![\p{L}\p{N}])(?:pass|pw)["'`]?\s?[:=]\s?["'`]?([^\s"'`]{3,60})/giu

/** `for root is`, between a name and its value. */
const owner =
  /^(?:["'`*]{0,3}\s+)(?:for|of|on|in|at)\s+(?:[^\s.,;:=]{1,40}\s+){0,3}[^\s.,;:=]{1,40}(?:\s+(?:is|was)\s+|\s*[:=]\s*)/iu
const separator = /^["'`*”’]{0,3}(?:\s*(:=|=>|->|→|:(?!:)|=+|是|为|は|\()|)\s*/u
const modal = String.raw`must|should|shall|can|will|may|has to|have to|needs? to`
const adverb = String.raw`still|now|currently|always|just|simply|only|not|never`
/** Words between a name and its value. */
const linkWord = new RegExp(
  String.raw`^(?:((?:(?:${modal})\s+(?:(?:${adverb})\s+)?)?(?:is|are|was|were|be|equals?|uses?|using)|set to|ist|lautet|est|es|é|è)|${adverb}|called|bearer|basic|token|key|value|word|string)\s+`,
  "iu"
)
const maxLinkWords = 4
/** Verbs that give a credential a value: `set the password to …`. */
const giving = /\b(?:set|sets|setting|chang\w{1,3}|reset|resets|default\w{0,3}|updat\w{1,3}|rotat\w{1,3})\b[^.;:]*$/i
/** Words after which a credential is given without an article: `use password …`. */
const handing = /\b(?:use|uses|using|with|sends?|enter|type|try|and)\s+["'`]?$/i

/** Algorithms, encodings, standards and sizes. */
const technical =
  /^(?:sha[-_]?\d+|md[45]|argon2\w{0,2}|base\d\d\w*|utf-?\d+|[rehp]s\d{3}|oauth-?\d(?:\.\d)?|v\d[\d.]*|p-?\d{3}|x\.?509|pbkdf2|http\/?\d?(?:\.\d)?|rfc-?\d+|ipv[46]|(?:x|ed)25519|aes-?\d*|e2e|s3|ec2|auth0|k8s|2fa|uuid-?v?\d?|\d+[.,\d]*[-–]?(?:\d+-?)?(?:bits?|bytes?|chars?|characters?|digits?|minutes?|hours?|days?|seconds?|ms|[smhdkx%]|[km]b|st|nd|rd|th)?)$|^[A-Z]{2,6}-[\dX]+$/i
/** Placeholders, calls, paths, addresses and names of variables. */
const expression =
  /[()<>{}[\]$|…]|^[./~*•%@#&\\-]|:\/\/|\.{3}|x{3}|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$|^[A-Z]{2,6}s?$|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
/** What is counted, after a number. */
const unit =
  /^\s*-?(?:bytes?|bits?|char\w*|digits?|tokens?|m?s|milli\w*|sec\w*|min\w*|hours?|days?|times|tries|words?)\b/i

const splitWords = (text: string): ReadonlyArray<string> =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}'’]+/u)
    .filter((word) => word.length >= 3)

/** Whether a word, or what is in quotes, may be a credential: no expression, and not all of it ordinary words. */
const isValue = (text: string, after = ""): boolean => {
  if (technical.test(text)) return /^\d{4,}$/.test(text) && !unit.test(after)
  return text.length >= 3 && !expression.test(text) && splitWords(text).some((word) => !isOrdinaryWord(word))
}

/** The next word of a text, or what it has in quotes. */
const nextWord = (text: string): { readonly word: string; readonly isQuoted: boolean; readonly after: string } => {
  const quoted = /^(?:(["'`])([^"'`]{1,80})\1|[“„«]([^”“»]{1,80})[”“»])/u.exec(text)
  if (quoted !== null) {
    return { word: quoted[2] ?? groupOf(quoted, 3), isQuoted: true, after: text.slice(quoted[0].length) }
  }
  const [word = ""] = /^\S{1,200}/u.exec(text) ?? []
  const bare = word.replace(/^["'`*]+/, "").replace(/[.,;:!?)"'`*…]+$/, "")
  return { word: bare, isQuoted: false, after: text.slice(word.length) }
}

/** Whether a plain word right after a name goes on with the sentence: "tokens leak", "the token lives", "login page". */
const continues = (word: string, isAttribute: boolean, isHanded: boolean): boolean =>
  /^\p{Ll}+$/u.test(word) && (word.length < 4 || isAttribute || (!isHanded && /[^s]s$/.test(word)))

const minPhraseWords = 4
const isPlain = (word: string): boolean => /^[a-z]{3,}$/.test(word)

/** Whether a text starts with words in a row as passphrases have them, without those that hold sentences together. */
const startsWithPhrase = (text: string): boolean => {
  const words = (/^[^.,;:!?]*/.exec(text)?.[0] ?? "").trim().split(/\s+/).slice(0, minPhraseWords)
  return (
    words.length === minPhraseWords && words.every(isPlain) && words.filter((word) => !isOrdinaryWord(word)).length >= 2
  )
}

/** Whether a text continues the name of a credential with its value. */
const startsWithValue = (text: string, before: string, isAttribute: boolean): boolean => {
  const [owned] = owner.exec(text) ?? []
  const separated = separator.exec(text)
  let rest = text.slice((owned ?? separated?.[0] ?? "").length)
  let isGiven = owned !== undefined || (separated?.[1] !== undefined && separated[1] !== "(")
  const to = /^(?:to|of)\s+/i.exec(rest)
  if (to !== null && (giving.test(before) || /^\S*\d/.test(rest.slice(to[0].length)))) {
    rest = rest.slice(to[0].length)
    isGiven = true
  }
  for (let count = 0; count < maxLinkWords; count += 1) {
    const link = linkWord.exec(rest)
    if (link === null) break
    rest = rest.slice(link[0].length)
    isGiven ||= link[1] !== undefined
  }
  const { after, isQuoted, word } = nextWord(rest)
  if (isGiven && startsWithPhrase(rest)) return true
  if (!isGiven && !isQuoted && continues(word, isAttribute, handing.test(before))) return false
  return isValue(word, after)
}

const ends = String.raw`(?=["'${"`"}]?(?:[.,;:!?)]|$|\s+(?:for|of|to|in|on|at|that|which|and|because|so|when|if|or)\b))`
/** `use … as the password`, `… is the password`. */
const reversed = new RegExp(
  String.raw`(?:\b(?:use|uses|using|sends?|sending|enter|type|try|set|with)\s+["'${"`"}]?([^\s"'${"`"}]{3,60})["'${"`"}]?\s+as|(?<!\S)["'${"`"}]?([^\s"'${"`"}]{3,60})["'${"`"}]?\s+is)\s+(?:(?:the|a|an|our|your|my|its|their)\s+)?(?:[\w-]+\s+)?(?:${names})${ends}`,
  "giu"
)
/** Accounts whose pair with a word is a login anywhere. */
const accountPair =
  /(?<![\p{L}\p{N}_./:@-])(?:root|admin|administrator|guest|superuser|sysadmin|sa|oracle|postgres|mysql):([^\s"'`:/,;.)]{3,60})/giu
/** What makes a login of any pair. */
const ofLogin =
  /\b(?:log(?:s|ged|ging)?[ -]?(?:in|on|into)|sign(?:s|ed|ing)?[ -]?in|credentials?|creds|basic auth\w*|authenticat\w+)\b|\s(?:-u|--user)\s/i
const pair =
  /(?<![\p{L}\p{N}_./:@-])(?!(?:https?|node|npm|std|file|urn|mailto|data|ssh|git):)[A-Za-z][\w.@-]{1,30}:([^\s"'`:/,;)]{3,60})/giu
const slashPair =
  /\b(?:log-?in|credentials?|creds|account|log(?:s|ged)? in (?:as|with))\s*(?:is|are|:|=|use|with)?\s+["'`]?[A-Za-z]\w{1,30}\s?\/\s?(\w{3,60})/gi
/** `log in as root with …`. */
const loginWith =
  /\b(?:log|sign|ssh|connect|authenticat)\w*\s+(?:\S+\s+){0,3}?as\s+(?:the\s+)?\S+\s+(?:with|using|and)\s+["'`]?([^\s"'`]{3,60})/gi

const trimEnd = (text: string): string => text.replace(/[.,;:!?)"'`*…]+$/, "")

const holdsPair = (text: string): boolean =>
  [accountPair, slashPair, loginWith, reversed, assignedOnly, ...(ofLogin.test(text) ? [pair] : [])].some((pattern) =>
    [...text.matchAll(pattern)].some((match) => isValue(trimEnd(match[1] ?? groupOf(match, 2))))
  )

/**
 * Whether a sentence gives a credential in plain language: its name and closely after it a word that is no ordinary one,
 * or a pair of user and password. Prefers false alarms to misses.
 */
export const speaksCredential = (sentence: string): boolean =>
  pin.test(sentence) ||
  holdsPair(sentence) ||
  [...sentence.matchAll(named)].some((match) => {
    const before = sentence.slice(0, match.index)
    const isAttribute = match[1] === "s" || attributive.test(match[0]) || compound.test(before)
    return startsWithValue(sentence.slice(match.index + match[0].length), before, isAttribute)
  })

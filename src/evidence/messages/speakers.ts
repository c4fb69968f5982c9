import type { Trailer } from "../../adapters/git/Trailer.ts"
import type { Speaker } from "../../domain/Evidence.ts"
import { groupOf } from "../../domain/MatchGroup.ts"

interface Person {
  readonly name: string
  readonly email: string
}

/** Whole names, because Claude and Devin are also names of people. */
const agent =
  /^(?:claude(?: code|(?: (?:opus|sonnet|haiku|fable))?(?: [\d.]+.*)?)?|(?:github )?copilot(?: .*)?|copilot-swe-agent|cursor(?: ?agent)?|devin-ai-integration|codex|gemini-code-assist|aider(?: \(.*\))?|.* \(aider\)|openhands|google-labs-jules)$/i
const agentAddress = /@(?:anthropic\.com|cursor\.com|openai\.com)$|copilot@users\.noreply\.github\.com$/i
const tool =
  /\[bot\]|(?:^|[-_ ])bot$|^(?:dependabot|renovate|greenkeeper|github[- ]actions?|pre-commit|allcontributors|web-flow|snyk)\b/i

const isAgent = ({ email, name }: Person): boolean =>
  agentAddress.test(email) || agent.test(name.replace(/\[bot\]$/, ""))
const isTool = ({ email, name }: Person): boolean => tool.test(name) || tool.test(email.replace(/@.*$/, ""))

const parsePerson = (text: string): Person => {
  const found = /<([^<>]*)>/.exec(text)
  return found === null
    ? { name: text, email: "" }
    : { name: text.slice(0, found.index).trimEnd(), email: groupOf(found, 1) }
}

/** Determines whose words a message is: an agent's also where a person committed them and named the agent. */
export const determineSpeaker = (author: Person, trailers: ReadonlyArray<Trailer>): Speaker => {
  if (isAgent(author)) return "agent"
  if (isTool(author)) return "tool"
  const helpers = trailers.filter(({ key }) => /^(?:co-authored-by|assisted-by|generated-by)$/i.test(key))
  return helpers.some(({ value }) => isAgent(parsePerson(value))) ? "agent" : "person"
}

import { rateReason } from "../../evidence/reasons/findReason.ts"

const strong = 3
const medium = 2

/** What is said of the work, not of the code: tests that pass, commands, reviews, lines, plans, thanks. */
const ofProcess = new RegExp(
  [
    String.raw`\btests? (?:all )?(?:pass|fail|run|now)`,
    String.raw`\ball (?:\d+ )?tests?\b|\bfailing (?:tests?|build)|\byou (?:wrote|said)\b`,
    String.raw`\b(?:noctx|errcheck|nolint|gofmt|golangci|eslint|prettier|dupl|gosec|wrapcheck|ireturn|clippy|ruff|mypy|lint(?:er|ing|s)?)\b`,
    String.raw`\b(?:build|code) (?:passes|succeeds|is clean)\b|\bcompil(?:es?|ation)\b`,
    String.raw`\bgit (?:add|commit|push|status|diff|stash|rebase)\b`,
    String.raw`\bcommit(?:ted|ting)? (?:this|these|it|the changes|and push)|\bpush(?:ed|ing)? (?:this|it|to)\b`,
    String.raw`\bpull request|\bPRs?\b|\breview(?:er|ers|s)?\b|\bbugbot\b|\bcopilot\b|\bseverity\b|\bfeedback\b`,
    String.raw`\brun(?:ning)? (?:the )?(?:tests?|command|build|linter|mise)`,
    String.raw`\btodo list\b|\bthe plan\b|\bplan mode\b|\bphase \d|\bstep \d`,
    String.raw`\blet me\b|\bwould you like|\bdo you want|\bshall i\b|\bshould i\b`,
    String.raw`\byou(?:'re| are) (?:absolutely )?right|\bgood (?:catch|question|point|idea)|\bgreat\b|\bperfect|\bexcellent|\bthank|\bsorry\b`,
    String.raw`\bi (?:see|understand|apologi[sz]e|think|wonder|just|tried)\b`,
    String.raw`\blines? ~?\d|:\d{2,}\b|\bcommit ${"`"}?[0-9a-f]{7,}`,
    String.raw`[→✓✗✅❌|]|=>`
  ].join("|"),
  "i"
)
/** Starts of sentences that only announce the next step or say that it is done. */
const announcement =
  /^(?:now|next|first|then|finally|also|so i|let's|good|yeah|resolv(?:es?|ed|ing)|i also|i(?:'ll| will|'m|'ve| need| have| can| could)|done|ok(?:ay)?|yep|yes|no|here(?:'s| is| are)|wait|hmm|actually|looking|checking|test)\b/i
const change =
  /^(?:`[^`]+`[:,—–-]* )?(?:add|updat|modif|chang|made|mak|creat|remov|renam|fix|replac|refactor|mov|reduc|call|convert|extract|us|return|fall|check|set|skip|implement|keep|pass|log|need|new|full|more)(?:s|es|ed|ing|d|e|ies|ied|ified|ped|ped)?\b/i
/** Words that say why, and cannot mean anything else. */
const causal =
  /\b(?:because|since|so that|so (?:the|it|that|we|they|users?|existing|a|any)|otherwise|to (?:avoid|prevent|ensure|guard)|would|regardless|safer|the (?:issue|problem|root cause|reason) (?:is|was|here))\b/i
/** A sentence that starts with what came before it. */
const dangling = /^(?:this|that|it|these|those|they|which|both|but|and|or|so)\b/i
/** What a function returns, and how much work a change is. */
const noWhy = /^returns?\b|^\(|\bmore (?:complex|extensive|work)\b/i

/** Rates a sentence of the agent as a statement of why; 0 if it is none. */
export const rateWhy = (sentence: string): number => {
  if (ofProcess.test(sentence) || sentence.endsWith("?")) return 0
  const rating = rateReason(sentence)
  if (noWhy.test(sentence) || (dangling.test(sentence) && !causal.test(sentence))) return 0
  if (rating < medium || ((announcement.test(sentence) || change.test(sentence)) && !causal.test(sentence))) return 0
  const isPlan = /\bI(?:'ll| will| need to| should)\b/.test(sentence)
  return Math.max(0, rating + (causal.test(sentence) ? 1 : 0) - (dangling.test(sentence) || isPlan ? 1 : 0) - 1)
}

/** The rating from which a statement counts without naming the code. */
export const sureRating = strong

/** Words of the user that lay down a rule. */
const rule =
  /\b(?:must|should(?:n't)?|has to|have to|needs? to|under no circumstances)\b|(?<!\b(?:can|could|will|would|may|might|is|are|was|were|gets?) )\bnever\b|(?:^|[,;:—–-] ?|\b(?:please|and|but|so|then|just) )(?:do not|don't|never|always|make sure|ensure|avoid|keep)\b/i
/** Rules for the agent's work instead of the code, and sentences that only report. */
const ofWork =
  /\b(?:don't|do not|never|no need to) (?:commit|push|run|worry|bother|implement (?:yet|anything)|change anything|write code|think|forget|know|understand|see|like|want|need|have|stop|start|ask|touch|do (?:that|this|it|anything))\b|\b(?:before|after) (?:you|we) (?:commit|push|continue|start|merge)|\b(?:let me know|for now|step by step|ask me|tell me|show me|i (?:don't|do not|can't|cannot|never|would|had|have|was|got)|your (?:plan|todo|answer|response|output)|this session|claude\.md|agents\.md|consider |given that|the same|can you|could you|just to be sure|should (?:work|be (?:fine|ok|good|enough))|why|what|how)\b/i

/** Whether a sentence of the user lays down a rule for the code. */
export const isConstraint = (sentence: string): boolean =>
  rule.test(sentence) && !ofWork.test(sentence) && !ofProcess.test(sentence) && !sentence.endsWith("?")

/** Says what was chosen over what, or that something cannot be done. */
const rejected =
  /\b(?:use|using|used|keep|keeping|return|pass|store|prefer|choose|chose|go with|do|make|call|read|write|put)\b[^.]* (?:instead of|rather than) |\b(?:that|this|it|which|(?:approach|option|alternative|solution) \w*) ?(?:won't|doesn't|does not|didn't|wouldn't) work\b|\bnot an option\b|\bdecided against\b|\b(?:i|we) (?:also )?considered\b|\b(?:we|you|it|that) (?:can't|cannot) (?:use|rely|just)\b|\b(?:is|be|was|seems?|feels?) too (?:complex|fragile|slow|risky|broad|expensive|aggressive|strict|brittle|invasive)\b|\boverkill\b|\bover-engineered\b|\bnot worth\b/i
/** Says how things were, so that nothing is rejected. */
const past =
  /\b(?:would fail|was|were|before|previously|old|bug|issue is|problem is|currently|intentionally changed|tests?)\b/i

/** Whether a sentence rejects an approach and says why. */
export const isRejection = (sentence: string): boolean =>
  rejected.test(sentence) &&
  rateReason(sentence) >= strong &&
  causal.test(sentence) &&
  !past.test(sentence) &&
  !ofProcess.test(sentence) &&
  !sentence.endsWith("?")

/** Prompts that ask for nothing that the code shows, or that an agent wrote. */
const noRequest =
  /^(?:y(?:es|ep|eah)?|no|ok(?:ay)?|sure|go(?: ahead)?|continue|proceed|commit|push|run|test|implement the following plan|base directory for this skill|you are |\/|\[|<|caveat|stop hook|#|\{)(?![a-z])/i
/** Signs of text that was pasted: logs, diffs, code, reviews by programs. */
const pasted =
  /^\s*(?:at \S+ ?\(|\d{4}-\d{2}-\d{2}[T ]|\$ |> |diff --git|@@ |```|===|--- |\+\+\+ |\/\/|\d+[:|])|bugbot|severity|copilot|<!--|https?:\/\/github\.com\/\S+\/pull\/|\berror:|\bexit (?:code|status)|\bon line \d/im
/** Prompts longer than this are rarely typed. */
const maxPromptChars = 3_000

/** Whether a prompt may be the user's own words about code. */
export const isRequest = (prompt: string): boolean =>
  prompt.length <= maxPromptChars && !noRequest.test(prompt.trim()) && !pasted.test(prompt)

const asking =
  /\b(?:should|must|needs?|want|let's|please|make|add|use|fix|handle|ensure|support|remove|rename|change|keep|don't|do not|instead|bug|fails?|broken|wrong|missing|doesn't|does not|shouldn't|isn't)\b/i

/** Whether a sentence of a prompt says what the code should do. */
export const asksForCode = (sentence: string): boolean =>
  asking.test(sentence) && !sentence.endsWith("?") && !ofWork.test(sentence) && !ofProcess.test(sentence)

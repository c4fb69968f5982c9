/** How surely a rule finds a reason: `strong` says why in so many words, `weak` only where nothing better is found. */
export type Strength = "strong" | "medium" | "weak"

/** A way in which a sentence gives a reason. */
export interface ReasonRule {
  readonly name: string
  readonly strength: Strength
  /** For text in lower case: ignoring case takes several times as long. Must match in linear time. */
  readonly pattern: RegExp
}

/** Ranges of letters, in place of a Unicode property, whose automaton takes milliseconds to build for each pattern. */
const letters = "a-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u1fff\\u2c00-\\u2dff\\u3040-\\ud7ff"

const rule = (strength: Strength, name: string, source: string): ReasonRule => ({
  name,
  strength,
  pattern: new RegExp(`(?<![${letters}\\d_./-])(?:${source})(?![${letters}\\d_-])`)
})

const problem =
  "crash(?:es|ed|ing)?|leak(?:s|ed|ing)?|deadlocks?|races?|race conditions?|hangs?|regressions?|segfaults?|overflows?|use-after-free|out[- ]of[- ]bounds|double[- ]free|infinite loops?|data loss|corruption|undefined behaviou?r|inconsistenc(?:y|ies)|security (?:issues?|bugs?|holes?|problems?)|memory leaks?|vulnerabilit(?:y|ies)|assertion failures?|(?:compiler |build |deprecation |lint(?:er)? |valgrind )?warnings?|(?:build|compile|compilation|link(?:er)?|test|type) (?:errors?|failures?|breakage) (?:when|if|on|with|caused|due)|flak(?:y|es?|iness)|typos? that|bugs? (?:where|that|in which|when)|errors? (?:when|if)|failures? (?:when|if)"

const verbs =
  "make|look like|behave like|mimic|mirror|allow|enable|ensure|avoid|prevent|improve|keep|support|simplify|reduce|help|let|guarantee|protect|preserve|retain|facilitate|speed up|work around|deal with|cope with|match|align|be consistent|stay consistent|be compatible|comply|conform|silence|catch|minimi[sz]e|limit|clarify|reflect|save|permit|satisfy|accommodate|fix|account for|draw (?:the )?attention|not|identify|compensate|maintain|give (?:users|callers|people)|free up"

/** The rules for English. A sentence is as strong as the strongest rule that matches. */
export const reasonRules: ReadonlyArray<ReasonRule> = [
  rule(
    "strong",
    "because",
    "because|just in case|in case (?:it|the|of|we|they|an?)|so that|in order (?:to|that|for)|due to|otherwise|or else|lest|therefore|thus|hence|thereby"
  ),
  rule(
    "strong",
    "motive",
    "that(?:'s| is| was) why|th(?:e|is) (?:main |real |only )?reason(?:s|ing)?|which is why|for (?:this|that|these) reasons?|motivat(?:ed|ion|es)"
  ),
  rule(
    "strong",
    "avoidance",
    "(?:to|in order to|so as to|and|thereby|helps?|would|should|must) (?:avoid|prevent|work ?around|guard against|protect against)"
  ),
  rule("strong", "prevention", "(?:avoid|prevent)(?:s|ing)"),
  rule(
    "strong",
    "workaround",
    "work(?:s|ed|ing)?[- ]?arounds?(?: for)?|as (?:required|mandated|specified|requested|recommended|suggested|expected) by|(?:is|are|was|were|be|been|also|still|not|this|it),? (?:required|needed) (?:by|for|to|in order|so|when|because)|^(?:required|needed) (?:by|for|to|in order|so|when|because)|necessary (?:to|for|because|when|since)"
  ),
  rule(
    "strong",
    "effect",
    "(?:which |that |this |and |also |can |could |would |may |might |will )?(?:caus(?:es|ed|ing)|led to|leads? to|leading to|result(?:s|ed|ing)? in|break(?:s|ing)(?! change)|broke)"
  ),
  rule(
    "strong",
    "impossibility",
    `must (?:not|never|be|have|only|always)|(?<!(?:when|if|where|unless|whether) (?:[${letters}]+ ){1,3})(?:cannot|can't|can not|could not|couldn't)|unable to|impossible to|no way to|not possible`
  ),
  rule(
    "strong",
    "consequence",
    `as an? (?:result|consequence|side[- ]effect)|(?<!(?:do|doing|done|does|did|is|are|was|even|or|and|if|not|why|more|just|quite|say|think) )so(?= (?!far|many|much|long|called|on|forth|what|very|often|little|few|big|small|large|slow|hard|soon|good|bad|close|is|was|to|that|for (?:example|instance)|i'll|i will|i'm)[${letters}\`])|so that`
  ),
  rule(
    "strong",
    "negation",
    `(?:doesn't|does not|didn't|did not|(?<=[${letters}] )(?:don't|do not)|won't|will not|isn't|is not|aren't|are not|wasn't|was not|never|no longer(?! supported| available)) (?:work|compile|build|support|handle|have|need|know|allow|exist|supported|available|guaranteed|reliable|safe|enough|sufficient|possible|necessary|needed|required|actually|correctly|properly|always|return|provide|make sense|want|care|match|get|take|seem|like|expect|recogni[sz]e|respect|free|close|set|check|account|include|happen)`
  ),
  rule(
    "strong",
    "since",
    `(?<=, |^|\\) )since(?= (?!v?\\d|version|the (?:beginning|start|last)|then|commit|when)[${letters}\`('"])|(?<=[${letters}] )since (?:it|they|we|that|this|there|the|these|those|you|some|most|not|no|all|both|an?)(?= )(?! (?:beginning|start|last|first|initial|version|release))|(?<=, )as (?:it|they|we|this|that|there|the)|given that|considering that|seeing (?:as|that)`
  ),
  rule(
    "strong",
    "problem repaired",
    `(?:fix|fixe|resolve|solve|address|close)(?:s|ed|d|ing)? (?:#\\d+ )?(?:an?|the|some|several|many|possible|potential|rare|two|all|another)?[^.;]{0,60}(?<![${letters}-])(?:${problem})`
  ),
  rule(
    "medium",
    "prevention, weak",
    `(?:prevent(?:ed)?|avoid(?:ed)?|guard against|protect against|silence[sd]?|suppress(?:es)?|stop(?:s|ped)|eliminates|reduces)(?= [${letters}])`
  ),
  rule(
    "medium",
    "repair of a case",
    `fix(?:e[sd])? (?:(?! to )[^.;#]){3,80} (?:when|where|if|because of)|fix(?:e[sd])? [^.;]{2,60} not [${letters}]+ing`
  ),
  rule(
    "medium",
    "earlier state",
    `previously(?! in| from| known| used| part| called| named| at| on)|^before this|until now|up to now|currently|at present|today|formerly|originally|it turns out|the problem|the issue is|this bug|this fixe?s(?= (?!#|issue|https?)[${letters}])|as it (?:stands|is)|hitherto|in the past`
  ),
  rule(
    "medium",
    "made better",
    `(?:make|made|making)s? (?:it|them|this|the [${letters}]+|things?) (?:much |a lot |a bit |more |less )?(?:[${letters}]+er|easy|possible|clear|impossible|difficult|hard|behave|consistent|obvious|explicit|explicitly|work|safe|robust|readable|useful)`
  ),
  rule(
    "medium",
    "use",
    `can (?:then |now |also )?(?:be used (?:to|for|in|by|after|when)|use (?:this|it|that))|(?:is|are|was|were|way|be) too [${letters}]+|too [${letters}]+ (?:to|for|when)|instead of (?:hanging|crashing|failing|throwing|panicking|aborting|blocking|leaking|looping|silently|dropping|losing|swallowing|ignoring|dying)|align(?:s|ed|ing)? [^.]{1,60} with|(?:is|it's|are|was|were) (?:also |still |only )?(?:necessary|required|needed|mandatory|essential)|useful (?:for|to|when|if|in)|helpful (?:for|to|when|if|in)|handy|in preparation (?:for|of)|groundwork for|(?:first |next )?step towards?|prereq(?:ui|ue)site (?:for|to|of)|(?:main |common |typical )?use cases? (?:for|of|is)|for use (?:in|by|with|as)|as an? (?:optimi[sz]ation|precaution|safeguard|safety measure|fallback|compromise|shortcut)|(?:shall|should|must) be (?:possible|able|allowed|usable)|started (?:to )?(?:fail|appear|happen|crash|break|complain|warn)(?:ing)?|introduced (?:recently )?(?:in|by|with)(?= (?!https?|#)\\S)|prepar(?:e|es|ing|ation) for|in anticipation of|will be (?:used|needed|useful)|paves? the way|for the (?:benefit|sake|purpose) of|with the goal|the (?:goal|aim|idea|purpose|intent|intention|point) (?:is|of|here|was|behind)|instead of (?:having|requiring|relying)|without (?:having|needing|requiring|breaking)|rather than (?:having|relying|requiring)`
  ),
  rule(
    "medium",
    "quality",
    "for (?:better |more |improved |easier |greater |the sake of |future |backwards? |forward |increased |added )?(?:clarity|consistency|compatibility|compat|performance|readability|maintainability|simplicity|safety|security|symmetry|completeness|convenience|correctness|robustness|portability|efficiency|speed|brevity|parity|debugging|clearer|easier|faster|simpler|safer)"
  ),
  rule(
    "medium",
    "purpose",
    `(?<!(?:how|want|wants|need|needs|going|able|used|has|have|tries|try|tried|attempt|attempts|supposed|changed?|updated?|extend|extended|modified|improved?) )to (?:better |also |still |properly |always |only |safely |correctly )?(?:easily |${verbs})(?! (?:it|its)\\b| #)`
  ),
  rule(
    "medium",
    "comparison",
    "(?:significantly |much |considerably |a lot )?(?:faster|slower|cheaper|more (?:compatible|distinguishable|evocative|specific|flexible|general|explicit|natural|predictable|efficient|robust|reliable|secure|consistent|readable|accurate|idiomatic)|less (?:error[- ]prone|confusing|code|memory|overhead))(?: (?:than|on|to|when|if))?"
  ),
  rule(
    "medium",
    "bad state",
    `(?<!(?:when|if|where|unless|whether|that|which) (?:[${letters}]+ ){0,3})(?:is|are|was|were|be|been|being|became|gets?|got) (?:[${letters}]+ )?(?:null|undefined|nil|nan|stale|dangling|wrong|incorrect|broken|buggy|confusing|misleading|unnecessary|unneeded|redundant|obsolete|deprecated|unreliable|unsafe|insecure|inconsistent|ambiguous|error[- ]prone|expensive|slow|inefficient|wasteful|useless|pointless|insufficient|undefined|invalid|ignored|lost|left|leaked|missing|impossible|meaningless|not)`
  ),
  rule(
    "medium",
    "failure",
    `fails? (?:to|with|when|if|because|on|in)|failed (?:to|with|when)|would (?:[${letters}]+ )?(?:fail|crash|break|hang|lose|leak|cause|require|need|never|still|end|result|lead|mean|be (?:confusing|better|nice|good|wrong|more|less|too|useful|helpful))|there(?:'s| is| was| are) no (?:need|point|reason|way|guarantee)|no need|rel(?:y|ies|ied|ying) on|assum(?:es|ed|ing|ption)|mistakenly|erroneously|incorrectly|wrongly|accidentally|unintentionally|inadvertently|surprising(?:ly)?|unexpected(?:ly)?|unfortunately|turned out`
  ),
  rule(
    "medium",
    "benefit",
    `(?:this|which|that|it) (?:should |will |would |may |can |could |might )?(?:also )?(?:allows?|lets?|enables?|helps?|ensures?|guarantees?|improves?|eliminates?|reduces?|simplifies|means?|saves?|matche?s|gives)|^(?:allows|lets|enables|permits|ensures|guarantees)(?= )|(?:allow|enabl|permitt)ing (?:[${letters}\`]+ ){1,3}to|(?:allow|enabl|ensur|mak)ing (?:it|us|them|users?|callers?|the|for|sure)|make sure|needs? to|need(?:s|ed)(?= [${letters}])|have to|has to|had to|we (?:want|need|should)|should (?:not|never|only|always|have)|shouldn't|important (?:to|that|for)|want to be able|security|vulnerable|cve-\\d`
  ),
  rule(
    "weak",
    "removal of what is wrong",
    `(?:fix|remove|drop|correct|replace|update)(?:e?[sd])? (?:(?:an?|the|some|all|many) )?(?:[${letters}]+ [${letters}]+ (?:that were |with ))?(?:incorrect|wrong|bogus|unneeded|unnecessary|redundant|obsolete|superfluous|needless|dangling|stale)(?= [${letters}\`])`
  ),
  rule(
    "weak",
    "convention",
    `(?:this|these|it) (?:[${letters}]+ )?(?:is|are|will be) (?:[${letters}]+ )?(?:used|needed|meant|intended|required|designed) (?:to|by|for|as|so)|improve[sd]? [^.]{0,60}(?:performance|speed|latency|memory|readability|clarity|security|safety|reliability|robustness|accuracy|compatibility)|optimi[sz](?:e|ation)s? (?:to|for|by)|regression test(?= for (?!#|[0-9a-f]{7})[${letters}])|(?:according to|as per|per) (?:the )?[^.]{0,40}(?:rules?|spec(?:ification)?s?|conventions?|guidelines?|standards?)|(?:was|were) (?:missing|incorrect|wrong|broken)|part of the (?:[${letters}]+ )?(?:spec(?:ification)?|contract|interface)|improvements? (?:in|to|of) [^.]{0,40}(?:usage|performance|memory|speed|latency)|(?:script|tool|check|job|linter|workflow)s? to (?!be )[${letters}]+|ensures? [^.]{1,60} (?:before|after) [${letters}]+|typically|usually|by convention|no longer|as (?:much|little|few) as possible`
  )
]

/** What says that it is a reason, whatever else a sentence says: .89 of 407 such statements were judged to give one. */
export const explicitRule = rule(
  "strong",
  "explicit",
  "because(?! of the)|so that|in order (?:to|that|for)|(?:to|so as to) (?:avoid|prevent)"
).pattern

/** Those for other languages: only what is surely a reason. */
export const otherRules: ReadonlyArray<ReasonRule> = [
  rule(
    "strong",
    "European languages",
    "weil|damit|sonst|um [^.]{1,60} zu (?:vermeiden|verhindern)|parce que|afin (?:de|que)|pour (?:éviter|empêcher)|sinon|porque|para (?:evitar|impedir|que)|de lo contrario|senão|perché|altrimenti|per evitare|потому что|чтобы|иначе"
  ),
  {
    name: "East Asian languages",
    strength: "strong",
    pattern: /因为|由于|以避免|以防止|为了避免|否则|以便|導致|导致|ために|なので|を防ぐ|を避ける|때문에|방지/u
  }
]

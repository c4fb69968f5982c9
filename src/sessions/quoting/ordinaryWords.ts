/**
 * Words that follow "password", "secret", "token" and the like in ordinary sentences, in lower case: collected from the
 * messages and documents of 120 public repositories, with function words, common verbs and nouns of software. A plural in
 * -s is left out where its singular is there, as are words with the endings below.
 */
const words = new Set(
  `
  ability abort about above absent accept access accessor account accounting acquire across action actual adapter
  add additional address addresses adjacent adjust aes after again against age agent ahead algorithm alike all
  allocator allow allowance allowlist almost alone along alpine already also always am among amount an and android
  announce another answer any anymore anyone anyway api app appear append applies approval are area arent arg argon
  argv around array arrive as ascii ask assert assign assume async at attach attack attacker attempt attributes
  audit auth authenticator author auto autocomplete average avoid aware away aws azure back backend background
  backup bad banner base basic basis bcrypt be bearer because become been before begin behind being belong below
  between beyond big binary bit blacklist blank blob block body bool boolean bootstrap bot both bound boundaries
  boundary box branch branches breach break breakage breakdown bridge bring broker browser brute bucket budget
  buffer bug build builder bump burn but button by bypass byte cache call callback callee caller callers came can
  cannot capability captcha capture card carries carry case cast catch caught cause chain change changeset char
  character chart check checkbox checker choose chrome chroot chunk cipher ciphertext claim class classes clause
  clean cleaner cleanup clear cleartext cli client clone close cmake code collapse collect collector column combine
  combo come command commit common company comparator compare comparison compatibility complex complexity component
  compute concat conditional config configure confirm conflict connect connector consider consistent console
  constant constructor consume consumer contain content context continue contract controller convert converter
  cookie coordinator copies copy core correct cost could count counter cover cracker crash crawler credential
  credentials creds cron cryptography csrf css csv curl current custody custom customer cut daemon dashboard data
  database date day db dead debug decide decimal declare decode decoder decorator decrypt default defer define delay
  delete delimiter deliver delta deltas deny depend dependent derive descends deserializer design desktop detail
  details detect detector device dialog did didnt died diff differ different digest digit directory discard
  disclosure dispatch dispatcher display do docker docs does doesn doesnt domain done dont dotenv double down
  download downloader driven drop dto dummy dump duplicate dynamic each ecdsa economics edit editor effect eight
  either elapses else elsewhere email emit emitter empty enable encode encoder encrypt end endpoint enforce enough
  ensure enter entries entropy entry entrypoint enum env envelope equality equivalent error escape escrow estimate
  estimation even event ever every everybody everyone everywhere examine example except exchange execute exist exit
  expand expect expire expiry export exporter expose exposure extend external extra extract factory fade fail
  failure fake fall fallback false families family faq fatal feature fell fetch fetcher fetches few fewer field
  fieldset file fill filter final find fingerprint finish firefox firewall first five fix fixes fixture fixup flag
  flash float flow flush fold follow for forbidden force foreign forget forgot forgotten form format formatter
  forward found four frame free fresh from frontend full functionality gate gateway generator generic get getter
  github gitlab give given global go goes golang gone good google got grace grant group grow guard guess guesser
  guid guide had half handle handler handover hang happen has hash hasher hashes have he header health heartbeat
  held help helper her here hex hexadecimal hidden hide high hijack hijacking hint his history hmac hold holder
  homepage hook hooks host hostname hotp hour how however html http hygiene icon id identifier identity if ignore
  imap implicit import important importer improve in inactivity incident include incorrect increase independent
  index indexer indexes indicator indices info infrastructure inherit init initial initializer inject inline input
  insecure insert inside inspect install installer instead int integer intercept interceptor interface internal
  interval into invalid invoke ios is isnt issue issuer it item iterator itself iv java jku job join json just jwe
  jwk jws jwt keep keeper kept kernel key keychain keystore keyword kind know known kubernetes label large last
  later launcher layer ldap leads leak leakage lease least leave left length less let letter level lexer lib
  libraries library lifetime like limit limiter line link linkage linux list listen listener live load loader local
  lock log logger logic login logo logout long longer look lookup loop lose lost lot low machine macos macros made
  make malloc manage manager mandatory many map mark marker mask match matcher matches material matter maximum may
  maybe mean measure mechanism member memory menu merge message metadata meter method metrics mfa mid middleware
  might minimum mint minute mirror mismatch miss misuse mix mock modal mode model modifier modify module monitor
  more most mount move much multiplier must mutex my mysql name namespace near need neither netrc network never new
  next nil no nobody node non nonce none nor not note nothing notify now nowhere npm null number oauth object
  obligatory observer observers obtain of off offset often oidc old omit on once one only onto opaque open operator
  option optional or orchestrator order org origin original other others otp our out outage output outside over
  overflow overlay overridden override own owner ownership package packet pad page pair pam panel param parameter
  parse parser part pass passes passphrase password past patch patches path pattern pause payload pem people pepper
  per percent percentage perhaps period periods permanent persist persistent person pick picker piece pin pipeline
  pkce place placeholder plain plaintext platform please plugin plus point policies policy poll pool pop popup port
  portal post postgres postgresql prefer prefix prefixes preflight prepare present preserves prevent preview
  previewer previous price print priority problem process processes processor produce producer program project
  prompt proof prop properties property protect protocol prove provide provider proxy pseudonymous public publish
  publisher pull push put python qualifier quality query queue quite quota quote race raise ran random range rate
  rather ratio raw reach reaches react read reader ready real reappear reason receive receiver recipient reconnect
  record recover recovery redact redactor redirect redis reduce redundant refer refill refresh refuse regeneration
  regex registry reject relay release relevant reload rely remain remember reminder remnants remote removal remove
  rename render renderer renew renewal repeat replace replies repo report repositories repository represent request
  requester require reserve reset resolve resolver respect respond response rest restart restore result resume
  retain retries retrieval retry return reuse revert review reviewer revoke rewrite right role roll rooms rotator
  round router routine routines row rsa rule run runtime rust safe safeguard said salt same saml sample sanitizer
  save saw say scalar scale scan scanner schedule scheduler schema scheme scope scraper screen script scrypt sdk
  second secret secure security see seed seen select selector selectors semantic send sender sent separator sequence
  serializer serve server service set setter setup seven several sha shall share she shell shift short shorten
  should show shown shrink side sign signature signer signin signup simple simplify since single singleton sit site
  six size skip slack sleep slim small smtp sniffer so socket some someone somewhere soon sort sorts source span
  special specific specifier spend spending split sprawl spraying sql sqlite src ssh ssl sso sss stack staff staking
  stale stamp start state static status stay stderr stdin stdout stealer step still stop storage store stream
  strength strict stringify strip stripe strong struct structure stub stuffing style subject submit subscriber
  subtract such sufficient suffix suffixes sum summaries summary supply support surface survive swap sweep switch
  symbol symfony sync system tab table take taken target task team tell temporary ten tenant terminal terminator
  terms test tester text textbox than thanks that the theft their them themselves then there therefore these they
  things third this those thread three threshold throttle through throw thus tidy tier time timeout timestamp
  timezone tls tmp to today together toggle token tokenizer toml too tool tooltip totp toward track transfer
  transform transparent treat tree tries trigger trim true trust try ttl tune turn tutorial twice two type ui under
  undo unicode unify unique unknown unless unlock unsafe unset until unwrap up updater upgrade upload uploader upon
  uri url usage use used user username using utf utility uuid uuidv ux val valid validator validity value var
  varchar variant vault vendor verifier verifies verify very via view visibility visit volume wait wall wallet wants
  warn was wasnt watch watcher way ways we weak website went were what wheel when whenever where wherever whether
  which while who whole whose why wide widget will window with within without wont word work workaround worker
  workflow workspace world would wrap wrappers write writer written wrong xml xsrf yaml yes yet you your zone
`
    .trim()
    .split(/\s+/)
)

/** Function words of other languages, as in "das Passwort muss …". */
const foreign = new Set(
  "muss darf soll sollte kann wird werden wurde ist war sind nicht nie niemals nur noch immer auch und oder aber der die das dem den des ein eine im am aus bei beim von vom zum zur für mit wenn weil als doit est sont dans pour avec par sur pas jamais une les des debe es son nunca para con por los las deve sono mai nunca moet mag nooit het een van voor met niet".split(
    " "
  )
)

/** Endings of participles, abstract nouns, adjectives and verbs. */
const ending =
  /.{3}(?:ed|ing|[ts]ion|ment|ness|[ai]ble|ance|ence|less|ful|i[zs]e|(?<!f)ly|ical|ate)s?$|..[tc]ive$|n['’]t$/

/** Whether a word is one of an ordinary sentence about credentials, so that it is hardly one itself. */
export const isOrdinaryWord = (word: string): boolean => {
  const lower = word.toLowerCase()
  const singular = /[^s]s$/.test(lower) ? lower.slice(0, -1) : lower
  return words.has(lower) || words.has(singular) || foreign.has(lower) || ending.test(lower)
}

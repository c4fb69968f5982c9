import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { dbFlag } from "../../kit/flags.ts"
import { repositoriesLayer } from "../../kit/layers.ts"
import { jsonFlag } from "../../kit/booleanFlags.ts"

const shared = { json: jsonFlag, db: dbFlag }

const name = Argument.String("name").pipe(Argument.withDescription("Name of the repository in the index"))
const names = Argument.String("name").pipe(
  Argument.withDescription("Names of repositories in the index (default: all)"),
  Argument.variadic()
)

const nameFlag = (description: string) =>
  Flag.String("name").pipe(Flag.withMetavar("NAME"), Flag.withDescription(description), Flag.optional)

/** What of a repository is indexed; `none` says how to take back what was chosen. */
const selectionFlags = (none: string) => ({
  branches: Flag.String("branch").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription(`Only this branch, or those of a glob; also several (default: all branches and tags)${none}`),
    Flag.atLeast(0)
  ),
  exclude: Flag.String("exclude").pipe(
    Flag.withMetavar("PATH"),
    Flag.withDescription(
      `Leave these paths out, a prefix or a glob; also several. node_modules/, vendor/, dist/ and .git/ always are${none}`
    ),
    Flag.atLeast(0)
  ),
  author: Flag.String("author").pipe(
    Flag.withMetavar("TEXT"),
    Flag.withDescription(`Only commits of this author: part of name or address${none}`),
    Flag.optional
  ),
  forkOf: Flag.String("fork-of").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription(`Leave out the commits that this repository of the index has${none}`),
    Flag.optional
  ),
  embed: Flag.Boolean("embed").pipe(
    Flag.withDescription(
      "Find commits by similarity too: what they say and change is sent to the endpoint of ULTRAGIT_EMBED_MODEL (default: no)"
    ),
    Flag.optional
  )
})

const sourceFlag = Flag.String("source").pipe(
  Flag.withMetavar("PATH|URL"),
  Flag.withDescription("Where it was moved to: what is indexed stays, as far as it is still there"),
  Flag.optional
)

const working = Effect.promise(() => import("./run.ts"))

const add = Command.make(
  "add",
  {
    source: Argument.String("path-or-url").pipe(
      Argument.withDescription("A folder in a repository, or an address to clone from")
    ),
    name: nameFlag("Name in the index (default: the last part of the path or address)"),
    ...selectionFlags(""),
    ...shared
  },
  (input) => Effect.flatMap(working, ({ printAdd }) => printAdd(input))
).pipe(
  Command.withDescription(
    "Add a repository to the index. One on this machine is read where it is and never written; an address (https://, " +
      "http://, ssh://, git://, file:// or git@host:path) is cloned bare beside the index by your own git, with your " +
      "credentials. Nothing is indexed before the next sync"
  ),
  Command.withShortDescription("Add a repository to the index"),
  Command.withExamples([
    { command: "ultragit repos add ~/src/api", description: "One on this machine" },
    { command: "ultragit repos add git@github.com:example/api.git --name upstream", description: "One elsewhere" },
    {
      command: "ultragit repos add . --branch main --branch 'release/*' --exclude '*.lock'",
      description: "Parts of one"
    }
  ]),
  Command.provide((input) => repositoriesLayer(input))
)

const remove = Command.make("remove", { name, ...shared }, (input) =>
  Effect.flatMap(working, ({ printRemove }) => printRemove(input))
).pipe(
  Command.withDescription(
    "Take a repository out of the index, with everything indexed of it and its clone, if we made one"
  ),
  Command.withShortDescription("Take a repository out of the index"),
  Command.provide((input) => repositoriesLayer(input))
)

const update = Command.make(
  "update",
  { name, newName: nameFlag("Another name"), source: sourceFlag, ...selectionFlags("; '' for none"), ...shared },
  (input) => Effect.flatMap(working, ({ printUpdate }) => printUpdate(input))
).pipe(
  Command.withDescription(
    "Change a repository's name, where it is, or what of it is indexed; what is not named stays as it is"
  ),
  Command.withShortDescription("Change what of a repository is indexed"),
  Command.withExamples([
    { command: "ultragit repos update api --exclude generated/ --exclude '*.snap'", description: "Leave more out" },
    { command: "ultragit repos update api --author '' --branch ''", description: "Everybody's commits, all branches" }
  ]),
  Command.provide((input) => repositoriesLayer(input))
)

const list = Command.make("list", shared, (input) => Effect.flatMap(working, ({ printList }) => printList(input))).pipe(
  Command.withDescription("Names of the indexed repositories and where each is from; asks no git"),
  Command.withShortDescription("Which repositories are indexed"),
  Command.provide((input) => repositoriesLayer(input))
)

const sync = Command.make("sync", { names, ...shared }, (input) =>
  Effect.flatMap(working, ({ printSync }) => printSync(input))
).pipe(
  Command.withDescription(
    "Bring the index up to date: fetch those with an address, index what is new, take out what was rewritten away. " +
      "Goes on where it was interrupted. Exit code 1 when one failed; the others are done all the same"
  ),
  Command.withShortDescription("Bring the index up to date"),
  Command.withExamples([
    { command: "ultragit repos sync", description: "All of them" },
    { command: "ultragit repos sync api web --json", description: "Two, and tell a program" }
  ]),
  Command.provide((input) => repositoriesLayer(input))
)

const status = Command.make("status", shared, (input) =>
  Effect.flatMap(working, ({ printStatus }) => printStatus(input))
).pipe(
  Command.withDescription("How many commits are indexed, when, how far behind, what failed, what is left out"),
  Command.withShortDescription("How fresh the index is"),
  Command.provide((input) => repositoriesLayer(input))
)

const watch = Command.make(
  "watch",
  {
    names,
    interval: Flag.Int("interval").pipe(
      Flag.withMetavar("SECONDS"),
      Flag.filter(
        (seconds) => seconds >= 1 && seconds <= 86_400,
        () => "From 1 to 86400"
      ),
      Flag.withDescription("Look at least so often, and fetch those with an address (default: 60)"),
      Flag.withDefault(60)
    ),
    db: dbFlag
  },
  (input) =>
    Effect.flatMap(
      Effect.promise(() => import("./watch.ts")),
      ({ watchRepositories }) => watchRepositories(input)
    )
).pipe(
  Command.withDescription(
    "Keep the index up to date until it is ended (Ctrl-C, SIGTERM): commits, branches and fetches on this machine within a " +
      "second, the rest now and then. No hook is needed in any repository"
  ),
  Command.withShortDescription("Keep the index up to date"),
  Command.withExamples([
    { command: "ultragit repos watch", description: "All, also those added later" },
    { command: "ultragit repos watch api --interval 600", description: "One, fetched every ten minutes" }
  ]),
  Command.provide((input) => repositoriesLayer(input))
)

/** `ultragit repos …`: which repositories the index of commits is of. */
export const repos = Command.make("repos").pipe(
  Command.withDescription(
    "The index of commits that ultragit commits and coding agents search: which repositories, how fresh"
  ),
  Command.withShortDescription("Index repositories and keep the index fresh"),
  Command.withSubcommands([add, remove, update, list, sync, status, watch])
)

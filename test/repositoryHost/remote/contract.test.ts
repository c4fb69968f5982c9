import { Effect, Layer, Option } from "effect"
import { LocalHost, RepositoryRoot } from "../../../src/repositoryHost/local/LocalHost.ts"
import { GitblitHttp, RemoteServer } from "../../../src/repositoryHost/remote/GitblitHttp.ts"
import { makeGitblitFolder } from "../../support/gitblitFolder.ts"
import { hostContractSuite } from "../../support/hostContract.ts"
import { serveHost } from "../../support/restServer.ts"
import { settledClock } from "../../support/settledClock.ts"

const local = LocalHost.layer.pipe(
  Layer.provide(Layer.effect(RepositoryRoot, makeGitblitFolder)),
  Layer.provideMerge(settledClock)
)

const server = Layer.effect(
  RemoteServer,
  Effect.map(serveHost(), (url) => ({ url, authorization: Option.none() }))
).pipe(Layer.provide(local))

hostContractSuite("GitblitHttp over a socket", GitblitHttp.layer.pipe(Layer.provide(server)))

import { Layer } from "effect"
import { LocalHost, RepositoryRoot } from "../../../src/repositoryHost/local/LocalHost.ts"
import { makeGitblitFolder } from "../../support/gitblitFolder.ts"
import { hostContractSuite } from "../../support/hostContract.ts"
import { settledClock } from "../../support/settledClock.ts"

hostContractSuite(
  "LocalHost",
  LocalHost.layer.pipe(Layer.provide(Layer.effect(RepositoryRoot, makeGitblitFolder)), Layer.provideMerge(settledClock))
)

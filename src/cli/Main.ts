import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import * as NodeServices from '@effect/platform-node/NodeServices'
import { Effect, Exit } from 'effect'
import { run } from './Run.ts'

NodeRuntime.runMain(Effect.provide(run, NodeServices.layer), {
  disableErrorReporting: true,
  teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) ? 0 : 1),
})

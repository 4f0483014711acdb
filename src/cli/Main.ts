import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import * as NodeServices from '@effect/platform-node/NodeServices'
import { Effect } from 'effect'
import { exitCodeOf } from './Failures.ts'
import { run } from './Run.ts'

NodeRuntime.runMain(Effect.provide(run, NodeServices.layer), {
  disableErrorReporting: true,
  teardown: (exit, onExit) => onExit(exitCodeOf(exit)),
})

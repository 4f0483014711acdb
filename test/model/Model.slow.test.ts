import { startSandbox } from '#test/support/sandbox.ts'
import { modelSuite } from './model.suite.ts'

modelSuite('memory', 60, startSandbox)

import { startSandbox } from '#test/support/sandbox.ts'
import { modelSuite } from './model.suite.ts'

modelSuite('memory', 100, startSandbox)

import { startSandbox } from '#tools/service/sandbox.ts'
import { modelSuite } from './model.suite.ts'

modelSuite('memory', 60, startSandbox)

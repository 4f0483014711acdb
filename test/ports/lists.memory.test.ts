import * as MemoryLists from '#adapters/memory/Lists.ts'
import { listsSuite } from './lists.suite.ts'

listsSuite('memory', () => Promise.resolve(MemoryLists.layer))

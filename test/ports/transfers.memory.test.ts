import * as MemoryStorage from '#adapters/memory/MemoryStorage.ts'
import { transfersSuite } from './transfers.suite.ts'

transfersSuite('memory', () => Promise.resolve(MemoryStorage.layer))

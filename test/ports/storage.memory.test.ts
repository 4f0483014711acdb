import * as MemoryStorage from '#adapters/memory/MemoryStorage.ts'
import { storageSuite } from './storage.suite.ts'

storageSuite('memory', () => Promise.resolve(MemoryStorage.layer))

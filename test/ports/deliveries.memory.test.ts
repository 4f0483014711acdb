import * as MemoryStorage from '#adapters/memory/MemoryStorage.ts'
import { deliveriesSuite } from './deliveries.suite.ts'

deliveriesSuite('memory', () => Promise.resolve(MemoryStorage.layer))

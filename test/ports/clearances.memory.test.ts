import { Layer } from 'effect'
import * as MemoryClearances from '#adapters/memory/Clearances.ts'
import * as MemoryStorage from '#adapters/memory/MemoryStorage.ts'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { keyring } from '#tools/service/server.ts'
import { clearancesSuite } from './clearances.suite.ts'

clearancesSuite('memory', () =>
  Promise.resolve(
    MemoryClearances.layer.pipe(Layer.provideMerge(MemoryStorage.layer), Layer.provide(Secrets.layer(keyring))),
  ),
)

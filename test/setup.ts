import fc from 'fast-check'
import { seed } from '#test/support/seed.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })

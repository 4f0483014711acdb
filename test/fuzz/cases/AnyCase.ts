import fc from 'fast-check'
import { arriving } from './Arriving.ts'
import type { Case } from './Case.ts'
import { creating } from './Creating.ts'
import { damage } from './Damage.ts'
import { exhausting } from './Exhausting.ts'
import { paying } from './Paying.ts'
import { elsewhere, reading } from './Reading.ts'

/** Any case, those that open connections, accounts or payments of their own more seldom. */
export const anyCase: fc.Arbitrary<Case> = fc.oneof(
  { weight: 66, arbitrary: creating },
  { weight: 16, arbitrary: reading },
  { weight: 4, arbitrary: elsewhere },
  { weight: 2, arbitrary: paying },
  { weight: 2, arbitrary: exhausting },
  { weight: 3, arbitrary: arriving },
  { weight: 4, arbitrary: damage },
)

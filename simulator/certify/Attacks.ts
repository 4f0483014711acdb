import type { Attack } from './Attack.ts'
import { endsAttacks } from './attacks/Ends.ts'
import { requestAttacks } from './attacks/Requests.ts'
import { webhookAttacks } from './attacks/Webhooks.ts'

export const attacks: ReadonlyArray<Attack> = [...webhookAttacks, ...requestAttacks, ...endsAttacks]

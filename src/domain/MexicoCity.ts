import { DateTime } from 'effect'

/** Where months of quotas and birthdays begin (contract 2.4, 8.9). */
export const mexicoCity = DateTime.zoneMakeNamedUnsafe('America/Mexico_City')

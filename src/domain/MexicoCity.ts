import { DateTime } from 'effect'

/** The time zone in which quota months and birthdays begin (contract 2.4, 8.9). */
export const mexicoCity = DateTime.zoneMakeNamedUnsafe('America/Mexico_City')

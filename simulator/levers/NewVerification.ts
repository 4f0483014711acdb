import { Schema } from 'effect'
import { member, optional } from './Lever.ts'

/** A verification that is to be requested with the key of an account, as its lever takes it. */
export const NewVerification = Schema.Struct({
  curp: member(Schema.String, 'curp es la de la persona: la de una receta o la de un escenario.'),
  solicitud_id: optional(
    Schema.String,
    'solicitud_id es opaco; sin él se genera uno. El mismo, con lo mismo, lee cómo va la verificación.',
  ),
  tenant: optional(Schema.String, 'tenant es el de una cuenta; sin él, la primera.'),
  nombre: optional(Schema.String, 'nombre es el de la persona.'),
  apellido_paterno: optional(Schema.String, 'apellido_paterno es el de la persona.'),
  apellido_materno: optional(Schema.String, 'apellido_materno es el de la persona.'),
  payment_intent_id: optional(Schema.String, 'payment_intent_id es el de un pago, en modo connect.'),
})

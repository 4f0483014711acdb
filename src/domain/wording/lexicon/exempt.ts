import { phrases } from './inflections.ts'

/** Phrases of rentals whose first or last word describes or rates a person elsewhere. */
export const exempt = phrases(`
  saldo|saldos deudor|deudores
  la|del mujer|hombre
  zona alto|bajo riesgo
  alto|bajo riesgo sismico|inundacion
  high|low risk area|zone
  @person apto|apta #any
  acceso|accesible en silla ruedas
  bebida|bebidas alcoholica|alcoholicas
  para|cajon|estacionamiento|fila embarazadas
  para|ideal|solo recien casados
  no paga agua|luz|mantenimiento|predial|deposito|comision
`)

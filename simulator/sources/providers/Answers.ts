import type {
  ConsultaDeIdentidad,
  ConsultaJudicial,
  RespuestaDeIdentidad,
  RespuestaJudicial,
} from '#adapters/sources/real/Contract.ts'
import { scenarioOf } from '#adapters/sources/sandbox/Scenarios.ts'
import type { Curp } from '#domain/person/Curp.ts'
import type { RegisteredName } from '#domain/person/Subject.ts'
import { personOf } from '#domain/screening/ScreenedPerson.ts'

/** What the simulated providers answer once they are ready: the scenario of the CURP, in the contract's words. */

export const identityAnswer = (
  { consulta_id }: typeof ConsultaDeIdentidad.Type,
  curp: Curp,
  name: RegisteredName,
): typeof RespuestaDeIdentidad.Type => {
  const { identidad } = scenarioOf(curp.value)
  const asked = { consulta_id, curp: curp.value }
  if (identidad === 'falla') return { resultado: 'no_disponible', consulta_id }
  if (identidad._tag === 'no_existe') return { resultado: 'no_existe', ...asked }
  const { estatus, validacion, credencial } = identidad
  const { born, sex } = personOf(name, curp)
  return {
    resultado: 'encontrada',
    ...asked,
    estatus_curp: estatus === 'activa' ? 'AN' : 'BD',
    nombres: name.nombres,
    primer_apellido: name.primerApellido,
    segundo_apellido: name.segundoApellido,
    fecha_nacimiento: born,
    sexo: sex,
    validacion,
    credencial,
  }
}

export const judicialAnswer = ({ consulta_id, curp }: typeof ConsultaJudicial.Type): typeof RespuestaJudicial.Type => ({
  resultado: 'consultada',
  consulta_id,
  curp,
  juicios: scenarioOf(curp).judicial.juicios,
})

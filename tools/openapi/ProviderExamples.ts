import type * as Contract from '#adapters/sources/real/Contract.ts'

/** Complete bodies for the provider contract. The CURP belongs to no person. */

const curp = 'LIMP900101HDFRRS03'
const identidadId = 'ver_5Kd0Wq8ZrY3uJtE6nXhG1b/identidad'
const judicialId = 'ver_5Kd0Wq8ZrY3uJtE6nXhG1b/judicial'
const nombre = { nombres: 'NOMBRE FICTICIO', primer_apellido: 'APELLIDO', segundo_apellido: 'SEGUNDO' }

const encontrada: typeof Contract.IdentidadEncontrada.Type = {
  resultado: 'encontrada',
  consulta_id: identidadId,
  curp,
  estatus_curp: 'AN',
  ...nombre,
  fecha_nacimiento: '1990-01-01',
  sexo: 'H',
  validacion: 'valida',
  credencial: 'coincide',
}

export const identidad = {
  peticion: { consulta: { consulta_id: identidadId, curp } satisfies typeof Contract.ConsultaDeIdentidad.Type },
  respuesta: {
    encontrada,
    curp_que_cambio: { ...encontrada, estatus_curp: 'BCC', credencial: 'no_localizada' },
    un_solo_apellido: { ...encontrada, segundo_apellido: null },
    de_otra_persona: {
      ...encontrada,
      nombres: 'OTRA',
      fecha_nacimiento: '1985-05-05',
      sexo: 'M',
      validacion: 'no_valida',
      credencial: 'no_coincide',
    },
    no_existe: { resultado: 'no_existe', consulta_id: identidadId, curp },
    no_disponible: { resultado: 'no_disponible', consulta_id: identidadId },
  } satisfies Record<string, typeof Contract.RespuestaDeIdentidad.Type>,
  pendiente: { pendiente: { consulta_id: identidadId, reintentar_en_segundos: 15 } },
}

export const judicial = {
  peticion: { consulta: { consulta_id: judicialId, curp, ...nombre } satisfies typeof Contract.ConsultaJudicial.Type },
  respuesta: {
    sin_juicios: { resultado: 'consultada', consulta_id: judicialId, curp, juicios: [] },
    con_juicios: {
      resultado: 'consultada',
      consulta_id: judicialId,
      curp,
      juicios: [
        { materia: 'civil', estado: 'concluido' },
        { materia: 'mercantil', estado: 'en_curso' },
      ],
    },
    no_disponible: { resultado: 'no_disponible', consulta_id: judicialId },
  } satisfies Record<string, typeof Contract.RespuestaJudicial.Type>,
  pendiente: { pendiente: { consulta_id: judicialId, reintentar_en_segundos: 30 } },
}

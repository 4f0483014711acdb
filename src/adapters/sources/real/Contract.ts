import { Schema } from 'effect'
import { ReportedLawsuit } from '#domain/evidence/Lawsuits.ts'
import { shortTextLength } from '#domain/Limits.ts'

/**
 * The contract that an integrator implements for a vendor: one POST per source. Undeclared content is ignored.
 * `docs/providers.openapi.json` is generated from these schemas.
 */

export const paths = { identidad: '/identidad/consultas', judicial: '/judicial/consultas' } as const

/** An answer with more lawsuits than this mixes several people. */
const lawsuitsAtMost = 200

/** The seconds after which a provider may ask to be called again. */
export const secondsAgain = { min: 1, max: 60 } as const

const field = <S extends Schema.Top>(schema: S, description: string, example: S['Type']): S['Rebuild'] =>
  schema.annotateKey({ description, examples: [example] })

const consultationId = field(
  Schema.String.check(Schema.isBetweenCodePoints(1, shortTextLength)),
  'El de la petición, tal cual. Una respuesta con otro no se acepta.',
  'ver_5Kd0Wq8ZrY3uJtE6nXhG1b/identidad',
)

const curp = field(
  Schema.String.check(Schema.isPattern(/^[A-Z]{4}\d{6}[A-Z]{6}[A-Z\d]\d$/u)),
  'La de la petición. Una respuesta con otra es de otra persona y no se acepta.',
  'LIMP900101HDFRRS03',
)

/** Letters, without control or invisible characters, which do not occur in names. */
const name = Schema.String.check(
  Schema.isBetweenCodePoints(1, shortTextLength),
  Schema.isPattern(/^[^\p{L}\p{C}]*\p{L}\P{C}*$/u),
)

const registeredName = {
  nombres: field(name, 'Nombre o nombres con que está registrada la CURP.', 'NOMBRE FICTICIO'),
  primer_apellido: field(name, 'Primer apellido registrado.', 'APELLIDO'),
  segundo_apellido: field(
    Schema.NullOr(name),
    'Segundo apellido registrado; `null` para quien tiene uno solo.',
    'SEGUNDO',
  ),
}

const asked = {
  consulta_id: consultationId.annotateKey({
    description: 'Identifica la consulta: es el mismo cada vez que se repite, y el valor de `Idempotency-Key`.',
  }),
  curp: curp.annotateKey({ description: 'CURP de la persona solicitante, en su forma oficial de 18 caracteres.' }),
}

/** This service compares the names, so the partner's name is not sent. */
export const ConsultaDeIdentidad = Schema.Struct(asked).annotate({
  identifier: 'ConsultaDeIdentidad',
  description: 'Lo que se pregunta al Registro Nacional de Población. No se envían nombres: los compara este servicio.',
})

export const ConsultaJudicial = Schema.Struct({ ...asked, ...registeredName }).annotate({
  identifier: 'ConsultaJudicial',
  description:
    'Lo que se pregunta sobre juicios: la CURP y el nombre que dio la fuente de identidad, nunca el que escribió el socio.',
})

/** The statuses that the registry is known to use. */
const estatusCurp = Schema.Literals([
  ...['AN', 'AH', 'CRA', 'RCN', 'RCC'],
  ...['BDA', 'BCC', 'BCN', 'BSU', 'BDM', 'BDP', 'BJD'],
  ...['BD', 'BAP'],
] as const)

export const IdentidadEncontrada = Schema.Struct({
  resultado: field(
    Schema.Literal('encontrada'),
    'El registro conoce la CURP, esté activa o dada de baja.',
    'encontrada',
  ),
  consulta_id: consultationId,
  curp,
  estatus_curp: field(
    estatusCurp,
    'Estatus en el registro. Activas: `AN` alta normal, `AH` alta con homonimia, `CRA` reactivada, `RCN` y `RCC` con registro de cambio. De baja por un trámite que suele dejar otra vigente: `BDA` por duplicidad, `BCC` por cambio de CURP, `BCN` sin afectar a la CURP, `BSU` sin uso, `BDM` administrativa, `BDP` por adopción, `BJD` judicial. De baja por otro motivo: `BD` por defunción, `BAP` por documento apócrifo. Una CURP que cambió (`BCC`) existió: no es `no_existe`.',
    'AN',
  ),
  ...registeredName,
  fecha_nacimiento: field(
    Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u)),
    'Fecha de nacimiento registrada, como AAAA-MM-DD. Si contradice a la CURP, `validacion` no puede ser `valida`.',
    '1990-01-01',
  ),
  sexo: field(
    Schema.Literals(['H', 'M', 'X']),
    'Sexo registrado, con las letras de la CURP. Si la contradice, `validacion` no puede ser `valida`.',
    'H',
  ),
  validacion: field(
    Schema.Literals(['valida', 'no_valida']),
    'Si el registro valida que la CURP y sus datos corresponden. Con datos de otra persona es `no_valida`.',
    'valida',
  ),
  credencial: field(
    Schema.Literals(['coincide', 'no_coincide', 'no_localizada']),
    'Si la credencial para votar que se localiza por la CURP tiene los datos del registro; `no_localizada` si no hay ninguna con qué comparar o no pudo compararse. Nunca `no_coincide` por no haber podido comparar.',
    'coincide',
  ),
}).annotate({
  identifier: 'IdentidadEncontrada',
  description: 'La CURP existe. Una respuesta que se contradice a sí misma no se acepta.',
})

const IdentidadInexistente = Schema.Struct({
  resultado: field(
    Schema.Literal('no_existe'),
    'El registro respondió que la CURP no existe, ni existió.',
    'no_existe',
  ),
  consulta_id: consultationId,
  curp,
}).annotate({
  identifier: 'IdentidadInexistente',
  description: 'El registro se consultó y no conoce la CURP. Si no se pudo consultar, es `no_disponible`.',
})

const NoDisponible = Schema.Struct({
  resultado: field(Schema.Literal('no_disponible'), 'No habrá reporte, y no conviene insistir.', 'no_disponible'),
  consulta_id: consultationId,
}).annotate({
  identifier: 'NoDisponible',
  description:
    'El proveedor no puede entregar este reporte, y sabe que preguntar otra vez no cambia nada. Una falla que puede pasar se responde con 503.',
})

const { materia, estado, certeza, papel, asunto, ultimo_movimiento } = ReportedLawsuit.fields

const lawsuit = Schema.Struct({
  materia: field(materia, 'Materia del juicio.', 'civil'),
  estado: field(estado, '`concluido` cuando no queda nada por resolver; si no, `en_curso`.', 'concluido'),
  certeza: field(
    certeza,
    '`persona` solo si el expediente tiene la CURP, el RFC o la fecha de nacimiento de la persona; `nombre` si se encontró por nombre. Ausente o nulo es `nombre`.',
    'persona',
  ),
  papel: field(papel, 'Papel de la persona: `actor` es quien demanda. Ausente o nulo: no se sabe.', 'demandado'),
  asunto: field(asunto, 'Si el juicio trata de un arrendamiento. Ausente o nulo: no se sabe.', 'arrendamiento'),
  ultimo_movimiento: field(
    ultimo_movimiento,
    'Mes del último movimiento, como AAAA-MM. Ausente o nulo: no se sabe.',
    '2026-03',
  ),
}).annotate({
  identifier: 'Juicio',
  description: 'Un juicio en que la persona, o alguien con su nombre, es parte. Sin expediente, juzgado ni partes.',
})

export const JudicialConsultada = Schema.Struct({
  resultado: field(Schema.Literal('consultada'), 'Se consultó.', 'consultada'),
  consulta_id: consultationId,
  curp,
  juicios: field(
    Schema.Array(lawsuit).check(Schema.isMaxLength(lawsuitsAtMost)),
    'Los juicios que hay; vacío si no hay ninguno. Los que se encontraron solo por nombre llevan `certeza` = `nombre`.',
    [{ materia: 'civil', estado: 'concluido', certeza: 'persona' }],
  ),
}).annotate({ identifier: 'JudicialConsultada', description: 'Los juicios que hay, y lo que se sabe de cada uno.' })

export const RespuestaDeIdentidad = Schema.Union([IdentidadEncontrada, IdentidadInexistente, NoDisponible])
export const RespuestaJudicial = Schema.Union([JudicialConsultada, NoDisponible])

/** 202: the provider has started, and has no answer yet. */
export const ConsultaPendiente = Schema.Struct({
  consulta_id: consultationId,
  reintentar_en_segundos: field(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 })),
    `En cuántos segundos preguntar otra vez con el mismo \`consulta_id\`. Menos de ${secondsAgain.min} cuenta como ${secondsAgain.min}, y más de ${secondsAgain.max} como ${secondsAgain.max}.`,
    15,
  ),
}).annotate({
  identifier: 'ConsultaPendiente',
  description: 'El proveedor trabaja en la consulta. La respuesta se recoge repitiendo la petición.',
})

import { abbreviations } from './NameWords.ts'
import { unreadable } from './Repair.ts'

/** The ways in which a word of a name is written shorter, or with letters that cannot be read. */

const formsOf = (table: string): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    table
      .trim()
      .split(/\s+/)
      .flatMap((row): ReadonlyArray<[string, ReadonlyArray<string>]> => {
        const [shorts = '', longs = ''] = row.split('=')
        return shorts.split('/').map((short) => [short, longs.split('/')])
      }),
  )

/** Abbreviations that forms have in addition to those of lists: `short/short=long/long`. */
const givenNames = formsOf(`
  M/MRA/MAR/MRIA=MARIA J/JSE=JOSE GUAD/GPLE/GDPE/GUADPE=GUADALUPE FRCO/FCSCO=FRANCISCO FCA/FRCA=FRANCISCA
  JAV/JVR/JVIER=JAVIER ANT/ANTO/ANTNIO=ANTONIO ANTA=ANTONIA ALEJ=ALEJANDRO/ALEJANDRA ALEJDRO/ALJNDRO=ALEJANDRO
  ALEJDRA=ALEJANDRA MGL/MIG/MGUEL=MIGUEL CONC/CONCEP=CONCEPCION ALFDO/ALFRDO=ALFREDO ALFSO=ALFONSO ARMDO=ARMANDO
  ALBTO=ALBERTO EDO/EDDO/EDRDO/EDUARD=EDUARDO FDO/FERDO/FERNDO=FERNANDO FDA/FERNDA=FERNANDA GMO/GLLMO/GUILLMO=GUILLERMO
  GERDO=GERARDO GILBTO=GILBERTO HERIBTO=HERIBERTO HBTO/HUMBTO=HUMBERTO HUMB=HUMBERTO HCTR=HECTOR IGN/IGNO=IGNACIO
  ISAB=ISABEL JQN/JOAQ=JOAQUIN JHS/JS/JESS=JESUS LZO=LORENZO LETCIA=LETICIA LEOPDO=LEOPOLDO MNL/MAN/MANL=MANUEL
  MGTA/MARGTA=MARGARITA MTHA=MARTHA NICS=NICOLAS OSC=OSCAR PDRO=PEDRO RAF/RFL=RAFAEL RAMN=RAMON
  RBTO/ROBTO=ROBERTO RDO/RICDO=RICARDO RIGBTO=RIGOBERTO RODGO=RODRIGO RODFO=RODOLFO SALVDR/SALV=SALVADOR
  SGIO/SRGIO=SERGIO STGO/SGO=SANTIAGO SOC=SOCORRO TER/TRSA=TERESA VCTE/VTE=VICENTE VIC/VCTR=VICTOR/VICTORIA
  XTOBAL=CRISTOBAL XTIAN=CRISTIAN/CHRISTIAN XTINA=CRISTINA ELIZ=ELIZABETH ENRQ/ENRIQ=ENRIQUE
  EUG=EUGENIA/EUGENIO ANG=ANGEL/ANGELES/ANGELICA CARM/CMN=CARMEN DLRS/DOL=DOLORES GAB=GABRIEL/GABRIELA
  CLOS/CRLS=CARLOS JNO=JUAN JN/JNA=JUAN/JUANA LS=LUIS ARTRO=ARTURO DGO=DOMINGO/DIEGO`)

const surnames = formsOf(`
  HDES/HRDZ/HERDEZ/HNDZ/HRNDZ/HDZZ/HERNDZ/HERNZ=HERNANDEZ FDEZ/FDES/FNDZ/FNDEZ/FERNDZ=FERNANDEZ
  GLZ/GNZ/GNZLZ/GNLZ/GZLZ/GONZ/GLZZ/GZLEZ/GLES=GONZALEZ/GONZALES GZ=GONZALEZ/GOMEZ
  GTZ/GTEZ/GUTZ/GUTRZ/GTRZ/GUTZZ=GUTIERREZ MTNZ/MTEZ/MRTZ/MARTZ/MTNEZ/MARTNZ/MRTNZ=MARTINEZ
  RDGZ/RDGEZ/RDRGZ/RODZ/RGZ/RODRGZ/RDRZ/RDEZ/RGUEZ/RDGUEZ=RODRIGUEZ RMZ/RMRZ/RAMZ/RMEZ/RAMRZ=RAMIREZ
  SCHZ/SNCHZ/SCZ/SNZ/SHZ/SNCZ/SANCHZ/SCHEZ=SANCHEZ LPZ/LOPZ/LPEZ/LZ=LOPEZ PZ/PRZ/PREZ/PERZ=PEREZ
  DGZ/DMGZ/DGUEZ/DMZ/DOMGZ/DMGUEZ/DGEZ=DOMINGUEZ VZQZ/VZQ/VQZ/VAZQZ/VSQZ/VZQUEZ=VAZQUEZ/VASQUEZ
  VLZQZ/VLZQ/VELZQZ=VELAZQUEZ JMZ/JMNZ/JIMZ/JMNEZ=JIMENEZ GMZ/GOMZ/GMEZ=GOMEZ ALVZ/ALVRZ/ALVREZ/ALVEZ=ALVAREZ
  AGLR=AGUILAR CHVZ/CHAVZ/CHVEZ=CHAVEZ DZ=DIAZ DLGDO=DELGADO ESTDA=ESTRADA ESPNZA=ESPINOZA FLRS/FLS=FLORES
  GCIA/GRCIA/GCA=GARCIA GRRO/GRO=GUERRERO HRRA/HERRA=HERRERA MDZ/MNDZ=MENDEZ MDZA/MNDZA/MZA=MENDOZA
  MRLS/MORLS=MORALES MUNZ/MNZ=MUNOZ MRNO=MORENO ORTZ/OTZ=ORTIZ PNA=PENA RYS=REYES RVRA=RIVERA RZ=RUIZ RMRO=ROMERO
  RMS=RAMOS TRRS/TORRS=TORRES VGAS/VRGS=VARGAS VLLA=VILLA VGA=VEGA CTZ/CRTZ=CORTES/CORTEZ CSTRO=CASTRO
  CSTLLO/CASTLLO=CASTILLO CTRAS=CONTRERAS GZA/GRZA=GARZA GZMN=GUZMAN JRZ/JUARZ/JREZ=JUAREZ MRQZ/MARQZ/MQZ=MARQUEZ
  MDNA=MEDINA SLZR=SALAZAR STO=SANTO/SOTO STOS/SNTS=SANTOS STGO=SANTIAGO SN=SAN TRVNO=TREVINO VLRL/VILLRL=VILLARREAL
  NUNZ/NNZ=NUNEZ IBNZ=IBANEZ BRMDZ/BMDZ=BERMUDEZ BNTZ/BTZ=BENITEZ MLDZ/MELDZ=MELENDEZ HTA=HUERTA SUARZ/SRZ=SUAREZ
  ENRQZ/ENRIQZ=ENRIQUEZ VALDZ/VLDZ=VALDEZ/VALDES SALDZ=SALDANA CRZ=CRUZ LNA=LUNA`)

export const longForms = (word: string): ReadonlyArray<string> => {
  const listed = abbreviations.get(word)
  return [...(listed === undefined ? [] : [listed]), ...(givenNames.get(word) ?? []), ...(surnames.get(word) ?? [])]
}

/** Whether a word is cut off with a full stop: `Concep.` Two letters would stand for too many names. */
export const isCutOff = (short: string, long: string): boolean =>
  short.length >= 3 && short.length + 2 <= long.length && long.startsWith(short)

const vowels = /[AEIOU]/g

const areInOrder = (letters: string, word: string): boolean => {
  let found = 0
  for (const letter of word) if (letter === letters[found]) found += 1
  return found === letters.length
}

/** Whether a word may be another without its inner vowels: `Brjs` for Borjas, `Edgdo` for Edgardo. */
export const isContraction = (short: string, long: string): boolean =>
  short.length >= 2 &&
  short.length + 2 <= long.length &&
  short.replace(vowels, '').length > short.length / 2 &&
  short[0] === long[0] &&
  short.at(-1) === long.at(-1) &&
  areInOrder(short, long)

/** A lost letter was one with an accent, or Ñ. One letter may leave two signs, one for each of its bytes. */
const lostLetters = (signs: string): string => `[AEIOUNX]{${Math.ceil(signs.length / 2)},${signs.length}}`

const mostSigns = 4

/** Whether a word with unreadable letters may be the other word. */
export const mayBeReadAs = (word: string, other: string): boolean => {
  const signs = word.split(unreadable).length - 1
  if (signs === 0 || signs > mostSigns || word.length < 2 * signs || word.length - signs < 2) return false
  return new RegExp(`^${word.replace(/\?+/g, lostLetters)}$`).test(other)
}

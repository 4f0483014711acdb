/** Words with a meaning of their own in names. Names are in capitals from A to Z. */

/** They belong to the word behind them, and are often omitted. */
export const particles: ReadonlySet<string> = new Set(
  'DE DEL LA LAS LOS EL Y DA DAS DO DOS DI VAN VON DER DEN AL BIN BEN IBN'.split(' '),
)

export const titles: ReadonlySet<string> = new Set(
  'DR DRA LIC ING ARQ PROF MTRO MTRA SR SRA GRAL CMDTE JR VDA VIUDA COLONEL GENERAL HAJI HAJJI MULLAH MAULANA MAULAVI QARI SHEIKH'.split(
    ' ',
  ),
)

export const abbreviations = new Map(
  'MA=MARIA FCO=FRANCISCO GPE=GUADALUPE STA=SANTA HDZ=HERNANDEZ HDEZ=HERNANDEZ MTZ=MARTINEZ RDZ=RODRIGUEZ GLEZ=GONZALEZ GZZ=GONZALEZ FDZ=FERNANDEZ'
    .split(' ')
    .map((pair) => pair.split('='))
    .map(([short = '', long = '']) => [short, long]),
)

/** Names that are often omitted before another given name, and the letters that stand for them there. */
export const companions: ReadonlyMap<string, string> = new Map([
  ['MARIA', 'MARIA'],
  ['M', 'MARIA'],
  ['JOSE', 'JOSE'],
  ['J', 'JOSE'],
])

/** Latin letters that are not a plain letter with an accent. */
export const foreignLetters = new Map([
  ['Ł', 'L'],
  ['Ø', 'O'],
  ['Đ', 'D'],
  ['Æ', 'AE'],
  ['Œ', 'OE'],
])

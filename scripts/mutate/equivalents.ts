/** A fault that survives because the program does the same with it, and why. */
interface Equivalent {
  readonly file: string
  /** A part of the line as it stands. */
  readonly code: string
  /** Any where it is left out. */
  readonly mutator?: string
  /** What stands in its place; any where it is left out. */
  readonly replacement?: string
  readonly because: string
}

const groups = 'the form has all of its groups or does not match'
const beyond = 'what lies beyond the end of a text is neither letter nor digit nor blank'
const shortcut = 'it only spares work: what follows comes to the same answer'

/** Faults that survived and were judged to be none. */
export const equivalents: ReadonlyArray<Equivalent> = [
  {
    file: 'src/domain/account/Quota.ts',
    code: '.sort((a, b) => (a.month < b.month ? 1 : -1))',
    replacement: 'a.month <= b.month',
    because: 'no month stands there twice',
  },
  {
    file: 'src/domain/account/Quota.ts',
    code: '.sort((a, b) => (a.month < b.month ? 1 : -1))',
    mutator: 'NumberLiteral',
    because: 'sorting asks for the sign alone',
  },
  {
    file: 'src/domain/account/RateLimit.ts',
    code: '(last?.at ?? now)',
    mutator: 'OptionalChaining',
    because: 'whoever is refused has more marks than the excess',
  },
  {
    file: 'src/domain/delivery/Delivery.ts',
    code: "outcome._tag === 'Answered' && outcome.status >= 200",
    replacement: 'true',
    because: 'what was not answered has no status, and none is no number between these',
  },
  {
    file: 'src/domain/delivery/Transfer.ts',
    code: 'Math.min(failures - 1, 20)',
    replacement: '21',
    because: 'the longest wait is reached long before',
  },
  {
    file: 'src/domain/delivery/WebhookUrl.ts',
    code: 'url.hostname.replace(',
    mutator: 'Regex',
    because: 'brackets stand only around the host',
  },
  {
    file: 'src/domain/delivery/WebhookUrl.ts',
    code: 'const url = raw === null ? null : URL.parse(text)',
    replacement: 'false',
    because: 'the next line refuses what has no parts, with a URL or without',
  },
  {
    file: 'src/domain/delivery/WebhookUrl.ts',
    code: "if (fragment !== '' || text.endsWith('#')) url.hash = ''",
    because: 'without a fragment there is none to take away',
    replacement: 'true',
  },
  {
    file: 'src/domain/network/Network.ts',
    code: 'return more.length > 0 || missing < 1 ? []',
    replacement: "['fault']",
    because: 'one part is not eight, as none is',
  },
  {
    file: 'src/domain/person/Curp.ts',
    code: 'if (year < DateTime.toPartsUtc(now).year - 1) return true',
    because: shortcut,
  },
  {
    file: 'src/domain/person/Curp.ts',
    code: 'const dayNumber = (year: number',
    replacement: '101',
    because: 'days stay in their order',
  },
  {
    file: 'src/domain/person/Curp.ts',
    code: 'const asRead = (text: string)',
    replacement: 'false',
    because: 'a text of ASCII is its own compatibility form',
  },
  {
    file: 'src/domain/person/Curp.ts',
    code: 'const isDigit = (code: number | undefined)',
    replacement: 'true',
    because: 'what is not there is no number between these',
  },
  {
    file: 'src/domain/person/Curp.ts',
    code: 'if (isDigit(text.charCodeAt(at))) digits += 1',
    because: 'it only finds texts that need no further look, and finds fewer',
  },
  {
    file: 'src/domain/person/Curp.ts',
    code: 'let digits = 0',
    because: 'it finds fewer texts that need no further look',
  },
  {
    file: 'src/domain/person/Curp.ts',
    code: 'return digits >= dateAt.to - dateAt.from',
    replacement: 'true',
    because: shortcut,
  },
  {
    file: 'src/domain/person/Curp.ts',
    code: 'if (isDigit(codes[from]) || !isDigit(codes[from + dateAt.from])) return false',
    because: shortcut,
  },
  {
    file: 'src/domain/person/Curp.ts',
    code: 'for (let at = dateAt.from; at < dateAt.to; at++) if (!isDigit(codes[from + at])) return false',
    because: shortcut,
  },
  { file: 'src/domain/person/Curp.ts', code: 'for (let at = 0; at < text.length; at++) {', because: beyond },
  { file: 'src/domain/person/Curp.ts', code: 'if (!isDigit(code)) continue', replacement: 'false', because: shortcut },
  {
    file: 'src/domain/person/Curp.ts',
    code: 'if (!isRealDate(2000 + Number(yy)',
    replacement: '2000 - Number(yy)',
    because: 'of two such years both leap or neither does',
  },
  {
    file: 'src/domain/screening/ListVersion.ts',
    code: String.raw`/^\d{4}-\d{2}-\d{2}$/.test(text) &&`,
    mutator: 'Regex',
    because: 'a longer text does not come back from the calendar as it was',
  },
  {
    file: 'src/domain/screening/ListVersion.ts',
    code: 'return next.entries < current.entries',
    replacement: 'next.entries <= current.entries',
    because: 'numbers that are the same are not far from each other',
  },
  {
    file: 'src/domain/screening/Screening.ts',
    code: 'curp !== null && curps.includes(curp)',
    replacement: 'true',
    because: 'no list has null for a CURP',
  },
  {
    file: 'src/domain/screening/Screening.ts',
    code: 'digits.slice(4, 6)',
    replacement: '7',
    because: 'there are six digits',
  },
  {
    file: 'src/domain/screening/Screening.ts',
    code: 'const around = spans.filter(',
    replacement: 'true',
    because: 'a single day that is the birth was found before',
  },
  {
    file: 'src/domain/screening/Screening.ts',
    code: 'const around = spans.filter(',
    mutator: 'LogicalOperator',
    because: 'a single day that is the birth was found before',
  },
  {
    file: 'src/domain/verification/Idempotency.ts',
    code: '.sort(([a], [b]) => (a < b ? -1 : 1))',
    replacement: 'a <= b',
    because: 'no name stands there twice',
  },
  {
    file: 'src/domain/verification/Idempotency.ts',
    code: '.sort(([a], [b]) => (a < b ? -1 : 1))',
    replacement: '2',
    because: 'sorting asks for the sign alone',
  },
  {
    file: 'src/domain/verification/Trace.ts',
    code: 'form.exec(text) ?? []',
    replacement: "['fault']",
    because: groups,
  },
  {
    file: 'src/domain/verification/Trace.ts',
    code: 'if (traceId === undefined || spanId === undefined || flags === undefined) return null',
    because: groups,
  },
  {
    file: 'src/domain/verification/Verification.ts',
    code: 'const noIdentity = identidad === null',
    replacement: 'false',
    because: 'nothing is asked before the identity',
  },
  {
    file: 'src/domain/verification/Verification.ts',
    code: "listas?._tag === 'consultada'",
    because: 'only an answer of the lists has a basis, and who has no answer gets no recommendation without it',
    replacement: 'true',
  },
  { file: 'src/wire/Blanks.ts', code: 'while (start < end', because: beyond },
  { file: 'src/wire/Blanks.ts', code: 'while (end > start', because: 'of blanks alone nothing is left either way' },
  { file: 'src/wire/JsonText.ts', code: 'for (let index = 0; index < text.length; index++) {', because: beyond },
  {
    file: 'src/wire/JsonText.ts',
    code: 'for (index += 1; index < text.length; index++) {',
    replacement: 'index <= text.length',
    because: beyond,
  },
  {
    file: 'src/wire/JsonText.ts',
    code: 'if (members === null) return Option.none()',
    because: 'no value has null members',
  },
  {
    file: 'src/wire/JsonText.ts',
    code: "=== 'object') members += membersOf(",
    replacement: 'true',
    because: 'what is no object has no members',
  },
  { file: 'src/wire/SignatureHeader.ts', code: 't === undefined || v1 === undefined', because: groups },
  {
    file: 'src/wire/Tidy.ts',
    code: 'isObject(member) ? member : {}',
    replacement: 'true',
    because: 'what is no object has no members to spread',
  },
  {
    file: 'src/adapters/lists/GivenNames.ts',
    code: 'isHisAndHers(one.sounds[0], other.sounds[0]) ? null : slips',
    replacement: 'slips >= 0',
    because: 'a name that is said in two ways ends in one, so that his and hers never sound alike',
  },
  {
    file: 'src/adapters/lists/GivenNames.ts',
    code: 'isHisAndHers(one.sounds[0], other.sounds[0]) ? null : slips',
    replacement: '(slips !== null) || (slips > 0)',
    because: 'a name that is said in two ways ends in one, so that his and hers never sound alike',
  },
  {
    file: 'src/adapters/lists/GivenNames.ts',
    code: 'const [other] = found.place < 0 ?',
    mutator: 'ConditionalExpression',
    replacement: 'false',
    because: 'where one has no place nothing agrees, whatever is left',
  },
  {
    file: 'src/adapters/lists/GivenNames.ts',
    code: 'const [other] = found.place < 0 ?',
    mutator: 'ArrayDeclaration',
    because: 'where one has no place nothing agrees, whatever stands there',
  },
  {
    file: 'src/adapters/lists/GivenNames.ts',
    code: 'other?.written.length === 1',
    mutator: 'OptionalChaining',
    because: 'every pair has both by then',
  },
  {
    file: 'src/adapters/lists/GivenNames.ts',
    code: "companions.get(first?.written ?? '')",
    mutator: 'OptionalChaining',
    because: 'where there is a second there is a first',
  },
  {
    file: 'src/adapters/lists/GivenNames.ts',
    code: "companions.get(first?.written ?? '')",
    mutator: 'StringLiteral',
    because: 'where there is a second there is a first',
  },
  {
    file: 'src/adapters/lists/Heard.ts',
    code: 'Math.abs(one.length - other.length) <= 1',
    mutator: 'ConditionalExpression',
    replacement: 'true',
    because: shortcut,
  },
  {
    file: 'src/adapters/lists/Heard.ts',
    code: 'Math.abs(one.length - other.length) <= 1',
    mutator: 'NumberLiteral',
    replacement: '2',
    because: shortcut,
  },
  {
    file: 'src/adapters/lists/Heard.ts',
    code: 'least === null || (next !== null && next < least)',
    mutator: 'EqualityOperator',
    replacement: 'next <= least',
    because: 'of two that are as many either is the fewest',
  },
  {
    file: 'src/adapters/sources/real/Check.ts',
    code: 'JSON.stringify(findingsOf(outcome.answer)) ??',
    mutator: 'StringLiteral',
    because: 'findings are an object or null, of which there is always a text',
  },
  {
    file: 'src/adapters/sources/real/Check.ts',
    code: 'startedAt: DateTime.makeUnsafe(0),',
    because: 'a call that is not waited for by a verification looks at no time',
  },
  {
    file: 'src/adapters/sources/real/Check.ts',
    code: 'closesAt: DateTime.makeUnsafe(0),',
    because: 'a call that is not waited for by a verification looks at no time',
  },
  {
    file: 'src/adapters/sources/real/Check.ts',
    code: 'now: DateTime.makeUnsafe(0),',
    because: 'a call that is not waited for by a verification looks at no time',
  },
  {
    file: 'src/adapters/publishers/Exchange.ts',
    code: "method: 'GET',",
    because: 'a request without a method is a GET',
  },
]

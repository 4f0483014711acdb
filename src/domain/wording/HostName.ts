import type { Scan } from './Scan.ts'
import { scansOf } from './Wording.ts'

/** What a host name says, whatever letters it was written in. */

const base = 36
const tMin = 1
const tMax = 26
const skew = 38
const damp = 700
const initialBias = 72
const initialN = 0x80
const lastCodePoint = 0x10ffff

const digitOf = (code: number): number => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + tMax
  return code >= 0x61 && code <= 0x7a ? code - 0x61 : base
}

const adapt = (delta: number, points: number, isFirst: boolean): number => {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1
  rest += Math.floor(rest / points)
  let k = 0
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}

/** What a label in Punycode (RFC 3492) stands for; the label itself where it is none. */
const decodePunycode = (label: string): string => {
  const dash = label.lastIndexOf('-')
  const points = [...label.slice(0, Math.max(0, dash))].map((char) => char.charCodeAt(0))
  let n = initialN
  let i = 0
  let bias = initialBias
  for (let at = dash + 1; at < label.length; ) {
    const before = i
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(label.charCodeAt(at++))
      if (digit >= base) return label
      i += digit * weight
      const t = k <= bias ? tMin : Math.min(k - bias, tMax)
      if (digit < t) break
      weight *= base - t
    }
    const count = points.length + 1
    bias = adapt(i - before, count, before === 0)
    n += Math.floor(i / count)
    if (n > lastCodePoint) return label
    i %= count
    points.splice(i, 0, n)
    i += 1
  }
  return String.fromCodePoint(...points)
}

const prefix = 'xn--'

/** A host name in ASCII, as it was meant to be read. */
const toUnicode = (host: string): string =>
  host
    .split('.')
    .map((label) => (label.startsWith(prefix) ? decodePunycode(label.slice(prefix.length)) : label))
    .join('.')

/** A host as it was written, and as it is looked up. */
export const hostScansOf = ({
  writtenHost,
  host,
}: {
  readonly writtenHost: string
  readonly host: string
}): ReadonlyArray<Scan> => {
  const meant = toUnicode(host)
  return writtenHost.toLowerCase() === meant ? scansOf(writtenHost) : [...scansOf(writtenHost), ...scansOf(meant)]
}

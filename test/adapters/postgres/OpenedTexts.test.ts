import { Option } from 'effect'
import { beforeEach, describe, expect, it } from 'vitest'
import { OpenedTexts } from '#adapters/postgres/installation/OpenedTexts.ts'
import { documentContext } from '#adapters/postgres/rows/Rows.ts'
import type { DataKey } from '#ports/Secrets.ts'

const megabyte = 1_048_576

describe('texts that were opened lately', () => {
  let opened: Array<string> = []
  let texts = new OpenedTexts()
  const keyOf = (name: string): DataKey => ({
    name,
    digest: (text) => text,
    seal: (plaintext) => Buffer.from(plaintext),
    open: (sealed, { accountId, verificationId }) => {
      opened.push(`${name} ${accountId} ${verificationId}`)
      return sealed[0] === 0 ? Option.none() : Option.some(Buffer.from(sealed))
    },
    openText: () => Option.none(),
  })
  /** A sealed text that begins so, as its nonce and tag do. */
  const sealed = (mark: number, length = 100) => Buffer.alloc(length, mark)
  const open = (mark: number, length?: number, of = 'sol', id = 'ver_1', key = 'a') =>
    texts.remembering(keyOf(key)).open(sealed(mark, length), documentContext(of, id))

  beforeEach(() => {
    opened = []
    texts = new OpenedTexts()
  })

  it('are opened once', () => {
    expect([open(1), open(1)]).toEqual([Option.some(sealed(1)), Option.some(sealed(1))])
    expect(opened).toEqual(['a sol ver_1'])
  })

  const openLater = (): void => {
    texts.clear()
    open(1)
  }

  it.each<[what: string, again: () => unknown, by: string]>([
    ['was sealed again', () => open(2), 'a sol ver_1'],
    ['stands at another verification', () => open(1, 100, 'sol', 'ver_2'), 'a sol ver_2'],
    ['stands at another account', () => open(1, 100, 'luna'), 'a luna ver_1'],
    ['is of another key', () => open(1, 100, 'sol', 'ver_1', 'b'), 'b sol ver_1'],
    ['is asked for after all was forgotten', openLater, 'a sol ver_1'],
  ])('are opened again where one %s', (_, again, by) => {
    open(1)
    again()
    expect(opened).toEqual(['a sol ver_1', by])
  })

  it('are not remembered where they cannot be opened', () => {
    expect([open(0), open(0)]).toEqual([Option.none(), Option.none()])
    expect(opened).toHaveLength(2)
  })

  it('take a bounded room, in which stays what is asked for again', () => {
    open(1, megabyte)
    for (let mark = 2; mark < 40; mark++) {
      open(mark, megabyte)
      open(1, megabyte)
    }
    expect(opened).toHaveLength(39)
    open(2, megabyte)
    expect(opened).toHaveLength(40)
  })
})

import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { sources } from '#tools/documents/Places.ts'
import { placeOfFiles, temporaryFile } from '#tools/machine/temporary.ts'

const own = ['tools/machine/temporary.ts', 'test/docs/Temporary.test.ts']

it('tests write into the directory of their run alone, which goes with it', () => {
  const path = temporaryFile('content')
  expect([existsSync(path), dirname(dirname(path))]).toEqual([true, process.env[placeOfFiles]])
  const elsewhere = sources.filter(({ path, text }) => /^test\//.test(path) && /\b(?:mkdtemp|tmpdir)\w*\(/.test(text))
  expect(elsewhere.map(({ path }) => path).filter((path) => !own.includes(path))).toEqual([])
})

import { expect, it } from 'vitest'
import { environmentOf, runToEnd } from '#tools/service/server.ts'

it('a command without the address of its database ends with status 1 and names the settings', async () => {
  const ended = await runToEnd('src/cli.ts', ['accounts', 'list'], { ...environmentOf(''), DATABASE_URL: '' })
  expect(ended).toMatchObject({ code: 1 })
  expect(ended.err).toContain('DATABASE_URL or DATABASE_URL_FILE is missing')
})

import { expect, it } from 'vitest'
import { cotejo } from '#src/cli/Cotejo.ts'
import { version } from '#src/Version.ts'
import { runToEnd } from '#tools/service/server.ts'

it('the program says its version, whatever stands before', async () => {
  for (const words of [['--version'], ['-v'], ['accounts', '--version']]) {
    expect(await runToEnd('src/cli.ts', words, {})).toEqual({ code: 0, out: `cotejo v${version}\n`, err: '' })
  }
})

it.each(['bash', 'zsh', 'fish'])('the program completes its commands in %s', async (shell) => {
  const { out, code, err } = await runToEnd('src/cli.ts', [`--completions=${shell}`], {})
  expect([code, err]).toEqual([0, ''])
  for (const word of ['accounts', 'receipt-key', 'dry-run', 'signing-secrets']) expect(out).toContain(word)
  // A script is not shown, it is run.
  expect(out).not.toMatch(/\\u00[01]/)
  expect((await runToEnd('src/cli.ts', ['--completions', shell], {})).out).toBe(out)
})

it('the program lists its groups, and names one that is alike where there is none', async () => {
  const { out, code } = await runToEnd('src/cli.ts', ['--help'], {})
  expect(code).toBe(0)
  const whole = await cotejo()
  for (const { name, description } of whole.subcommands.flatMap(({ commands }) => commands)) {
    expect(out).toMatch(new RegExp(`^ +${name} +${description?.slice(0, 20)}`, 'm'))
  }
  const unknown = await runToEnd('src/cli.ts', ['acounts', 'list'], {})
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('accounts') })
})

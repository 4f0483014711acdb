import { ConfigProvider, Duration, Effect } from 'effect'
import { describe, expect, it } from 'vitest'
import { serverSettings } from '#src/Config.ts'
import { fit, inProduction } from '#test/support/settings.ts'
import { certificate } from '#tools/machine/certificate.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'

const run = <A, E>(effect: Effect.Effect<A, E>, changes: Record<string, string>) =>
  Effect.runPromise(
    Effect.provideService(effect, ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord({ ...fit, ...changes })),
  )

describe('what is set', () => {
  const authority = temporaryFile(certificate)

  it.each([
    ['COTEJO_PROCESSOR_CA_FILE', { processorCertificates: certificate }],
    ['COTEJO_WEBHOOK_CA_FILE', { webhookCertificates: certificate }],
    ['COTEJO_PROVIDER_CA_FILE', { providers: { certificates: certificate } }],
  ])('by %s is trusted there', async (name, settings) => {
    expect(await run(serverSettings, { ...inProduction, [name]: authority })).toMatchObject(settings)
  })

  it('as a time or a number is taken', async () => {
    const times = { COTEJO_VALIDITY: '5 days', COTEJO_PROVIDER_TIMEOUT: '7 seconds', COTEJO_TIME_BUDGET: '2 minutes' }
    expect(await run(serverSettings, { ...inProduction, ...times, COTEJO_PROVIDER_CONCURRENCY: '9' })).toMatchObject({
      validity: Duration.days(5),
      timeBudget: Duration.minutes(2),
      providers: { timeout: Duration.seconds(7), concurrency: 9 },
    })
  })

  it('to nothing but blanks is not set', async () => {
    expect((await run(serverSettings, { COTEJO_PORT: ' ', COTEJO_OTLP_ENDPOINT: '' })).port).toBe(8_080)
    expect((await run(serverSettings, { COTEJO_PORT: ' 81 ' })).port).toBe(81)
  })

  it.each([
    ...['changeme', 'change-me', 'cambiame', 'cambia_me', 'placeholder', 'mi...clave', '%3Cclave%3E', 'CHANGEME'],
    ...['password', 'passwd', 'contrase%C3%B1a', 'secret', 'secreto', 'example', 'ejemplo', 'postgres', 'cotejo'],
    ...['test', 'xxx', '000', '12345', '123456789'],
  ])('as the password %s of the database is a placeholder', async (password) => {
    const { problems } = await run(Effect.flip(serverSettings), {
      DATABASE_URL: `postgres://cotejo:${password}@localhost/cotejo`,
    })
    expect(problems).toEqual(['DATABASE_URL holds a placeholder for its password: put the real one in.'])
  })

  it.each(['connect_timeout=3', 'application_name=cotejo', 'sslmode=disable'])(
    'as the parameter %s of the database is taken',
    async (parameter) => {
      const url = `postgres://cotejo:Qm3vT8@localhost/cotejo?${parameter}`
      expect((await run(serverSettings, { DATABASE_URL: url })).environment).toBe('sandbox')
    },
  )
})

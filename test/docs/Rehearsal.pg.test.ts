import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { certificate } from '#test/support/certificate.ts'
import { plainEnvironment } from '#test/support/processes.ts'
import { temporaryDirectory } from '#test/support/temporary.ts'

/** The status with which a provider, or the processor, answers a question. */
const statusOf = async (url: string): Promise<number | undefined> => {
  const asking = request(url, { method: 'POST', ca: certificate }).end('{"consulta_id":"con_1","curp":"X"}')
  const [answer] = await once(asking, 'response')
  answer.resume()
  return answer.statusCode
}

it('the surroundings of a rehearsal say what step 1 exports, are broken and mended on demand, and go with their program', async () => {
  const directory = temporaryDirectory('rehearsal')
  const program = spawn(process.execPath, ['scripts/surroundings.ts', directory], {
    env: plainEnvironment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void program.kill('SIGKILL'))
  let said = ''
  for await (const text of program.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text
    if (said.includes('Ctrl-C ends all of it.')) break
  }
  program.stdout.resume()
  const file = join(directory, 'known')
  const known = Object.fromEntries(
    Array.from(readFileSync(file, 'utf8').matchAll(/^export ([A-Z_0-9]+)='(.*)'$/gm), ([, name, value]) => [
      name,
      value,
    ]),
  )
  const lever = async (name: string, condition = '') => {
    const answer = await fetch(`${known['LEVERS']}/${name}`, { method: 'POST', body: condition })
    return [answer.status, await answer.text()]
  }
  const [identity, judicial, processor] = [known['IDENTITY_URL'], known['JUDICIAL_URL'], known['PROCESSOR_URL']].map(
    String,
  )
  const statuses = async () => [
    await statusOf(`${identity}/identidad/consultas`),
    await statusOf(`${judicial}/x`),
    await statusOf(`${processor}/v1/transfers`),
  ]

  expect(await statuses()).toEqual([200, 200, 401])
  expect(await lever('identidad', 'refuses')).toEqual([200, 'refuses\n'])
  expect(await lever('judicial', 'fails')).toEqual([200, 'fails\n'])
  expect(await lever('procesador', 'fails')).toEqual([200, 'fails\n'])
  expect(await statuses()).toEqual([401, 500, 500])
  expect(await lever('procesador', 'refuses')).toEqual([200, 'refuses\n'])
  expect(await statuses()).toEqual([401, 500, 401])
  await lever('procesador', 'hangs')
  const unanswered = statusOf(`${processor}/v1/transfers`).catch(() => 'never answered')
  for (const name of ['identidad', 'judicial', 'procesador']) await lever(name, 'works')
  expect(await statuses()).toEqual([200, 200, 401])
  expect(await lever('payment')).toEqual([200, expect.stringMatching(/^pi_\w+\n$/)])
  expect(await lever('judicial', 'asleep')).toEqual([404, ''])

  program.kill('SIGTERM')
  await once(program, 'close')
  expect(await unanswered).toBe('never answered')
  expect([program.exitCode, existsSync(file), existsSync(String(known['DATABASE_CA']))]).toEqual([0, false, false])
})

/** 1,000 worlds in one process: what each costs to make, and that all jump at the same time, each with its own results. */

import { SimulatorClient, type World } from '#simulator/package/SimulatorClient.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { inParallel, percentile, processorSeconds, round, startProgram } from './measure.ts'
import { report } from './report.ts'
import { sized } from './sized.ts'
import { weighable, weighed } from './weighing.ts'

const count = sized(1_000, 20)
/** Made before anything is measured, so that no world pays for what all share. */
const warmUp = sized(50, 5)
const most = { milliseconds: 5, kilobytes: 250 }
const prefixes = ['LIMP', 'MARC', 'ROJF', 'LERT'] as const
const levels = { LIMP: 'alto', MARC: 'medio', ROJF: 'medio', LERT: 'bajo' }
const jumpSeconds = 600

export const worlds = async (): Promise<void> => {
  const simulator = await startProgram([...weighable, 'simulator/main.ts', '--port', '0'])
  try {
    await measure(simulator.base, simulator.pid)
  } finally {
    await simulator.stop()
  }
}

const requested = async (world: World, prefix: string): Promise<string> => {
  const body = sampleRequest('sol-0001', prefix)
  const response = await fetch(`${world.url}/v1/verificaciones`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.account().llave}`,
      'content-type': 'application/json',
      'idempotency-key': body.solicitud_id,
    },
    body: JSON.stringify(body),
  })
  return JSON.parse(await response.text()).verificacion_id
}

/** What processor time something takes of the simulator and of this process, its client; in ms for each world. */
const processorTime = async (pid: number, task: () => Promise<void>) => {
  const [server, client] = [processorSeconds(pid), process.cpuUsage()]
  await task()
  const { user, system } = process.cpuUsage(client)
  return {
    server: ((processorSeconds(pid) - server) * 1_000) / count,
    client: (user + system) / 1_000 / count,
  }
}

/** Whether the inbox of a world has its own webhook, of its own end, and no other. */
const isItsOwn = async (world: World, id: string, prefix: keyof typeof levels): Promise<boolean> => {
  const [first, ...others] = await world.deliveries()
  if (first === undefined || others.length > 0) return false
  const { verificacion_id, recomendacion } = JSON.parse(first.cuerpo)
  return verificacion_id === id && recomendacion.sustento_documental.nivel === levels[prefix]
}

const measure = async (base: string, pid: number): Promise<void> => {
  const client = new SimulatorClient(base)
  const make = () => client.world({ congelado: true })
  for (let index = 0; index < warmUp; index++) await (await make()).close()

  const before = await weighed(base, pid)
  const made: Array<{ readonly world: World; readonly ms: number }> = []
  const took = await processorTime(pid, async () => {
    for (let index = 0; index < count; index++) {
      const start = performance.now()
      made.push({ world: await make(), ms: performance.now() - start })
    }
  })
  const after = await weighed(base, pid)
  const kilobytes = (after.used - before.used) / count
  const milliseconds = percentile(
    made.map(({ ms }) => ms),
    0.5,
  )

  const prefixOf = (index: number) => prefixes[index % prefixes.length] ?? 'LIMP'
  const ids: Array<string> = []
  await inParallel(count, 16, async (index) => {
    const world = made[index]?.world
    if (world !== undefined) ids[index] = await requested(world, prefixOf(index))
  })
  const start = performance.now()
  await Promise.all(made.map(({ world }) => world.advance(jumpSeconds)))
  const jumped = (performance.now() - start) / count
  let own = 0
  await inParallel(count, 16, async (index) => {
    const world = made[index]?.world
    if (world !== undefined && (await isItsOwn(world, ids[index] ?? '', prefixOf(index)))) own += 1
  })

  report(`${count} worlds in one process`, {
    'made in': {
      value: round(milliseconds, 2),
      unit: 'ms, p50',
      ofTheMost: round(milliseconds / most.milliseconds, 2),
    },
    'takes of the simulator': { value: round(took.server, 2), unit: 'ms of processor', ofTheMost: '' },
    'takes of its client': { value: round(took.client, 2), unit: 'ms of processor', ofTheMost: '' },
    holds: {
      value: round(kilobytes),
      unit: 'KB of heap and buffers',
      ofTheMost: round(kilobytes / most.kilobytes, 2),
    },
    'the process grew by': {
      value: round((after.resident - before.resident) / count),
      unit: 'KB resident, with room for garbage',
      ofTheMost: '',
    },
    'jumps 10 minutes in': { value: round(jumped, 2), unit: 'ms, all at the same time', ofTheMost: '' },
    'with its own results': { value: own, unit: `of ${count}`, ofTheMost: '' },
  })
}

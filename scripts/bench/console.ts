/**
 * The console over 1,000 verifications: frames while the list is scrolled, memory of the page, and how much of the
 * simulator's throughput an open page costs, alternating in one run.
 */
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { Browser, Page } from 'playwright-core'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { chromiumPath, startBrowser } from '#test/support/browser.ts'
import { inParallel, percentile, round, startProgram } from './measure.ts'
import { report } from './report.ts'
import { sized } from './sized.ts'

const count = sized(1_000, 100)
const connections = 16
const seconds = sized(4, 1)
const rounds = sized(6, 1)
const scrollMillis = 5_000

let requests = 0
const request = () => {
  requests += 1
  const body = sampleRequest(`sol-${requests}`)
  return {
    headers: { 'idempotency-key': body.solicitud_id, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

const pull = async (base: string, lever: string, body: unknown): Promise<Record<string, unknown>> => {
  const response = await fetch(`${base}/_simulador/${lever}`, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${lever}: ${response.status} ${await response.text()}`)
  return JSON.parse(await response.text())
}

/** Verifications created per second, with all the work that follows. */
const load = async (base: string, authorization: string, duration: number): Promise<number> => {
  const result = await autocannon({
    url: `${base}/v1/verificaciones`,
    connections,
    duration,
    requests: [
      {
        method: 'POST',
        setupRequest: (sent) => {
          const { headers, body } = request()
          return { ...sent, headers: { ...headers, authorization }, body }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

const open = async (browser: Browser, base: string): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${base}/_simulador`)
  await page.getByText('en vivo').waitFor()
  return page
}

/** Milliseconds from frame to frame, while the list is scrolled from end to end and back. */
const scroll = async (page: Page): Promise<ReadonlyArray<number>> =>
  page.evaluate(`new Promise((resolve) => {
    const box = document.querySelector('[role=listbox]')
    const frames = []
    const start = performance.now()
    let last = start
    let step = 137
    const next = (now) => {
      frames.push(now - last)
      last = now
      if (box.scrollTop + box.clientHeight >= box.scrollHeight) step = -137
      if (box.scrollTop === 0) step = 137
      box.scrollTop += step
      if (now - start < ${scrollMillis}) requestAnimationFrame(next)
      else resolve(frames.slice(1))
    }
    requestAnimationFrame(next)
  })`)

/** Of the page, in MB: what its scripts hold, and what its process holds that it shares with none. */
const memory = async (browser: Browser, page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const heap = await session.send('Runtime.getHeapUsage')
  const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const privateKilobytes = renderers.map((pid) =>
    [...readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+:\s+(\d+)/gm)].reduce(
      (sum, [, kilobytes]) => sum + Number(kilobytes),
      0,
    ),
  )
  return { heap: round(heap.usedSize / 2 ** 20), process: round(Math.max(...privateKilobytes) / 2 ** 10) }
}

/** An account that may ask for as much as it likes, of a simulator as at the start. */
const fresh = async (base: string): Promise<string> => {
  await fetch(`${base}/_simulador/reiniciar`, { method: 'POST' })
  await pull(base, 'reloj', { velocidad: 600 })
  const opened = await pull(base, 'cuentas', { modo: 'consumo', saldo: 100_000_000, limite_por_minuto: 1_000_000 })
  return `Bearer ${opened['llave']}`
}

const pageOf = async (base: string, browser: Browser) => {
  const authorization = await fresh(base)
  await inParallel(count, 16, async () => {
    const { headers, body } = request()
    await fetch(`${base}/v1/verificaciones`, { method: 'POST', headers: { ...headers, authorization }, body })
  })
  await pull(base, 'reloj', { avanzar_segundos: 600 })
  const page = await open(browser, base)
  const frames = await scroll(page)
  const held = await memory(browser, page)
  await page.close()
  return { frames, held }
}

/** Throughput without a page and with one, in turns of which each is first as often as the other. */
const throughputOf = async (base: string, browser: Browser) => {
  const without: Array<number> = []
  const watched: Array<number> = []
  const alone = async () => without.push(await load(base, await fresh(base), seconds))
  const beside = async () => {
    const authorization = await fresh(base)
    const page = await open(browser, base)
    watched.push(await load(base, authorization, seconds))
    await page.close()
  }
  await load(base, await fresh(base), seconds)
  for (let index = 0; index < rounds; index++) {
    for (const turn of index % 2 === 0 ? [alone, beside] : [beside, alone]) await turn()
  }
  return { without, watched }
}

const measure = async (base: string, browser: Browser): Promise<void> => {
  const { frames, held } = await pageOf(base, browser)
  const { without, watched } = await throughputOf(base, browser)
  const [alone, beside] = [percentile(without, 0.5), percentile(watched, 0.5)]
  const all = (readings: ReadonlyArray<number>) => readings.map((one) => round(one, 0)).join(', ')
  const elapsed = frames.reduce((sum, frame) => sum + frame, 0)
  report('the console beside a working simulator', {
    'frames, scrolling': { value: round((frames.length * 1_000) / elapsed), unit: 'a second' },
    'frame p50': { value: round(percentile(frames, 0.5)), unit: 'ms' },
    'frame p99': { value: round(percentile(frames, 0.99)), unit: 'ms' },
    'frames over 50 ms': { value: frames.filter((frame) => frame > 50).length, unit: `of ${frames.length}` },
    'heap of the page': { value: held.heap, unit: `MB, ${count} verifications` },
    'private memory of its process': { value: held.process, unit: 'MB' },
    'verifications, no page open': { value: round(alone), unit: `a second: ${all(without)}` },
    'with a page open': { value: round(beside), unit: `a second: ${all(watched)}` },
    ratio: { value: round(beside / alone, 2), unit: '' },
  })
}

export const consolePage = async (): Promise<void> => {
  if (chromiumPath === null) throw new Error('no Chromium here: npm run test:console installs it')
  const simulator = await startProgram(['simulator/main.ts', '--port', '0'])
  const browser = await startBrowser()
  try {
    await measure(simulator.base, browser)
  } finally {
    await browser.close()
    await simulator.stop()
  }
}

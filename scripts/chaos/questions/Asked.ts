/** What an operator asks while things are broken; where the answer is; what it says; and whether it is the right one. */
import { round } from '#scripts/bench/measure.ts'
import type { Seen } from './Seen.ts'
import { deadReceiver, partners, slow, type World } from './World.ts'

interface Answer {
  readonly where: string
  readonly answer: string
  readonly isRight: boolean
}

type Question = (seen: Seen, world: World) => Answer | Promise<Answer>

const most = (counts: ReadonlyMap<string, number>): string =>
  [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
const seconds = (number: number): string => `${round(number)} s`
const days = (number: number): string => `${round(number / 86_400, 0)} days`

/** How long the calls of a source take, on the average. */
const callSeconds = ({ sum }: Seen, source: string): number =>
  sum('cotejo_source_call_seconds_sum', { source }) / sum('cotejo_source_call_seconds_count', { source })

/** The first verification of a partner, as the trace and the log tell it. */
const firstOf = ({ created }: World, partner: string): string => created.get(partner)?.[0] ?? ''

const slowSource: Readonly<Record<string, Question>> = {
  'Which source is slow?': (seen) => {
    const [identity, courts] = [callSeconds(seen, 'identidad'), callSeconds(seen, 'judicial')]
    return {
      where: '`cotejo_source_call_seconds`, by source',
      answer: `identidad ${seconds(identity)}, judicial ${seconds(courts)}`,
      isRight: identity * 1_000 >= slow && courts < identity / 2,
    }
  },
  'Where did the time of this verification go?': (seen, world) => {
    const id = firstOf(world, partners.well)
    const own = seen.spans.filter(({ attributes }) => attributes['verificacion_id'] === id)
    const traces = new Set(own.map(({ traceId }) => traceId))
    const calls = own.filter(({ attributes }) => attributes['source'] !== undefined)
    const [longest] = calls.toSorted((one, other) => other.millis - one.millis)
    return {
      where: 'its trace: `verifications show` tells the id',
      answer: `${traces.size} trace of ${own.length} spans; longest call: ${longest?.attributes['source']}, ${seconds((longest?.millis ?? 0) / 1_000)}`,
      isRight: traces.size === 1 && longest?.attributes['source'] === 'identidad' && longest.millis >= slow,
    }
  },
  'How long does a verification take, from its request to its end?': ({ quantile, sum }) => {
    const under = quantile('cotejo_verification_seconds', 0.95, { state: 'emitida' })
    return {
      where: '`cotejo_verification_seconds`',
      answer: `95 % of ${sum('cotejo_verification_seconds_count')} within ${under} s`,
      isRight: under * 1_000 >= slow,
    }
  },
  'How many are under way, and does anything wait for a worker?': ({ largest }) => {
    const underWay = largest('cotejo_verifications_under_way')
    const late = largest('cotejo_work_oldest_due_seconds')
    return {
      where: '`cotejo_verifications_under_way`, `cotejo_work_oldest_due_seconds`',
      answer: `${underWay} under way, the oldest due for ${seconds(late)}`,
      isRight: underWay > 0 && late < 60,
    }
  },
}

const deadReceiverOf: Readonly<Record<string, Question>> = {
  'Whose webhooks fail, and why?': ({ by }) => {
    const failed = by('account', 'cotejo_account_webhook_attempts_total', { result: 'tiempo_agotado' })
    const account = most(failed)
    return {
      where: '`cotejo_account_webhook_attempts_total`, by account and result',
      answer: `${account}: ${failed.get(account)} times tiempo_agotado; of the others none`,
      isRight: account === partners.unheard && [...failed].every(([name, count]) => name === account || count === 0),
    }
  },
  'Which receiver is it?': async (_, { run }) => {
    const lines = (await run(['deliveries', 'list', partners.unheard])).split('\n').slice(1)
    const isIt = lines.filter((line) => line.includes(deadReceiver)).length
    return {
      where: '`cotejo deliveries list ACCOUNT`',
      answer: `${deadReceiver}, ${isIt} of them`,
      isRight: isIt > 0 && lines.every((line) => !line.includes('hangs') || line.includes(deadReceiver)),
    }
  },
  'How many webhooks fail, and do those of others come in time?': ({ largest, sum }) => {
    const failing = largest('cotejo_webhooks_failing')
    const late = largest('cotejo_webhooks_oldest_due_seconds')
    const delivered = sum('cotejo_account_webhook_attempts_total', { account: partners.well, result: '2xx' })
    return {
      where: '`cotejo_webhooks_failing`, `cotejo_webhooks_oldest_due_seconds`, `cotejo_account_webhook_attempts_total`',
      answer: `${failing} failing, none due for more than ${seconds(late)}; well: ${delivered} delivered`,
      isRight: failing > 0 && delivered > 0 && late < 60,
    }
  },
  'Why has this webhook not come?': async (_, world) => {
    const text = await world.run([
      'verifications',
      'show',
      partners.unheard,
      firstOf(world, partners.unheard),
      '--full',
    ])
    const attempts = text.match(/webhook, attempt \d: tiempo_agotado/g) ?? []
    return {
      where: '`cotejo verifications show ACCOUNT VER --full`',
      answer: `${attempts.length} attempts: tiempo_agotado`,
      isRight: attempts.length > 0,
    }
  },
}

const brokenProcessor: Readonly<Record<string, Question>> = {
  'Are transfers made?': ({ largest }) => {
    const [queued, failing] = [largest('cotejo_transfers_queued'), largest('cotejo_transfers_failing')]
    const late = largest('cotejo_transfers_oldest_due_seconds')
    return {
      where: '`cotejo_transfers_queued`, `_failing`, `_oldest_due_seconds`',
      answer: `${queued} wait, ${failing} of them failed, none due for more than ${seconds(late)}`,
      isRight: queued > 0 && failing > 0,
    }
  },
  'Why not?': ({ log }) => {
    const reasons = Map.groupBy(
      log.filter(({ message }) => message === 'transfer attempt'),
      (line) => String(line['result']),
    )
    return {
      where: 'the log: `transfer attempt`',
      answer: [...reasons].map(([reason, lines]) => `${reason}, ${lines.length} times`).join('; '),
      isRight: reasons.size === 1 && reasons.has('procesador_fallo'),
    }
  },
  'Whose?': async (_, { run }) => {
    const failed = (await run(['transfers', 'list'])).split('\n').filter((line) => line.includes('procesador_fallo'))
    const accounts = new Set(failed.map((line) => line.split(' ')[0]))
    return {
      where: '`cotejo transfers list`',
      answer: `${[...accounts]}, ${failed.length} of them`,
      isRight: accounts.size === 1 && accounts.has(partners.unpaid),
    }
  },
}

const expiredList: Readonly<Record<string, Question>> = {
  'Which list has expired, since when, and what comes next?': ({ by, largest }) => {
    const known = [...by('list', 'cotejo_list_remaining_seconds').keys()]
    const remaining = known.map((list) => [list, largest('cotejo_list_remaining_seconds', { list })] as const)
    const over = remaining.filter(([list, left]) => largest('cotejo_list_required', { list }) > 0 && left < 0)
    return {
      where: '`cotejo_list_remaining_seconds`, `cotejo_list_required`',
      answer: remaining
        .map(([list, left]) => `${list} ${left < 0 ? `${days(-left)} ago` : `in ${days(left)}`}`)
        .join(', '),
      isRight: over.map(([list]) => list).join() === 'sat_69b',
    }
  },
  'What does it do to verifications?': ({ log, sum }) => {
    const unscreened = log.filter((line) => line['source'] === 'listas' && line['result'] === 'no_disponible')
    const ended = sum('cotejo_resolutions_total', { state: 'emitida' })
    return {
      where: 'the log: `source answered`; `cotejo_resolutions_total`',
      answer: `${unscreened.length} had no screening; ${ended} were emitted all the same`,
      isRight: unscreened.length > 0 && ended > 0,
    }
  },
  'What is to be done?': async (_, { run }) => {
    const line = (await run(['doctor'])).split('\n').find((text) => text.startsWith('lists')) ?? ''
    return {
      where: '`cotejo doctor`',
      answer: line.replace(/ {2,}/g, ': '),
      isRight: line.includes('fault') && line.includes('sat_69b') && line.includes('cotejo lists import'),
    }
  },
}

const books: Readonly<Record<string, Question>> = {
  'What was charged, and what is held?': ({ largest, sum }) => {
    const [prepaid, paid] = ['consumo', 'connect'].map((mode) => sum('cotejo_charged_pesos_total', { mode }))
    const held = largest('cotejo_balance_held_pesos')
    return {
      where: '`cotejo_charged_pesos_total`, `cotejo_balance_held_pesos`, `cotejo_balance_settled_pesos`',
      answer: `${prepaid} prepaid and ${paid} to be transferred; ${held} held of ${largest('cotejo_balance_settled_pesos')}`,
      isRight: (prepaid ?? 0) > 0 && (paid ?? 0) > 0,
    }
  },
  'Do the books agree?': async (_, { run }) => {
    const said = (await run(['ledger', 'check'])).trim()
    return { where: '`cotejo ledger check`', answer: said, isRight: said.startsWith('OK') }
  },
  'Are partners answered?': ({ by, sum, quantile }) => {
    const codes = by('status', 'cotejo_http_requests_total')
    const failed = [...codes].filter(([status]) => status >= '500').reduce((all, [, count]) => all + count, 0)
    const within = quantile('cotejo_http_request_seconds', 0.99, { status: '200' })
    return {
      where: '`cotejo_http_requests_total`, `cotejo_http_request_seconds`',
      answer: `${sum('cotejo_http_requests_total', { status: '200' })} times 200, ${failed} times 5xx; 99 % within ${within} s`,
      isRight: failed === 0,
    }
  },
  'What happened to this verification, and where?': ({ log }, world) => {
    const id = firstOf(world, partners.unpaid)
    const own = log.filter((line) => line['verificacion_id'] === id)
    return {
      where: 'the log, by `verificacion_id`',
      answer: [...new Set(own.map(({ message }) => message))].join(', '),
      isRight:
        own.length > 3 && own.every((line) => line['account'] === partners.unpaid && line['replica'] !== undefined),
    }
  },
}

/** By what is broken. */
export const questions: Readonly<Record<string, Readonly<Record<string, Question>>>> = {
  'A source is slow': slowSource,
  'A receiver never answers': deadReceiverOf,
  'The processor makes no transfer': brokenProcessor,
  'A list has expired': expiredList,
  'Meanwhile, in the whole': books,
}

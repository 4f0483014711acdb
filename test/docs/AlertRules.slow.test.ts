import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { alerts, alertsFile } from '#test/support/alerts.ts'
import { hasPromtool, promtool, skippedWithoutPromtool } from '#test/support/promtool.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'

/** Series of Prometheus and their samples, one a minute, as `promtool test rules` writes them. */
type Series = Readonly<Record<string, string>>
interface Trial {
  /** With these it rings. */
  readonly rings: Series
  /** With these, which are nearly the same, it does not. */
  readonly silent: Series
  /** The minute from which on what it asks for is true; the first, unless said. */
  readonly from?: number
  /** What it tells of whom it is about. */
  readonly about?: Readonly<Record<string, string>>
}

const gauge = (name: string, most: number, silent: number): Trial => ({
  rings: { [`${name}{instance="a"}`]: `${most}x120`, [`${name}{instance="b"}`]: '0x120' },
  silent: { [`${name}{instance="a"}`]: `${silent}x120`, [`${name}{instance="b"}`]: `${silent}x120` },
})
const checks = (result: string) => `cotejo_account_payment_checks_total{account="sol",result="${result}"}`
const attempts = (result: string) => `cotejo_account_webhook_attempts_total{account="sol",result="${result}"}`
const emitted = 'cotejo_resolutions_total{state="emitida"}'
const inconclusive = (reason: string) => `cotejo_resolutions_total{state="no_concluyente",reason="${reason}"}`
const seconds = (bound: string) => `cotejo_verification_seconds_bucket{le="${bound}"}`
const remaining = (list: string) => `cotejo_list_remaining_seconds{list="${list}"}`
const required = (list: string) => `cotejo_list_required{list="${list}"}`
const certificate = (name: string) => `cotejo_certificate_expiry_timestamp_seconds{setting="COTEJO_${name}_CERT_FILE"}`
const keyOf = (account: string) => `cotejo_account_key_expiry_timestamp_seconds{account="${account}"}`
const mostConnections = 'cotejo_database_connections_max{instance="a"}'
const size = 'cotejo_database_size_bytes{instance="a"}'
const refusedAt = (limit: string) => `cotejo_connections_refused_total{limit="${limit}"}`
const refusals = 'cotejo_http_requests_total{status="503",code="base_no_alcanzable"}'

const trials: Readonly<Record<string, Trial>> = {
  NobodyWorks: gauge('cotejo_work_oldest_due_seconds', 61, 60),
  StandsStill: gauge('cotejo_standing_still', 1, 0),
  // Sampled until the second minute, and then no more; by one of two replicas all the time.
  DatabaseAway: {
    rings: {
      'cotejo_service_sampled_timestamp_seconds{instance="a"}': '0 60 120x120',
      'cotejo_service_sampled_timestamp_seconds{instance="b"}': '0x120',
    },
    silent: {
      'cotejo_service_sampled_timestamp_seconds{instance="a"}': '0x120',
      'cotejo_service_sampled_timestamp_seconds{instance="b"}': '0+60x120',
    },
    from: 4,
  },
  NoReplica: {
    rings: { 'cotejo_build_info{instance="a"}': '1x9 _x120' },
    silent: { 'cotejo_build_info{instance="a"}': '1x9 _x5 1x120' },
    from: 15,
  },
  // Replaced one by one they are fewer for minutes.
  ReplicaGone: {
    rings: { 'cotejo_build_info{instance="a"}': '1x120', 'cotejo_build_info{instance="b"}': '1x59 stale _x60' },
    silent: {
      'cotejo_build_info{instance="a"}': '1x120',
      'cotejo_build_info{instance="b"}': '1x59 stale _x5 1x60',
    },
    from: 60,
  },
  NobodyReady: gauge('cotejo_ready', 0, 1),
  // What keeps all of them from it is another alarm.
  ReplicaNotReady: {
    rings: { 'cotejo_ready{instance="a"}': '1x120', 'cotejo_ready{instance="b"}': '1x9 0x120' },
    silent: { 'cotejo_ready{instance="a"}': '1x9 0x120', 'cotejo_ready{instance="b"}': '1x9 0x120' },
    from: 10,
    about: { instance: 'b' },
  },
  Overloaded: { rings: { [refusals]: '0+2x120' }, silent: { [refusals]: '0+1x120' }, from: 3 },
  VerificationsRunOut: gauge('cotejo_verifications_oldest_under_way_seconds', 481, 480),
  SlowVerifications: {
    rings: { [seconds('300')]: '0+94x120', [seconds('600')]: '0+100x120', [seconds('+Inf')]: '0+100x120' },
    silent: { [seconds('300')]: '0+96x120', [seconds('600')]: '0+100x120', [seconds('+Inf')]: '0+100x120' },
    from: 1,
  },
  // Whom no register knows is nobody's fault.
  Inconclusive: {
    rings: {
      [emitted]: '0+80x120',
      [inconclusive('tiempo_agotado')]: '0+11x120',
      [inconclusive('curp_inexistente')]: '0+9x120',
    },
    silent: {
      [emitted]: '0+80x120',
      [inconclusive('tiempo_agotado')]: '0+9x120',
      [inconclusive('curp_inexistente')]: '0+11x120',
    },
    from: 1,
  },
  SourceShutOut: {
    rings: { 'cotejo_source_circuit_open{source="identidad"}': '0x9 1x120' },
    silent: { 'cotejo_source_circuit_open{source="identidad"}': '0x9 1x9 0x120' },
    from: 10,
    about: { source: 'identidad' },
  },
  ListRunsOut: {
    rings: {
      [remaining('onu')]: '86399x120',
      ...{ [required('onu')]: '1x120', [remaining('vigilancia')]: '0x120', [required('vigilancia')]: '0x120' },
    },
    silent: {
      [remaining('onu')]: '86400x120',
      ...{ [required('onu')]: '1x120', [remaining('vigilancia')]: '0x120', [required('vigilancia')]: '0x120' },
    },
    about: { list: 'onu' },
  },
  ListRefused: {
    rings: { 'cotejo_list_fetches_total{list="onu",result="rechazada"}': '0x9 1x120' },
    silent: {
      'cotejo_list_fetches_total{list="onu",result="rechazada"}': '1x120',
      'cotejo_list_fetches_total{list="onu",result="importada"}': '0x9 1x120',
    },
    from: 10,
    about: { list: 'onu' },
  },
  WebhooksFail: gauge('cotejo_webhooks_failing', 101, 100),
  WebhooksWait: gauge('cotejo_webhooks_oldest_due_seconds', 301, 300),
  ReceiverDown: {
    rings: { [attempts('2xx')]: '0+9x120', [attempts('5xx')]: '0+5x120', [attempts('conexion_fallida')]: '0+5x120' },
    silent: { [attempts('2xx')]: '0+10x120', [attempts('5xx')]: '0+5x120', [attempts('conexion_fallida')]: '0+4x120' },
    from: 1,
    about: { account: 'sol' },
  },
  // A payment that is not in order is the applicant's affair.
  ProcessorFails: {
    rings: { [checks('verificado')]: '0+7x120', [checks('sin_respuesta')]: '0+2x120' },
    silent: {
      [checks('verificado')]: '0+8x120',
      ...{ [checks('sin_respuesta')]: '0+1x120', [checks('monto_insuficiente')]: '0+9x120' },
    },
    from: 2,
    about: { account: 'sol' },
  },
  TransfersWait: gauge('cotejo_transfers_oldest_due_seconds', 301, 300),
  TransfersFail: gauge('cotejo_transfers_failing', 1, 0),
  BalanceRunsOut: {
    rings: {
      'cotejo_account_verifications_left{account="sol"}': '100x120',
      ...{ 'cotejo_account_verifications_left{account="luna"}': '1000x120' },
      'cotejo_account_resolutions_total{account="sol",state="emitida"}': '0 200x120',
      'cotejo_account_resolutions_total{account="luna",state="emitida"}': '0 200x120',
    },
    silent: {
      'cotejo_account_verifications_left{account="sol"}': '100x120',
      'cotejo_account_resolutions_total{account="sol",state="emitida"}': '0 50x120',
      'cotejo_account_resolutions_total{account="sol",state="no_concluyente"}': '0 200x120',
    },
    from: 1,
    about: { account: 'sol' },
  },
  LedgerBroken: gauge('cotejo_ledger_discrepancies', 1, 0),
  LedgerUnchecked: gauge('cotejo_ledger_check_age_seconds', 172_801, 172_800),
  AuditCut: {
    rings: { 'cotejo_audit_entries{instance="a"}': '50x9 49x120', 'cotejo_audit_entries{instance="b"}': '48x120' },
    silent: { 'cotejo_audit_entries{instance="a"}': '50x9 51x120', 'cotejo_audit_entries{instance="b"}': '48x120' },
    from: 10,
  },
  KeyMissing: {
    rings: { 'cotejo_work_unreadable_total{instance="a"}': '0x9 1x120' },
    silent: { 'cotejo_work_unreadable_total{instance="a"}': '7x120' },
    from: 10,
  },
  SettingsDiffer: gauge('cotejo_settings_differing', 1, 0),
  ClockWrong: {
    rings: { 'cotejo_clock_offset_seconds{instance="a"}': '-2.1x120' },
    silent: { 'cotejo_clock_offset_seconds{instance="a"}': '2x120' },
    about: { instance: 'a' },
  },
  Lagging: {
    rings: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.51x120' },
    silent: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.5x120' },
    about: { instance: 'a' },
  },
  // Three weeks less than that long after the first minute; each setting by itself.
  CertificateExpires: {
    rings: { [certificate('TLS')]: '1814400x120', [certificate('PROVIDER')]: '9000000x120' },
    silent: { [certificate('TLS')]: '1830000x120', [certificate('PROVIDER')]: '9000000x120' },
    from: 1,
    about: { setting: 'COTEJO_TLS_CERT_FILE' },
  },
  KeyExpires: {
    rings: { [keyOf('sol')]: '604800x120' },
    silent: { [keyOf('sol')]: '620000x120' },
    from: 1,
    about: { account: 'sol' },
  },
  // What was given up before is no news, nor is that fewer are.
  WebhooksGivenUp: {
    rings: { 'cotejo_webhooks_exhausted{instance="a"}': '183x9 184x120' },
    silent: { 'cotejo_webhooks_exhausted{instance="a"}': '184x4 183x120' },
    from: 10,
  },
  ArchiveFails: gauge('cotejo_archive_failing', 1, 0),
  ArchiveOld: gauge('cotejo_archive_age_seconds', 86_401, 86_400),
  DatabaseFull: {
    rings: { 'cotejo_database_connections{instance="a"}': '81x120', [mostConnections]: '100x120' },
    silent: { 'cotejo_database_connections{instance="a"}': '80x120', [mostConnections]: '100x120' },
  },
  // By 21 % and by 19 % of what it was at first, within a day.
  DatabaseGrows: {
    rings: { [size]: '20000000000+3000000x120' },
    silent: { [size]: '20000000000+2700000x120' },
    from: 1,
  },
  ConnectionsRefused: {
    rings: { [refusedAt('address')]: '0+2x120', [refusedAt('process')]: '0+1x120' },
    silent: { [refusedAt('address')]: '0+1x120', [refusedAt('process')]: '0+1x120' },
    from: 6,
    about: { limit: 'address' },
  },
}

const inputs = (series: Series) => Object.entries(series).map(([name, values]) => ({ series: name, values }))

/** Each minute is looked at. */
const minutes = Array.from({ length: 100 }, (_, minute) => minute)

describe('the rules of alarms, in time', () => {
  it('are tried, each of them', () => {
    expect(Object.keys(trials).map((name) => `Cotejo${name}`)).toEqual(alerts.map(({ name }) => name))
  })

  it.skipIf(!hasPromtool).each(Object.entries(trials))(
    `%s rings once it has held for so long, and not for what is nearly the same${skippedWithoutPromtool}`,
    async (name, { rings, silent, from = 0, about = {} }) => {
      const alertname = `Cotejo${name}`
      const alert = alerts.find((one) => one.name === alertname)
      const summary = Object.entries(about).reduce(
        (text, [label, value]) => text?.replace(`{{ $labels.${label} }}`, value),
        alert?.summary,
      )
      const alarm = {
        exp_labels: { severity: alert?.severity, ...about },
        exp_annotations: { summary, runbook_url: alert?.runbook },
      }
      const at = (minute: number, exp_alerts: ReadonlyArray<object>) => ({
        ...{ eval_time: `${minute}m`, alertname, exp_alerts },
      })
      const begins = from + Number(alert?.minutes)
      const before = minutes.slice(0, begins).map((minute) => at(minute, []))
      const trial = (series: Series, alert_rule_test: ReadonlyArray<object>) => ({
        ...{ interval: '1m', input_series: inputs(series), alert_rule_test },
      })
      const tests = [
        trial(rings, [...before, at(begins, [alarm])]),
        trial(
          silent,
          minutes.map((minute) => at(minute, [])),
        ),
      ]
      const written = JSON.stringify({ rule_files: [resolve(alertsFile)], evaluation_interval: '1m', tests })
      expect(await promtool('test', 'rules', temporaryFile(written))).toBe('')
    },
  )
})

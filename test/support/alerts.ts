import { readFileSync } from 'node:fs'

/** The rules that are shipped, as they stand in their file. */
export const alertsFile = 'ops/alerts.yaml'
export const rules = readFileSync(alertsFile, 'utf8')

/** Of each rule, in their order. */
interface Alert {
  readonly name: string
  readonly expression: string
  /** For how long it holds before it rings; empty when it rings at once. */
  readonly minutes: string
  /** Whom it calls. */
  readonly severity: string
  readonly summary: string
  readonly runbook: string
}

export const alerts: ReadonlyArray<Alert> = [
  ...rules.matchAll(
    /- alert: (\w+)\n +expr: (.+)\n(?: +for: (\d+)m\n)? +labels: \{ severity: (\w+) \}\n +annotations:\n +summary: "(.+)"\n +runbook_url: (\S+)/g,
  ),
].map(([, name = '', expression = '', minutes = '', severity = '', summary = '', runbook = '']) => ({
  ...{ name, expression, minutes, severity, summary, runbook },
}))

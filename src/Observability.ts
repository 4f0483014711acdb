import { Effect, Layer, type LogLevel, References } from 'effect'
import { FetchHttpClient, HttpMiddleware, type HttpServerResponse } from 'effect/http'
import { OtlpExporter, OtlpSerialization, PrometheusMetrics } from 'effect/observability'
import type { CheckHealth } from '#application/CheckHealth.ts'
import { answer, answering, errorAnswer } from '#http/Answers.ts'
import packageJson from '#package.json' with { type: 'json' }
import { TraceSampling } from '#ports/TraceSampling.ts'
import * as DiscreetTracer from './observability/DiscreetTracer.ts'
import { inspection, type Page, usualInspection } from './observability/Inspection.ts'
import * as JsonLog from './observability/JsonLog.ts'

/**
 * Logs from this level on, as one JSON object per line on standard output.
 *
 * @param own attributes of this process that every line contains
 */
export const logs = (level: LogLevel.Severity, own?: Readonly<Record<string, string>>) =>
  Layer.merge(JsonLog.layer(own), Layer.succeed(References.MinimumLogLevel, level))

/**
 * Sends traces to the configured endpoint. Without an endpoint, no spans are created.
 *
 * @param sampling the part of traces to send, from 0 to 1, if their client did not decide
 */
export const telemetry = (endpoint: string | null, attributes: Record<string, string>, sampling = 1) => {
  if (endpoint === null) return Layer.succeed(References.TracerEnabled, false)
  const base = endpoint.replace(/\/+$/, '')
  const resource = { serviceName: 'cotejo', serviceVersion: packageJson.version, attributes }
  return DiscreetTracer.layer({ url: `${base}/v1/traces`, resource }).pipe(
    Layer.provideMerge(Layer.succeed(TraceSampling, sampling)),
    Layer.provide([OtlpExporter.layerFlusher, OtlpSerialization.layerJson, FetchHttpClient.layer]),
    // Readiness is polled all the time.
    Layer.merge(HttpMiddleware.layerTracerDisabledForUrls(['/_salud'])),
  )
}

const pageOf = ({ status, body, headers }: HttpServerResponse.HttpServerResponse): Page => ({
  status,
  type: headers['content-type'] ?? 'application/json',
  body: body._tag === 'Uint8Array' ? Buffer.from(body.body).toString() : '',
})

const unhealthy = pageOf(errorAnswer('base_no_alcanzable'))
const exposition = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * The metrics port: `/metrics` for Prometheus, readiness at `/_salud` as on the API's port, and `/livez`.
 *
 * @returns the address that it listens on
 */
export const inspectionServer = (
  address: { readonly host: string; readonly port: number },
  check: (typeof CheckHealth.Service)['check'],
) =>
  inspection(
    { ...usualInspection, ...address },
    {
      '/metrics': {
        page: Effect.map(PrometheusMetrics.format(), (body) => ({ status: 200, type: exposition, body })),
        unanswered: { status: 503, type: exposition, body: '' },
      },
      '/_salud': {
        page: Effect.withTracerEnabled(Effect.map(answering(Effect.map(check, answer)), pageOf), false),
        unanswered: unhealthy,
      },
    },
  )

import { createServer } from 'node:http'
import * as NodeHttpServer from '@effect/platform-node/NodeHttpServer'
import { Effect, Layer, type LogLevel, References } from 'effect'
import { FetchHttpClient, HttpServer, HttpServerRequest, HttpServerResponse } from 'effect/http'
import { OtlpExporter, OtlpMetrics, OtlpSerialization, PrometheusMetrics } from 'effect/observability'
import { CheckHealth } from '#application/CheckHealth.ts'
import { answer, answering } from '#http/Answers.ts'
import packageJson from '#package.json' with { type: 'json' }
import * as DiscreetTracer from './observability/DiscreetTracer.ts'
import * as JsonLog from './observability/JsonLog.ts'

/** Logs from this level on, one JSON object per line of the standard output. */
export const logs = (level: LogLevel.Severity) =>
  Layer.merge(JsonLog.layer, Layer.succeed(References.MinimumLogLevel, level))

/** Sends traces and metrics where told. Without an endpoint spans go nowhere, so none are made. */
export const telemetry = (endpoint: string | null, attributes: Record<string, string>) => {
  if (endpoint === null) return Layer.succeed(References.TracerEnabled, false)
  const base = endpoint.replace(/\/+$/, '')
  const resource = { serviceName: 'cotejo', serviceVersion: packageJson.version, attributes }
  return Layer.merge(
    DiscreetTracer.layer({ url: `${base}/v1/traces`, resource }),
    OtlpMetrics.layer({ url: `${base}/v1/metrics`, resource }),
  ).pipe(Layer.provide([OtlpExporter.layerFlusher, OtlpSerialization.layerJson, FetchHttpClient.layer]))
}

const notFound = HttpServerResponse.empty({ status: 404 })

/**
 * What is looked at from inside, on a port of its own: at `/metrics` what Prometheus reads, at `/_salud` the
 * same readiness as on the port of the API, and at `/livez` that the process does anything at all. It is
 * served by the thread that does the work, so that it does not answer for one that stands still; and it has a
 * listener of its own, whose connections do not wait behind those of the API. Provides the listener.
 */
export const inspectionServer = (address: { readonly host: string; readonly port: number }) =>
  Effect.gen(function* () {
    const { check } = yield* CheckHealth
    const pages: Record<string, Effect.Effect<HttpServerResponse.HttpServerResponse>> = {
      '/metrics': Effect.map(PrometheusMetrics.format(), (text) =>
        HttpServerResponse.text(text, { contentType: 'text/plain; version=0.0.4; charset=utf-8' }),
      ),
      '/_salud': answering(Effect.map(check, answer)),
      '/livez': Effect.succeed(HttpServerResponse.text('ok')),
    }
    return HttpServer.serve(
      Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
        Effect.withTracerEnabled(pages[url.split('?')[0] ?? ''] ?? Effect.succeed(notFound), false),
      ),
    )
  }).pipe(
    Layer.unwrap,
    Layer.provide(CheckHealth.layer),
    Layer.provideMerge(NodeHttpServer.layerServer(() => createServer({ keepAliveTimeout: 5_000 }), address)),
  )

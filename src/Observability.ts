import { createServer } from 'node:http'
import * as NodeHttpServer from '@effect/platform-node/NodeHttpServer'
import { Effect, Layer, type LogLevel, References } from 'effect'
import { FetchHttpClient, HttpServer, HttpServerRequest, HttpServerResponse } from 'effect/http'
import { OtlpExporter, OtlpMetrics, OtlpSerialization, PrometheusMetrics } from 'effect/observability'
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

/** What Prometheus reads, at `/metrics` on a port of its own. Provides the listener. */
export const metricsServer = (address: { readonly host: string; readonly port: number }) =>
  HttpServer.serve(
    Effect.gen(function* () {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      if (url.split('?')[0] !== '/metrics') return HttpServerResponse.empty({ status: 404 })
      const text = yield* PrometheusMetrics.format()
      return HttpServerResponse.text(text, { contentType: 'text/plain; version=0.0.4; charset=utf-8' })
    }).pipe(Effect.withTracerEnabled(false)),
  ).pipe(Layer.provideMerge(NodeHttpServer.layerServer(() => createServer({ keepAliveTimeout: 5_000 }), address)))

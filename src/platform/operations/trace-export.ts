// Sends finished spans to an OpenTelemetry collector. Loaded only when one is configured.
import { context, type DiagLogger, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';

/** Short, because a collector that does not respond delays the stop of the process by this time. */
const EXPORT_TIMEOUT_MS = 3_000;
/** Time for which a finished span may wait to be sent with others. */
const BATCH_DELAY_MS = 1_000;
/** Limit of an attribute's text. No attribute is meant to be longer. */
const MAX_ATTRIBUTE_CHARACTERS = 256;
const WARNING_INTERVAL_MS = 60_000;

/** @returns a function that sends the remaining spans and ends tracing */
export function startTracing(
  { endpoint, headers, serviceName, sampleRatio }: NonNullable<Config['tracing']>,
  role: Config['process'],
  logger: Logger,
): () => Promise<void> {
  const warn = exportWarning(logger);
  diag.setLogger(diagnosticsLogger(warn), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'call_analysis.process': role }),
    // Decides by the trace id alone: all processes decide alike, and a client's sampling flag has no effect.
    sampler: new TraceIdRatioBasedSampler(sampleRatio),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: BATCH_DELAY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return async () => {
    await provider.shutdown().catch(warn);
    trace.disable();
    context.disable();
    propagation.disable();
    diag.disable();
  };
}

/**
 * At most one warning a minute, not one for each batch. It leaves the exporter's message out, which can hold addresses and
 * headers.
 */
function exportWarning(logger: Logger): () => void {
  let quietUntilMs = 0;
  return () => {
    if (Date.now() < quietUntilMs) return;
    quietUntilMs = Date.now() + WARNING_INTERVAL_MS;
    logger.warn('Failed to send traces to the collector; the spans are lost');
  };
}

function diagnosticsLogger(warn: () => void): DiagLogger {
  const ignore = () => undefined;
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}

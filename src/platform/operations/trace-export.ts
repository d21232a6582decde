// Sends finished spans to an OpenTelemetry collector. Loaded only where one is configured.
import { context, type DiagLogger, DiagLogLevel, diag, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseKeyPairsIntoRecord } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';

/** A collector that does not answer must not hold the process back on its way down. */
const EXPORT_TIMEOUT_MS = 3_000;
/** Spans wait for company so long. */
const BATCH_DELAY_MS = 1_000;
/** No attribute is meant to be long; one that is, is a mistake. */
const LONGEST_ATTRIBUTE = 256;
const BETWEEN_COMPLAINTS_MS = 60_000;

/** @returns ends tracing, once what is finished has been sent */
export function startTracing(
  { endpoint, headers, serviceName, sampleRatio }: NonNullable<Config['tracing']>,
  role: Config['process'],
  logger: Logger,
): () => Promise<void> {
  const complain = complaintsTo(logger);
  diag.setLogger(complaining(complain), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'call_analysis.process': role }),
    // By the trace's id alone: every process decides alike, and no client can decide for us.
    sampler: new TraceIdRatioBasedSampler(sampleRatio),
    spanLimits: { attributeValueLengthLimit: LONGEST_ATTRIBUTE },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: BATCH_DELAY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return async () => {
    await provider.shutdown().catch(complain);
    trace.disable();
    context.disable();
    diag.disable();
  };
}

/** The exporter's own words can name addresses and headers, so the log has ours, and not one for every batch. */
function complaintsTo(logger: Logger): () => void {
  let quietUntilMs = 0;
  return () => {
    if (Date.now() < quietUntilMs) return;
    quietUntilMs = Date.now() + BETWEEN_COMPLAINTS_MS;
    logger.warn('Traces could not be sent to the collector');
  };
}

function complaining(complain: () => void): DiagLogger {
  const ignore = () => undefined;
  return { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore };
}

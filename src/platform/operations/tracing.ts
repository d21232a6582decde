// Spans at the few places that a call passes, so that one trace tells its story from the request to the webhook.
//
// By hand, and not by instrumenting every library: a span for each query and each Redis command would bury the eight that
// matter, cost time on every read, and put addresses and statements into a store that was not built to keep them. What a
// span carries is written here and at its place: identifiers and outcomes, never addresses, messages or what was said.
//
// The OpenTelemetry API does nothing until trace-export.ts has given it a provider.
import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { NextFunction, Response } from 'express';
import type { ServedRequest } from './served-request.js';
import { routeOf } from './served-request.js';

export const TRACED_ANALYSIS = 'call_analysis.analysis_id';
export const TRACED_REQUEST = 'call_analysis.request_id';

const UNTRACED = /^\/(health(\/|$)|metrics\/?$)/;

const tracer = (): Tracer => trace.getTracer('call-analysis');

interface SpanOptions {
  readonly kind?: keyof typeof SpanKind;
  readonly attributes?: Attributes;
  /** A W3C traceparent, or null for a new trace. Left out: the span under way is the parent. */
  readonly parent?: string | null;
}

/** Runs the work under a span of its own. Its error passes through; of it the span keeps the kind alone. */
export async function inSpan<Result>(
  name: string,
  { kind = 'INTERNAL', attributes = {}, parent }: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const above = parent === undefined ? context.active() : contextOf(parent);
  const span = tracer().startSpan(name, { kind: SpanKind[kind], attributes }, above);
  try {
    return await context.with(trace.setSpan(above, span), work, undefined, span);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

/** The span under way as a W3C traceparent, to go on from elsewhere; null where nothing is traced. */
export function currentTraceParent(): string | null {
  const span = trace.getSpanContext(context.active());
  if (!span || !trace.isSpanContextValid(span)) return null;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/** Every request but probes and scrapes, as part of the client's own trace where it names one. */
export function traceRequests(request: ServedRequest, response: Response, next: NextFunction): void {
  if (UNTRACED.test(request.path)) {
    next();
    return;
  }
  const given = request.headers.traceparent;
  const above = contextOf(typeof given === 'string' ? given : null);
  const attributes = { 'http.request.method': request.method, [TRACED_REQUEST]: request.requestId };
  const span = tracer().startSpan(request.method, { kind: SpanKind.SERVER, attributes }, above);
  response.once('close', () => {
    // The route's pattern: an address can carry tokens, and makes a name of its own for every object.
    const route = routeOf(request);
    span.updateName(`${request.method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': response.statusCode });
    if (!response.writableFinished) span.setAttribute('error.type', 'client_left');
    if (response.statusCode >= 500 || !response.writableFinished) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(above, span), next);
}

/** What is no traceparent begins a new trace, as the W3C recommendation asks. */
function contextOf(traceParent: string | null): Context {
  const parent = traceParent === null ? null : parseTraceParent(traceParent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

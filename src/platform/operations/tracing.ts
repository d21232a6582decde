// Creates the spans of a call, so that one trace shows it from the request to the webhook.
//
// The spans are made by hand instead of by instrumenting libraries. A span for each query and each Redis command would hide
// the eight that matter, cost time on every read, and put addresses and SQL into a trace store. A span holds identifiers and
// outcomes only, never addresses, error messages or words of a call.
//
// The OpenTelemetry API does nothing until trace-export.ts installs a provider.
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { NextFunction, Response } from 'express';

import { routeOf, type ServedRequest } from './served-request.js';

export const TRACED_ANALYSIS = 'call_analysis.analysis_id';
export const TRACED_REQUEST = 'call_analysis.request_id';

const NOT_TRACED = /^\/(health(\/|$)|metrics\/?$)/;

const tracer = (): Tracer => trace.getTracer('call-analysis');

interface SpanOptions {
  readonly kind?: keyof typeof SpanKind;
  readonly attributes?: Attributes;
  /** A W3C traceparent, or null for a new trace. When it is left out, the current span is the parent. */
  readonly parent?: string | null;
}

/** Runs the work inside a new span. An error of the work is thrown on; the span records only the name of its class. */
export async function inSpan<Result>(
  name: string,
  { kind = 'INTERNAL', attributes = {}, parent }: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const parentContext = parent === undefined ? context.active() : contextOf(parent);
  const span = tracer().startSpan(name, { kind: SpanKind[kind], attributes }, parentContext);
  try {
    return await context.with(trace.setSpan(parentContext, span), work, undefined, span);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

/** The current span as a W3C traceparent, to continue the trace in another process; null when tracing is off. */
export function currentTraceParent(): string | null {
  const span = trace.getSpanContext(context.active());
  if (!span || !trace.isSpanContextValid(span)) return null;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/**
 * Middleware that traces every request except probes and scrapes. A request with a `traceparent` header becomes part of the
 * client's trace.
 */
export function traceRequests(request: ServedRequest, response: Response, next: NextFunction): void {
  if (NOT_TRACED.test(request.path)) {
    next();
    return;
  }
  const given = request.headers.traceparent;
  const parentContext = contextOf(typeof given === 'string' ? given : null);
  const attributes = { 'http.request.method': request.method, [TRACED_REQUEST]: request.requestId };
  const span = tracer().startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parentContext);
  response.once('close', () => {
    // The route's pattern, because an address can carry tokens and would make one span name for each id.
    const route = routeOf(request);
    span.updateName(`${request.method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': response.statusCode });
    if (!response.writableFinished) span.setAttribute('error.type', 'client_left');
    if (response.statusCode >= 500 || !response.writableFinished) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(parentContext, span), next);
}

/** A malformed traceparent begins a new trace, as the W3C recommendation demands. */
function contextOf(traceParent: string | null): Context {
  return traceParent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: traceParent });
}

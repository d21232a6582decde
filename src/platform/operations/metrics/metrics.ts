// The Prometheus metrics of one process: requests, the Node runtime, and what features define on the same registry.
import { Injectable } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

import { routeOf, type ServedRequest, sentStatus } from '../served-request.js';

/** Histogram buckets in seconds, from a response out of memory to a long upload. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600];

@Injectable()
export class Metrics {
  /** Registry of one application, so that two applications in one process, as in tests, do not share metrics. */
  readonly registry = new Registry();

  private readonly requests = this.histogram(
    'http_request_duration_seconds',
    'Time from the first byte of a request to the last of its answer.',
    ['method', 'route', 'status'],
    REQUEST_BUCKETS,
  );

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Call once for each name. Names end in `_total`. */
  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** @param collect sets the value; it is called at each scrape */
  gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    collect?: (gauge: Gauge<L>) => void | Promise<void>,
  ): Gauge<L> {
    return new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      ...(collect && {
        collect(this: Gauge<L>) {
          return collect(this);
        },
      }),
    });
  }

  /** @param buckets upper bounds in the metric's unit */
  histogram<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    buckets: readonly number[],
  ): Histogram<L> {
    return new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [this.registry] });
  }

  /** Middleware that measures every request by the pattern of its route. Full paths would create one time series for each id. */
  readonly measureRequests = (request: ServedRequest, response: Response, next: NextFunction): void => {
    const stop = this.requests.startTimer();
    response.once('close', () => {
      const method = KNOWN_METHODS.has(request.method) ? request.method : 'OTHER';
      stop({ method, route: routeOf(request), status: sentStatus(response) });
    });
    next();
  };
}

const KNOWN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

// The metrics of a Prometheus registry as the body of an OTLP request in JSON:
// https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding. Whole numbers of 64 bits are strings there.
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

export interface Measured {
  /** Time at which the process began to count, in milliseconds since 1970. */
  readonly sinceMs: number;
  readonly atMs: number;
  /** Attributes of the process. */
  readonly resource: Readonly<Record<string, string>>;
}

/** A part of a histogram has the name of the part. */
type Value = MetricValue<string> & { readonly metricName?: string };
type Metric = MetricObjectWithValues<Value>;
type Labels = MetricValue<string>['labels'];

/** `AGGREGATION_TEMPORALITY_CUMULATIVE`: since the process began, as Prometheus counts. */
const CUMULATIVE = 2;

/** @returns counters, gauges and histograms under the names that Prometheus has them by */
export function otlpMetrics(metrics: readonly Metric[], measured: Measured): object {
  return {
    resourceMetrics: [
      {
        resource: { attributes: attributesOf(measured.resource) },
        scopeMetrics: [
          {
            scope: { name: 'call-analysis' },
            metrics: metrics.flatMap((metric) => metricOf(metric, measured)),
          },
        ],
      },
    ],
  };
}

/** @returns one metric; none where it has no figure yet */
function metricOf(metric: Metric, measured: Measured): object[] {
  // The types of the library call it a number; it is the name.
  const type = String(metric.type);
  const dataPoints = type === 'histogram' ? histogramPoints(metric, measured) : numberPoints(metric, measured);
  if (dataPoints.length === 0) return [];
  const described = { name: metric.name, description: metric.help };
  if (type === 'gauge') return [{ ...described, gauge: { dataPoints } }];
  const counted = { aggregationTemporality: CUMULATIVE, dataPoints };
  return type === 'histogram'
    ? [{ ...described, histogram: counted }]
    : [{ ...described, sum: { ...counted, isMonotonic: true } }];
}

/** Lags of the event loop are no numbers until it has turned. */
function numberPoints(metric: Metric, measured: Measured): object[] {
  return metric.values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...pointOf(labels, measured), asDouble: value }));
}

/** Joins the values of each set of labels. Prometheus counts a bucket with all below it, OpenTelemetry alone. */
function histogramPoints(metric: Metric, measured: Measured): object[] {
  const series = new Map<string, Value[]>();
  for (const value of metric.values) {
    const { le: _, ...labels } = value.labels;
    const key = JSON.stringify(labels);
    series.set(key, [...(series.get(key) ?? []), value]);
  }
  return [...series.values()].map((values) => {
    const total = (ending: string) => values.find(({ metricName }) => metricName === metric.name + ending)?.value ?? 0;
    const upTo = values.filter(({ labels }) => labels.le !== undefined);
    const { le: _, ...labels } = values[0]?.labels ?? {};
    return {
      ...pointOf(labels, measured),
      count: String(total('_count')),
      sum: total('_sum'),
      bucketCounts: upTo.map(({ value }, index) => String(value - (upTo[index - 1]?.value ?? 0))),
      // The last bucket has no upper bound.
      explicitBounds: upTo.slice(0, -1).map(({ labels: { le } }) => Number(le)),
    };
  });
}

function pointOf(labels: Labels, { sinceMs, atMs }: Measured): object {
  return { attributes: attributesOf(labels), startTimeUnixNano: nanoseconds(sinceMs), timeUnixNano: nanoseconds(atMs) };
}

function attributesOf(labels: Labels): object[] {
  return Object.entries(labels).map(([key, value]) => ({ key, value: { stringValue: String(value) } }));
}

const nanoseconds = (ms: number) => `${Math.trunc(ms)}000000`;

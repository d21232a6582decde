// Chart of figures by days, weeks or months, with their intervals and the numbers of calls. The table beside it contains the same
// data.
import type { ComponentChildren } from 'preact';
import { number, t } from '../texts/texts.js';
import { type Figure, isComparable } from './figure.js';

/** Maximum number of points with their values written beside them. */
const MAX_WRITTEN = 10;

export interface Piece {
  readonly key: string;
  readonly name: string;
  readonly calls: number;
}

interface ChartProps<Row extends Piece> {
  /** The first day first. */
  readonly rows: readonly Row[];
  readonly figures: readonly (readonly [name: string, of: (row: Row) => Figure])[];
}

export function Chart<Row extends Piece>({ rows, figures }: ChartProps<Row>) {
  const most = Math.max(1, ...rows.map(({ calls }) => calls));
  const ends = [rows[0], rows.at(-1)].map((row) => row?.name ?? '');
  const x = (index: number) => `${((index + 0.5) / rows.length) * 100}%`;
  const isWritten = rows.length <= MAX_WRITTEN;
  return (
    <div class="chart-panels" aria-hidden="true">
      {figures.map(([name, of]) => (
        <Panel key={name} name={name} scale={[100, 50, 0]} ends={ends}>
          <Trend of={rows.map(of)} />
          {rows.map((row, index) => (
            <Dot key={row.key} name={row.name} of={of(row)} x={x(index)} isWritten={isWritten} />
          ))}
        </Panel>
      ))}
      <Panel name={t('day.calls')} scale={[most, 0]} ends={ends}>
        {rows.map((row, index) => (
          <g key={row.key}>
            <title>{t('day.chart.calls', { name: row.name, calls: number(row.calls) })}</title>
            <rect
              class="chart-calls"
              x={`${((index + 0.2) / rows.length) * 100}%`}
              width={`${60 / rows.length}%`}
              y={`${100 - (row.calls / most) * 100}%`}
              height={`${(row.calls / most) * 100}%`}
            />
            {isWritten && (
              <text
                class="chart-text"
                x={x(index)}
                y={`${100 - (row.calls / most) * 100}%`}
                dy="-4"
                text-anchor="middle"
              >
                {number(row.calls)}
              </text>
            )}
          </g>
        ))}
      </Panel>
    </div>
  );
}

/** Line through the values and the band of their intervals, broken where a piece has none. */
function Trend({ of }: { readonly of: readonly Figure[] }) {
  const x = (index: number) => ((index + 0.5) / of.length) * 100;
  const runs = of.reduce<(readonly [x: number, figure: Figure])[][]>(
    (all, figure, index) => {
      if (figure.value === null) all.push([]);
      else all.at(-1)?.push([x(index), figure]);
      return all;
    },
    [[]],
  );
  const pointsOf = (points: readonly (readonly [x: number, value: number])[]) =>
    points.map(([at, value]) => `${at},${100 - value}`).join(' ');
  return (
    <svg viewBox="0 0 100 100" width="100%" height="100%" preserveAspectRatio="none" aria-hidden="true">
      {runs.map((run, index) => {
        const end = (side: 0 | 1) =>
          run.map(([at, { interval, value }]) => [at, interval?.[side] ?? value ?? 0] as const);
        return (
          <g key={index}>
            <polygon class="chart-band" points={pointsOf([...end(0), ...end(1).toReversed()])} />
            <polyline class="chart-line" points={pointsOf(run.map(([at, { value }]) => [at, value ?? 0]))} />
          </g>
        );
      })}
    </svg>
  );
}

interface PanelProps {
  readonly name: string;
  readonly scale: readonly number[];
  /** The first and the last piece. */
  readonly ends: readonly string[];
  readonly children: ComponentChildren;
}

function Panel({ name, scale, ends, children }: PanelProps) {
  return (
    <div class="chart-panel">
      <span class="chart-name small">{name}</span>
      <div class="chart-scale soft small">
        {scale.map((value) => (
          <span key={value}>{number(value)}</span>
        ))}
      </div>
      <svg class="chart" aria-hidden="true">
        {scale.map((value, index) => {
          const y = `${(index / (scale.length - 1)) * 100}%`;
          return <line key={value} class="plot-scale" x1="0%" x2="100%" y1={y} y2={y} />;
        })}
        {children}
      </svg>
      <div class="chart-ends soft small">
        {ends.map((end, index) => (
          <span key={index === 0 ? 'first' : 'last'}>{end}</span>
        ))}
      </div>
    </div>
  );
}

interface DotProps {
  readonly name: string;
  readonly of: Figure;
  readonly x: string;
  /** True when its value is written beside it. */
  readonly isWritten: boolean;
}

/**
 * Point of a chart. A mean of few values is a ring, and its interval a line without ends, so that it looks different from a
 * comparable one.
 */
function Dot({ name, of, x, isWritten }: DotProps) {
  if (of.value === null) return null;
  const y = (value: number) => `${100 - value}%`;
  const value = number(of.value, { maximumFractionDigits: 0 });
  return (
    <g class={isComparable(of) ? undefined : 'is-few'}>
      <title>{t('day.chart.value', { name, value, n: number(of.n) })}</title>
      {of.interval && (
        <>
          <line class="plot-interval" x1={x} x2={x} y1={y(of.interval[0])} y2={y(of.interval[1])} />
          {isComparable(of) &&
            of.interval.map((end) => (
              <svg key={end} class="chart-cap" x={x} y={y(end)} aria-hidden="true">
                <line class="plot-interval" x1="-4" x2="4" y1="0" y2="0" />
              </svg>
            ))}
        </>
      )}
      <circle class={isComparable(of) ? 'plot-dot' : 'plot-dot is-few'} cx={x} cy={y(of.value)} r="4" />
      {isWritten && (
        <text class="chart-text" x={x} y={y(of.value)} dx="8" dy="4">
          {value}
        </text>
      )}
    </g>
  );
}

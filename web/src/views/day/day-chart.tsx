// The means of each day with their intervals, and how many calls stand behind them. The table beside it says the same in figures.
import type { ComponentChildren } from 'preact';
import { number, t } from '../../texts/texts.js';
import type { Row } from './figures.js';
import { isComparable, type Mean } from './mean.js';

interface DayChartProps {
  /** The last day first. */
  readonly rows: readonly Row[];
  readonly nameOf: (row: Row) => string;
}

export function DayChart({ rows, nameOf }: DayChartProps) {
  const days = rows.toReversed();
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  const ends = [days[0], days.at(-1)].map((day) => (day ? nameOf(day) : ''));
  const x = (index: number) => `${((index + 0.5) / days.length) * 100}%`;
  return (
    <div class="day-chart" aria-hidden="true">
      {(['compliance', 'quality'] as const).map((score) => (
        <Panel key={score} name={t(`calls.${score}`)} scale={[100, 50, 0]} ends={ends}>
          {days.map((row, index) => (
            <Dot key={row.key} of={row[score]} x={x(index)} />
          ))}
        </Panel>
      ))}
      <Panel name={t('day.calls')} scale={[most, 0]} ends={ends}>
        {days.map((row, index) => (
          <rect
            key={row.key}
            class="chart-calls"
            x={`${((index + 0.2) / days.length) * 100}%`}
            width={`${60 / days.length}%`}
            y={`${100 - (row.calls / most) * 100}%`}
            height={`${(row.calls / most) * 100}%`}
          />
        ))}
      </Panel>
    </div>
  );
}

interface PanelProps {
  readonly name: string;
  readonly scale: readonly number[];
  /** The first and the last day. */
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
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </div>
    </div>
  );
}

function Dot({ of, x }: { readonly of: Mean; readonly x: string }) {
  if (of.mean === null) return null;
  const y = (value: number) => `${100 - value}%`;
  return (
    <>
      {of.interval && <line class="plot-interval" x1={x} x2={x} y1={y(of.interval[0])} y2={y(of.interval[1])} />}
      <circle class={isComparable(of) ? 'plot-dot' : 'plot-dot is-few'} cx={x} cy={y(of.mean)} r="4" />
    </>
  );
}

// Figures of a time range by days, weeks or months: as a chart, and as a table.
import { useState } from 'preact/hooks';
import type { CallRow } from '../../../clients/typescript/src/browser.js';
import { locale } from '../page/preferences.js';
import { Choice } from '../parts/field.tsx';
import { Section } from '../parts/section.tsx';
import { go, to } from '../routing/router.js';
import { t } from '../texts/texts.js';
import { nameOfBucket, rangeOfBucket } from './buckets.js';
import { callColumns, nameColumn, withPassed } from './call-columns.tsx';
import { Chart } from './chart.tsx';
import { DataTable } from './data-table.tsx';
import { isFewCalls, MIN_COMPARED, ofMean, ofRate } from './figure.js';
import type { FloorFilters } from './filters.js';
import { type Range, type Unit, unitsOf } from './range.js';

interface OverTimeProps {
  /** Path of the view. */
  readonly path: string;
  readonly filters: FloorFilters;
  readonly range: Range;
  readonly unit: Unit;
  readonly rows: readonly CallRow[];
}

export function OverTime({ path, filters, range, unit, rows }: OverTimeProps) {
  const [isWhole, setWhole] = useState(false);
  const at = (change: FloorFilters) => to(path, { ...filters, ...change });
  const keyOf = (row: CallRow) => row.key[unit] ?? '';
  const nameOf = (row: CallRow) => nameOfBucket(keyOf(row), locale());
  const units = unitsOf(range);
  const hasPassed = rows.some(({ pass_rate }) => pass_rate.n > 0);
  const caption = t(`day.by.${unit}`);
  const pieces = rows.map((row) => ({ ...row, key: keyOf(row), name: nameOf(row) }));
  return (
    <Section
      title={caption}
      act={
        units.length > 1 && (
          <Choice
            label={t('day.unit')}
            value={unit}
            choices={units.map((one) => [one, t(`day.by.${one}`)] as const)}
            onValue={(one) => go(at({ unit: one }))}
          />
        )
      }
    >
      <Chart
        rows={pieces}
        figures={[
          [t('calls.compliance'), (row) => ofMean(row.compliance_score)],
          [t('calls.quality'), (row) => ofMean(row.quality_score)],
          ...(hasPassed ? [[t('day.passed.percent'), (row: CallFiguresOf) => ofRate(row.pass_rate)] as const] : []),
        ]}
      />
      <p class="soft small">{t('day.legend.time', { n: MIN_COMPARED })}</p>
      <DataTable
        caption={caption}
        columns={[
          nameColumn<CallRow>({
            head: t(`day.${unit}`),
            nameOf: keyOf,
            countOf: ({ calls }) => calls,
            show: (row) => <a href={at({ ...rangeOfBucket(keyOf(row)), unit: undefined })}>{nameOf(row)}</a>,
          }),
          ...withPassed(callColumns(null), rows),
        ]}
        rows={rows}
        keyOf={keyOf}
        isFew={isFewCalls}
        isEmpty={({ calls }) => calls === 0}
        isDrawn={false}
        isDown
        asked={filters.times}
        onOrder={(times) => go(at({ times }))}
        isWhole={isWhole}
        onWhole={() => setWhole(true)}
      />
    </Section>
  );
}

type CallFiguresOf = Pick<CallRow, 'pass_rate'>;

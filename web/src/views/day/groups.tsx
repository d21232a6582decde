// Comparison of groups, with a check whether the numbers are large enough: a row for each agent, team, language, direction or
// scorecard.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type {
  CallRow,
  CallStatistics,
  EvaluationRow,
  EvaluationStatistics,
} from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { callColumns, evaluationColumns, nameColumn, withPassed } from '../../figures/call-columns.tsx';
import { type Column, DataTable } from '../../figures/data-table.tsx';
import { isFewCalls } from '../../figures/figure.js';
import {
  askedOf,
  callsOf,
  type FloorFilters,
  GROUPING,
  GROUPS,
  type Group,
  groupOf,
  hasPage,
  isCompared,
  ofAgentPage,
} from '../../figures/filters.js';
import type { Range } from '../../figures/range.js';
import { language } from '../../page/preferences.js';
import { Choice } from '../../parts/field.tsx';
import { Section } from '../../parts/section.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { go, to } from '../../routing/router.js';
import { named, t } from '../../texts/texts.js';

interface GroupsProps {
  readonly filters: FloorFilters;
  readonly range: Range;
  /** Reload counter: a change reads the data again. */
  readonly round: number;
}

type Read =
  | { readonly by: 'scorecard'; readonly of: EvaluationStatistics; readonly names: ReadonlyMap<string, string> }
  | { readonly by: Exclude<Group, 'scorecard'>; readonly of: CallStatistics };

const MAX_CARDS = 100;

export function Groups({ filters, range, round }: GroupsProps) {
  const by = groupOf(filters);
  const asked = askedOf(filters, range);
  const question = {
    ...asked,
    group_by: GROUPING[by],
    compare: isCompared(filters) ? ('previous' as const) : undefined,
  };
  const read = useResource(JSON.stringify([question, round]), async (client, signal): Promise<Read> => {
    if (by !== 'scorecard') return { by, of: await client.statistics.calls(question, { signal }) };
    const [of, cards] = await Promise.all([
      client.statistics.evaluations(question, { signal }),
      client.scorecards.list({ limit: MAX_CARDS }, { signal }),
    ]);
    return { by, of, names: new Map(cards.items.map(({ id, name }) => [id, name])) };
  });
  const change = (to_: FloorFilters) => go(to('/day', { ...filters, ...to_ }));
  return (
    <Section
      title={t(`day.group.${by}`)}
      act={
        <Choice
          label={t('day.group')}
          value={by}
          choices={GROUPS.map((one) => [one, t(`day.group.${one}`)] as const)}
          onValue={(one) => change({ by: one === 'agent' ? undefined : one, order: undefined })}
        />
      }
    >
      {read.error !== null && <Problem error={read.error} onAgain={read.reload} />}
      {read.value === null && read.error === null && <Loading lines={4} />}
      {read.value && <Rows read={read.value} filters={filters} range={range} onOrder={(order) => change({ order })} />}
      <p class="soft small day-legend">{t('day.legend')}</p>
    </Section>
  );
}

interface RowsProps {
  readonly read: Read;
  readonly filters: FloorFilters;
  readonly range: Range;
  readonly onOrder: (order: string | undefined) => void;
}

function Rows({ read, filters, range, onOrder }: RowsProps) {
  const [isWhole, setWhole] = useState(false);
  const common = {
    caption: t(`day.group.${read.by}`),
    isDrawn: true,
    asked: filters.order,
    onOrder,
    isWhole,
    onWhole: () => setWhole(true),
  };
  const head = t(`day.head.${read.by}`);
  if (read.by === 'scorecard') {
    const keyOf = ({ key }: EvaluationRow) => key.scorecard ?? '';
    const nameOf = (row: EvaluationRow) => read.names.get(keyOf(row)) ?? keyOf(row);
    const show = (row: EvaluationRow) => (
      <a class="cut" dir="auto" href={to(`/forms/${keyOf(row)}`)}>
        {nameOf(row)}
      </a>
    );
    const name: Column<EvaluationRow> = nameColumn({ head, nameOf, show, countOf: ({ evaluations }) => evaluations });
    return read.of.rows.length === 0 ? (
      <p class="soft">{t('day.group.noScorecard')}</p>
    ) : (
      <DataTable
        {...common}
        columns={[name, ...evaluationColumns(read.of.totals)]}
        rows={read.of.rows}
        keyOf={keyOf}
        isFew={({ low_n }) => low_n}
      />
    );
  }
  const { by, of } = read;
  const keyOf = ({ key }: CallRow) => key[GROUPING[by]] ?? null;
  const nameOf = (row: CallRow) => nameOfGroup(by, keyOf(row));
  const show = (row: CallRow): ComponentChildren => (
    <Name by={by} of={keyOf(row)} name={nameOf(row)} filters={filters} range={range} />
  );
  return (
    <DataTable
      {...common}
      columns={[
        nameColumn<CallRow>({ head, nameOf, show, countOf: ({ calls }) => calls }),
        ...withPassed(callColumns(of.totals), of.rows),
      ]}
      rows={of.rows}
      keyOf={(row) => JSON.stringify(keyOf(row))}
      isFew={isFewCalls}
    />
  );
}

/** Filters of the list of calls for each group. */
const FILTER: Readonly<Record<Exclude<Group, 'scorecard'>, string>> = {
  agent: 'agent_id',
  team: 'metadata[team]',
  language: 'language',
  direction: 'direction',
};

interface NameProps {
  readonly by: Exclude<Group, 'scorecard'>;
  readonly of: string | null;
  readonly name: string;
  readonly filters: FloorFilters;
  readonly range: Range;
}

function Name({ by, of, name, filters, range }: NameProps) {
  if (of === null) return <span class="soft">{name}</span>;
  const href =
    by === 'agent' && hasPage(of)
      ? to(`/agents/${encodeURIComponent(of)}`, { ...ofAgentPage(filters) })
      : to('/calls', callsOf(filters, range, { [FILTER[by]]: of }));
  return (
    <a class="cut" dir="auto" href={href}>
      {name}
    </a>
  );
}

function nameOfGroup(by: Group, key: string | null): string {
  if (key === null) return t(`day.group.none.${by}`);
  if (by === 'direction') return named('acts.direction', key);
  if (by !== 'language') return key;
  try {
    return new Intl.DisplayNames(language.value, { type: 'language' }).of(key) ?? key;
  } catch {
    // The key is no language that the browser knows.
    return key;
  }
}

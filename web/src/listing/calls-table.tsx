import type { AnalysisSummary, Progress } from '../../../clients/typescript/src/browser.js';
import { Icon } from '../parts/icon.tsx';
import { to } from '../routing/router.js';
import { clock } from '../texts/clock.js';
import { moment, named, number, share, t, tn, wholeMoment } from '../texts/texts.js';

interface CallsTableProps {
  readonly calls: readonly AnalysisSummary[];
  readonly progress?: ReadonlyMap<string, Progress>;
  /** Missing: rows cannot be selected. */
  readonly choice?: RowChoice | undefined;
  /** True: all calls are of one agent, who reads them. */
  readonly isOwn?: boolean;
}

interface RowChoice {
  readonly ids: ReadonlySet<string>;
  /** @param isRange true: all rows from the row chosen before */
  readonly toggle: (id: string, isRange: boolean) => void;
}

export function CallsTable({ calls, progress, choice, isOwn = false }: CallsTableProps) {
  return (
    <table class={isOwn ? 'rows-table is-boxed calls-table is-own' : 'rows-table is-boxed calls-table'}>
      <caption class="unseen">{t('calls.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('calls.when')}</th>
          {!isOwn && <th scope="col">{t('calls.agent')}</th>}
          <th scope="col">{t('calls.contact')}</th>
          <th scope="col" class="figure">
            {t('calls.length')}
          </th>
          <th scope="col" class="figure">
            {t('calls.compliance')}
          </th>
          <th scope="col" class="figure">
            {t('calls.quality')}
          </th>
          <th scope="col">{t('calls.flags')}</th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <Row
            key={call.id}
            call={call}
            progress={progress?.get(call.id) ?? call.progress}
            choice={choice}
            isOwn={isOwn}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly call: AnalysisSummary;
  readonly progress: Progress | null;
  readonly choice: RowChoice | undefined;
  readonly isOwn: boolean;
}

function Row({ call, progress, choice, isOwn }: RowProps) {
  const { agent_id, contact_id, duration_seconds } = call.call;
  return (
    <tr class={choice?.ids.has(call.id) ? 'is-chosen' : undefined}>
      <td class="cell-when">
        {choice && (
          <input
            type="checkbox"
            class="choose"
            aria-label={t('many.choose', { name: t('call.title', { agent: agent_id, contact: contact_id }) })}
            checked={choice.ids.has(call.id)}
            onClick={(event) => choice.toggle(call.id, event.shiftKey)}
          />
        )}
        <time dateTime={new Date(call.created * 1000).toISOString()} title={wholeMoment(call.created)}>
          {moment(call.created)}
        </time>
      </td>
      <td class="cell-agent">
        <a class="row-link cut" href={to(`/calls/${call.id}`)} data-id={call.id} dir="auto">
          {isOwn ? contact_id : agent_id}
        </a>
      </td>
      {!isOwn && (
        <td class="cell-contact cut" dir="auto">
          {contact_id}
        </td>
      )}
      <td class="cell-length figure">{duration_seconds === null ? '' : clock(duration_seconds)}</td>
      {call.status === 'completed' ? (
        <>
          <Score of={call.results.compliance.score} name={t('calls.compliance')} />
          <Score of={call.results.quality.overall_score} name={t('calls.quality')} />
          <td class="cell-flags">
            <Flags call={call} />
          </td>
        </>
      ) : (
        <td class="cell-state" colSpan={3}>
          {call.status === 'failed' ? (
            <>
              <span class="tag bad">
                <Icon name="cross" />
                {t('state.failed')}
              </span>
              <span class="soft small" lang="en">
                {call.metadata.error_message}
              </span>
            </>
          ) : (
            <Moving progress={progress} />
          )}
          {!call.livemode && <TestTag />}
        </td>
      )}
    </tr>
  );
}

function Score({ of, name }: { readonly of: number | null; readonly name: string }) {
  return (
    <td class="cell-score figure">
      <span class="only-small soft">{name} </span>
      {of === null ? (
        <span class="soft" title={t('calls.none')}>
          –<span class="unseen">{t('calls.none')}</span>
        </span>
      ) : (
        number(of)
      )}
    </td>
  );
}

const TestTag = () => <span class="tag">{t('calls.test')}</span>;

function Moving({ progress }: { readonly progress: Progress | null }) {
  const percent = progress?.percent ?? 0;
  const stage = named('stage', progress?.stage ?? 'queued');
  return (
    <span class="moving">
      <progress max={100} value={percent} aria-label={stage} />
      <span>
        {stage} {share(percent / 100)}
      </span>
    </span>
  );
}

function Flags({ call }: { readonly call: Extract<AnalysisSummary, { status: 'completed' }> }) {
  const { compliance, quality, manipulation_suspected, call_kind, not_judged_reason } = call.results;
  const isFlagged = [compliance, quality].some((part) =>
    Object.values(part).some((finding) => isObject(finding) && finding.flagged === true),
  );
  return (
    <>
      {compliance.violations_count > 0 && (
        <span class="tag bad">
          <Icon name="flag" />
          {tn('calls.flag.violations', compliance.violations_count)}
        </span>
      )}
      {isFlagged && (
        <span class="tag unsure">
          <Icon name="flag" />
          {t('calls.flag.look')}
        </span>
      )}
      {manipulation_suspected && <span class="tag unsure">{t('calls.flag.manipulation')}</span>}
      {call_kind && call_kind !== 'conversation' && <span class="tag">{named('calls.flag.kind', call_kind)}</span>}
      {not_judged_reason && <span class="tag">{t('calls.flag.notJudged')}</span>}
      {!call.livemode && <TestTag />}
    </>
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

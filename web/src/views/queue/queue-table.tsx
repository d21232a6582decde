import type { ReviewQueueItem } from '../../../../clients/typescript/src/browser.js';
import { whoIs } from '../../people/who.js';
import { to } from '../../routing/router.js';
import { reviewer } from '../../session/reviewer.js';
import { clock } from '../../texts/clock.js';
import { moment, named, share, t, tn, wholeMoment } from '../../texts/texts.js';

/** Severity of calls in which too little could be assessed. */
const NOT_JUDGED = 4;

interface QueueTableProps {
  readonly items: readonly ReviewQueueItem[];
  /** True: what could not be judged is one line, which a person opens. */
  readonly isFolded: boolean;
}

/** Calls in the wanted order. A row opens the call without claiming it. */
export function QueueTable({ items, isFolded }: QueueTableProps) {
  const last = isFolded ? items.filter(({ severity }) => severity === NOT_JUDGED) : [];
  const others = items.filter((item) => !last.includes(item));
  return (
    <>
      {others.length > 0 && <Rows items={others} />}
      {last.length > 0 && (
        <details class="queue-rest" open={others.length === 0}>
          <summary>{tn('review.notJudged', last.length)}</summary>
          <Rows items={last} />
        </details>
      )}
    </>
  );
}

function Rows({ items }: Pick<QueueTableProps, 'items'>) {
  return (
    <table class="rows-table is-boxed calls-table queue-table">
      <caption class="unseen">{t('queue.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('calls.when')}</th>
          <th scope="col">{t('calls.agent')}</th>
          <th scope="col">{t('calls.contact')}</th>
          <th scope="col" class="figure">
            {t('calls.length')}
          </th>
          <th scope="col">{t('queue.why')}</th>
          <th scope="col" class="figure" title={t('queue.worth.title')}>
            {t('queue.worth.column')}
          </th>
          <th scope="col">{t('queue.who')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.analysis_id} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item }: { readonly item: ReviewQueueItem }) {
  return (
    <tr>
      <td class="cell-when">
        <time dateTime={new Date(item.created * 1000).toISOString()} title={wholeMoment(item.created)}>
          {moment(item.created)}
        </time>
      </td>
      <td class="cell-agent">
        <a class="row-link cut" href={to(`/calls/${item.analysis_id}`)} dir="auto">
          {item.agent_id}
        </a>
      </td>
      <td class="cell-contact cut" dir="auto">
        {item.contact_id}
      </td>
      <td class="cell-length figure">{clock(item.duration_seconds)}</td>
      <td class="cell-flags">
        {item.reasons.map((reason) => (
          <span key={reason} class={reason === 'violation' ? 'tag bad' : 'tag unsure'}>
            {named('queue.tag', reason)}
          </span>
        ))}
        {item.returned && <span class="tag">{t('review.returned')}</span>}
      </td>
      <td class="cell-worth figure">
        <span class="only-small soft">{t('queue.worth.column')} </span>
        {share(item.worth)}
      </td>
      <td class="cell-who">
        <Who item={item} />
      </td>
    </tr>
  );
}

function Who({ item: { claimed_by, claimed_until } }: { readonly item: ReviewQueueItem }) {
  if (claimed_by === null || claimed_until === null) return null;
  const time = moment(Date.parse(claimed_until) / 1000);
  return (
    <span class="soft small" dir="auto">
      {claimed_by === reviewer.value
        ? t('queue.who.you', { time })
        : t('queue.who.other', { who: whoIs(claimed_by), time })}
    </span>
  );
}

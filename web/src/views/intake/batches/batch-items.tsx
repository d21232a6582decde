import type { Batch, BatchItem } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { Choice } from '../../../parts/field.tsx';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { address, go, to } from '../../../routing/router.js';
import { named, number, t } from '../../../texts/texts.js';
import { PAGE, Pages, pageInAddress } from '../pages.tsx';
import { Reasons } from '../reasons.tsx';
import { LINE_STATUSES } from './counts.tsx';

const LOOKS: Readonly<Record<string, string>> = { completed: 'good', failed: 'bad', refused: 'unsure' };

/** The lines in their order. State and page stand in the address. */
export function BatchItems({ batch: { id, status: now, counts } }: { readonly batch: Batch }) {
  const { path, query } = address.value;
  const status = LINE_STATUSES.find((one) => one === query.status);
  const page = pageInAddress();
  const params = { ...(status && { status }), skip: (page - 1) * PAGE, limit: PAGE };
  // Read again whenever the counts have moved.
  const items = useResource(`lines ${id} ${JSON.stringify([params, now, counts])}`, async (client, signal) =>
    client.batches.items(id, params, { signal }),
  );
  const { value, error, reload } = items;
  return (
    <Section
      title={t('batches.items')}
      act={
        <Choice
          label={t('calls.status')}
          value={status ?? ''}
          choices={[
            ['', t('calls.status.any')],
            ...LINE_STATUSES.map((one) => [one, t(`batches.count.${one}`)] as const),
          ]}
          onValue={(next) => go(to(path, { status: next }), { replace: true })}
        />
      }
    >
      {error !== null && <Problem error={error} onAgain={reload} />}
      {value === null && error === null && <Loading lines={4} />}
      {value?.items.length === 0 && <p class="soft">{t(status ? 'batches.items.filtered' : 'batches.items.none')}</p>}
      {value && value.items.length > 0 && <ItemsTable items={value.items} />}
      {value && <Pages label={t('batches.items')} page={page} total={value.total} isForwards />}
    </Section>
  );
}

function ItemsTable({ items }: { readonly items: readonly BatchItem[] }) {
  return (
    <table class="rows-table items-table">
      <caption class="unseen">{t('batches.items')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('batches.line')}</th>
          <th scope="col">{t('batches.externalId')}</th>
          <th scope="col">{t('calls.status')}</th>
          <th scope="col">{t('intake.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ line, external_id, analysis_id, status, errors }) => (
          <tr key={line}>
            <th scope="row">
              <span class="only-small">{t('batches.lineNumber', { line: number(line) })}</span>
              <span class="not-small">{number(line)}</span>
            </th>
            <td dir="auto">{external_id}</td>
            <td>
              <span class={`tag ${LOOKS[status] ?? ''}`}>{named('batches.count', status)}</span>
            </td>
            <td>
              <Reasons errors={errors} />
              {analysis_id !== null && <a href={to(`/calls/${analysis_id}`)}>{t('intake.call')}</a>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

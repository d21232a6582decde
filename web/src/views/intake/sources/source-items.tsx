import type { Source, SourceItem } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { Choice } from '../../../parts/field.tsx';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { usePolling } from '../../../parts/use-polling.js';
import { address, go, to } from '../../../routing/router.js';
import { moment, named, t, wholeMoment } from '../../../texts/texts.js';
import { PAGE, Pages, pageInAddress } from '../pages.tsx';
import { Reasons } from '../reasons.tsx';

const STATUSES = ['waiting', 'taken', 'existing', 'refused'] as const;
const LOOKS: Readonly<Record<string, string>> = { taken: 'good', refused: 'unsure' };
/** Polling interval: a waiting item changes its state without changing a count. */
const POLL_MS = 5_000;

/** Items of the source, the newest first. Status filter and page are in the URL. */
export function SourceItems({ source: { id, counts } }: { readonly source: Source }) {
  const { path, query } = address.value;
  const status = STATUSES.find((one) => one === query.status);
  const page = pageInAddress();
  const params = { ...(status && { status }), skip: (page - 1) * PAGE, limit: PAGE };
  const items = useResource(`items ${id} ${JSON.stringify([params, counts])}`, async (client, signal) =>
    client.sources.items(id, params, { signal }),
  );
  const { value, error, reload } = items;
  usePolling(value?.items.some((item) => item.status === 'waiting') ? POLL_MS : null, reload);
  return (
    <Section
      title={t('sources.items')}
      act={
        <Choice
          label={t('calls.status')}
          value={status ?? ''}
          choices={[['', t('calls.status.any')], ...STATUSES.map((one) => [one, t(`sources.item.${one}`)] as const)]}
          onValue={(next) => go(to(path, { status: next }), { replace: true })}
        />
      }
    >
      {error !== null && <Problem error={error} onAgain={reload} />}
      {value === null && error === null && <Loading lines={4} />}
      {value?.items.length === 0 && <p class="soft">{t(status ? 'sources.items.filtered' : 'sources.items.none')}</p>}
      {value && value.items.length > 0 && <ItemsTable items={value.items} />}
      {value && <Pages label={t('sources.items')} page={page} total={value.total} />}
    </Section>
  );
}

function ItemsTable({ items }: { readonly items: readonly SourceItem[] }) {
  return (
    <table class="rows-table items-table">
      <caption class="unseen">{t('sources.items')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('sources.key')}</th>
          <th scope="col">{t('sources.found')}</th>
          <th scope="col">{t('calls.status')}</th>
          <th scope="col">{t('intake.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ key, external_id, analysis_id, status, error, found_at }, at) => (
          <tr key={`${found_at} ${key ?? at}`}>
            <th scope="row" dir="auto">
              <code>{key ?? external_id ?? t('sources.item.gone')}</code>
            </th>
            <td>
              <time dateTime={found_at} title={wholeMoment(Date.parse(found_at) / 1000)}>
                {moment(Date.parse(found_at) / 1000)}
              </time>
            </td>
            <td>
              <span class={`tag ${LOOKS[status] ?? ''}`}>{named('sources.item', status)}</span>
            </td>
            <td>
              <Reasons errors={error === null ? [] : [error]} />
              {analysis_id !== null && <a href={to(`/calls/${analysis_id}`)}>{t('intake.call')}</a>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { useState } from 'preact/hooks';
import type { Batch } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { usePolling } from '../../../parts/use-polling.js';
import { address, go, to } from '../../../routing/router.js';
import { moment, t, wholeMoment } from '../../../texts/texts.js';
import { PAGE, Pages, pageInAddress } from '../pages.tsx';
import { BatchTag, isOpen } from './batch-state.tsx';
import { CountsBar, CountsText } from './counts.tsx';
import { MendBatch } from './mend-batch.tsx';
import { NewBatch } from './new-batch.tsx';

/** A minute holds a hundred requests. */
const POLL_MS = 3_000;

export function Batches() {
  const page = pageInAddress();
  const { mend } = address.value.query;
  const batches = useResource(`batches ${page}`, async (client, signal) =>
    client.batches.list({ skip: (page - 1) * PAGE, limit: PAGE }, { signal }),
  );
  const { value: found, error, reload } = batches;
  const [isAsked, setAsked] = useState(false);
  usePolling(found?.items.some(isOpen) ? POLL_MS : null, reload);
  const isEmpty = found?.total === 0;
  const isMaking = isAsked || isEmpty;
  const sent = (ids: readonly string[]) => {
    const [only] = ids;
    if (ids.length === 1 && only !== undefined) return go(to(`/intake/batches/${only}`));
    setAsked(false);
    if (mend !== undefined) go(to('/intake'), { replace: true });
    reload();
  };
  if (mend !== undefined) return <MendBatch key={mend} id={mend} onSent={sent} onCancel={() => go(to('/intake'))} />;
  return (
    <Section
      title={t('intake.batches')}
      act={
        found &&
        !isMaking && (
          <button type="button" onClick={() => setAsked(true)}>
            {t('batches.new')}
          </button>
        )
      }
    >
      <p class="soft">{t('batches.say')}</p>
      {error !== null && <Problem error={error} onAgain={reload} />}
      {found === null && error === null && <Loading lines={4} />}
      {isEmpty && <p>{t('batches.empty')}</p>}
      {isMaking && <NewBatch onSent={sent} onCancel={isEmpty ? null : () => setAsked(false)} />}
      <ul class="intake-list">
        {found?.items.map((batch) => (
          <Row key={batch.id} batch={batch} />
        ))}
      </ul>
      {found && <Pages label={t('intake.batches')} page={page} total={found.total} />}
    </Section>
  );
}

function Row({ batch }: { readonly batch: Batch }) {
  const { id, created, livemode, counts, error_message } = batch;
  return (
    <li class="intake-row">
      <div class="intake-what">
        <a href={to(`/intake/batches/${id}`)} title={wholeMoment(created)}>
          {t('batches.of', { when: moment(created) })}
        </a>
        <BatchTag batch={batch} />
        {!livemode && <span class="tag">{t('calls.test')}</span>}
      </div>
      {counts.total > 0 && <CountsBar counts={counts} />}
      <CountsText counts={counts} />
      {error_message !== null && (
        <p class="bad" lang="en">
          {error_message}
        </p>
      )}
    </li>
  );
}

// Erasures: what was asked for, how far it is, and the receipt.
import { useState } from 'preact/hooks';
import type { Erasure } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { pageOf } from '../../../listing/call-filters.js';
import { Pages } from '../../../listing/pages.tsx';
import { saveFile } from '../../../page/save-file.js';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { usePolling } from '../../../parts/use-polling.js';
import { address } from '../../../routing/router.js';
import { named, t } from '../../../texts/data.js';
import { moment, wholeMoment } from '../../../texts/texts.js';
import { countsText, HeldBy } from './erasure-words.tsx';
import { NewErasure } from './new-erasure.tsx';

const PAGE = 20;
const POLL_MS = 3_000;

export function ErasuresPage() {
  const skip = (pageOf(address.value.query) - 1) * PAGE;
  const {
    value: found,
    error,
    isLoading,
    reload,
  } = useResource(`erasures ${skip}`, async (client, signal) =>
    client.erasures.list({ skip, limit: PAGE }, { signal }),
  );
  const [isAsked, setAsked] = useState(false);
  usePolling(found?.items.some(({ status }) => status === 'processing') ? POLL_MS : null, reload);
  const isMaking = isAsked || found?.total === 0;
  return (
    <Section
      title={t('data.erasures')}
      act={
        found &&
        !isMaking && (
          <button type="button" onClick={() => setAsked(true)}>
            {t('erasures.new')}
          </button>
        )
      }
    >
      <p class="soft">{t('erasures.say')}</p>
      {isMaking && (
        <NewErasure
          onSent={() => {
            setAsked(false);
            reload();
          }}
          onCancel={isAsked ? () => setAsked(false) : null}
        />
      )}
      {error !== null && <Problem error={error} onAgain={reload} />}
      {found === null && error === null && <Loading lines={4} />}
      {found && (
        <>
          <ul class={isLoading ? 'item-list is-stale' : 'item-list'}>
            {found.items.map((erasure) => (
              <Row key={erasure.id} erasure={erasure} />
            ))}
          </ul>
          <Pages total={found.total} size={PAGE} />
        </>
      )}
    </Section>
  );
}

const LOOKS = { processing: '', deferred: 'unsure', failed: 'bad', completed: 'good', dry_run: '' } as const;

function Row({ erasure }: { readonly erasure: Erasure }) {
  const { id, created, livemode, status, subject, scope, reason, reference, counts, deferred, receipt } = erasure;
  const save = () => saveFile(`receipt-${id}.json`, 'application/json', JSON.stringify(receipt));
  return (
    <li class="item-row">
      <p class="item-name">
        <strong>{t(`erasures.of.${subject}`)}</strong>
        <span class={`tag ${LOOKS[status]}`} role={status === 'processing' ? 'status' : undefined}>
          {named('erasures.state', status)}
        </span>
        {!livemode && <span class="tag">{t('calls.test')}</span>}
        {status === 'processing' && <progress aria-label={t('erasures.state.processing')} />}
      </p>
      <p class="soft small">
        <time dateTime={new Date(created * 1000).toISOString()} title={wholeMoment(created)}>
          {moment(created)}
        </time>{' '}
        · {t(`erasures.scope.${scope}`)} · <span dir="auto">{[reference, reason].filter(Boolean).join(' · ')}</span>
      </p>
      <p>{t('erasures.erased', { what: countsText(counts) })}</p>
      <HeldBy deferred={deferred} />
      {erasure.error_message !== null && (
        <p class="bad" lang="en">
          {erasure.error_message}
        </p>
      )}
      {erasure.delivered_before.length > 0 && (
        <details>
          <summary>{t('erasures.delivered')}</summary>
          <ul>
            {erasure.delivered_before.map((url) => (
              <li key={url}>{url}</li>
            ))}
          </ul>
        </details>
      )}
      {receipt !== null && (
        <p>
          <button
            type="button"
            class="second"
            onClick={save}
            aria-label={`${t('erasures.receipt')}: ${moment(created)}`}
          >
            {t('erasures.receipt')}
          </button>
        </p>
      )}
    </li>
  );
}

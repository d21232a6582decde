import { useState } from 'preact/hooks';
import type { Source } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { usePolling } from '../../../parts/use-polling.js';
import { go, to } from '../../../routing/router.js';
import { named, t } from '../../../texts/texts.js';
import { SourceForm } from './source-form.tsx';
import { lagText, SourceCounts, SourceTag } from './source-state.tsx';

/** API limit: sources of an account, for each mode. */
const MAX_SOURCES = 20;
const POLL_MS = 10_000;

export function Sources() {
  const sources = useResource('sources', async (client, signal) => {
    const ofMode = async (livemode: boolean) =>
      (await client.sources.list({ livemode, limit: MAX_SOURCES }, { signal })).items;
    return (await Promise.all([ofMode(true), ofMode(false)])).flat();
  });
  const [isMaking, setMaking] = useState(false);
  const { value: found, error, reload } = sources;
  const isEmpty = found?.length === 0;
  usePolling(found && !isEmpty ? POLL_MS : null, reload);
  return (
    <Section
      title={t('intake.sources')}
      act={
        found &&
        !isEmpty &&
        !isMaking && (
          <button type="button" onClick={() => setMaking(true)}>
            {t('sources.add')}
          </button>
        )
      }
    >
      <p class="soft">{t('sources.say')}</p>
      {error !== null && <Problem error={error} onAgain={reload} />}
      {found === null && error === null && <Loading lines={4} />}
      {isEmpty && <p>{t('sources.empty')}</p>}
      {(isMaking || isEmpty) && (
        <SourceForm
          source={null}
          onSaved={({ id }) => go(to(`/intake/sources/${id}`))}
          onCancel={isEmpty ? null : () => setMaking(false)}
        />
      )}
      <ul class="intake-list">
        {found?.map((source) => (
          <Row key={source.id} source={source} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ source }: { readonly source: Source }) {
  const { id, name, kind, bucket, prefix, account_sid, livemode, counts, last_error } = source;
  const place = kind === 'twilio' ? account_sid : `${bucket}/${prefix ?? ''}`;
  const lag = lagText(source);
  return (
    <li class="intake-row">
      <div class="intake-what">
        <a href={to(`/intake/sources/${id}`)} dir="auto">
          {name}
        </a>
        <SourceTag source={source} />
        {!livemode && <span class="tag">{t('calls.test')}</span>}
      </div>
      <p class="soft small intake-place">
        {named('sources.kind', kind)} · {place}
      </p>
      <SourceCounts counts={counts} />
      {lag !== null && (
        <p class="small">
          {t('sources.lag')}: {lag}
        </p>
      )}
      {last_error !== null && (
        <p class="bad" lang="en">
          {last_error}
        </p>
      )}
    </li>
  );
}

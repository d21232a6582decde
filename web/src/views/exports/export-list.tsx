import { useEffect, useState } from 'preact/hooks';
import type { Export, ItemsPage } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import type { Resource } from '../../api/use-resource.js';
import { Section } from '../../parts/section.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { go, to } from '../../routing/router.js';
import { bytesText } from '../../texts/bytes.js';
import { moment, t, tn, wholeMoment } from '../../texts/texts.js';
import { stateOf } from './export-state.js';
import { filtersOfExport } from './made-of.js';
import { queryOfExport } from './prefill.js';

const POLL_MS = 1_500;

export function ExportList({ made }: { readonly made: Resource<ItemsPage<Export>> }) {
  const { value, error, reload } = made;
  const isMoving = value?.items.some(({ status }) => status === 'processing') ?? false;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => document.hidden || reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isMoving, reload]);
  return (
    <Section title={t('exports.list')}>
      {error !== null && <Problem error={error} onAgain={reload} />}
      {value === null && error === null && <Loading lines={3} />}
      {value?.items.length === 0 && <p class="soft">{t('exports.none')}</p>}
      <ul class="export-list">
        {value?.items.map((one) => (
          <Row key={one.id} made={one} onChanged={reload} />
        ))}
      </ul>
    </Section>
  );
}

const LOOKS = {
  processing: '',
  completed: 'good',
  failed: 'bad',
  canceled: '',
  expired: '',
  ended: 'unsure',
  deleted: '',
} as const;

function Row({ made, onChanged }: { readonly made: Export; readonly onChanged: () => void }) {
  const { id, of, format, created, livemode, rows, bytes, expires_at, error_message } = made;
  const fileFormat = made.excel ? 'excel' : format;
  const state = stateOf(made);
  const { error, isBusy, run } = useAct();
  const [isGone, setGone] = useState(false);
  const name = `${t(`exports.of.${of}`)}, ${t(`exports.format.${fileFormat}`)}`;
  const fetchFile = () =>
    run(`fetch ${id}`, async (client) => {
      // The link in the list may have expired since.
      const { url } = await client.exports.get(id);
      setGone(url === null);
      if (url === null) onChanged();
      else save(url);
    });
  const cancel = () =>
    run(`cancel ${id}`, async (client, once) => {
      await client.exports.cancel(id, once);
      onChanged();
    });
  const end = () =>
    run(`delete ${id}`, async (client) => {
      await client.exports.delete(id);
      onChanged();
    });
  return (
    <li class="export-row">
      <div class="export-what">
        <strong>{name}</strong>
        <span class={`tag ${LOOKS[state]}`} role={state === 'processing' ? 'status' : undefined}>
          {t(`exports.state.${state}`)}
        </span>
        {!livemode && <span class="tag">{t('calls.test')}</span>}
      </div>
      <p class="soft small export-facts">
        <time dateTime={new Date(created * 1000).toISOString()} title={wholeMoment(created)}>
          {moment(created)}
        </time>
        {(rows > 0 || state === 'completed') && <span>{tn('exports.rows', rows)}</span>}
        {bytes > 0 && <span>{bytesText(bytes)}</span>}
        {state === 'completed' && expires_at !== null && (
          <span title={wholeMoment(expires_at)}>{t('exports.until', { when: moment(expires_at) })}</span>
        )}
      </p>
      {state === 'failed' && error_message !== null && (
        <p class="bad" lang="en">
          {error_message}
        </p>
      )}
      {(state === 'ended' || state === 'expired') && <p>{t(`exports.${state}`)}</p>}
      {isGone && state === 'completed' && <p>{t('exports.gone')}</p>}
      {error !== null && <Problem error={error} />}
      <div class="export-acts">
        {state === 'completed' && (
          <>
            <button
              type="button"
              disabled={isBusy}
              aria-label={`${t('exports.download')}: ${name}`}
              onClick={() => void fetchFile()}
            >
              {t('exports.download')}
            </button>
            <button
              type="button"
              class="second"
              disabled={isBusy}
              aria-label={`${t('exports.delete')}: ${name}`}
              onClick={() => void end()}
            >
              {t('exports.delete')}
            </button>
          </>
        )}
        {state === 'processing' && (
          <>
            <progress aria-label={`${t('exports.state.processing')}: ${name}`} />
            <button type="button" class="second" disabled={isBusy} onClick={() => void cancel()}>
              {t('exports.cancel')}
            </button>
          </>
        )}
        {state !== 'processing' && state !== 'completed' && of !== 'evidence' && fileFormat !== 'zip' && (
          <button
            type="button"
            class="second"
            aria-label={`${t('exports.again')}: ${name}`}
            onClick={() =>
              go(to('/calls/exports', queryOfExport({ ...made, of, format: fileFormat }, filtersOfExport(id))))
            }
          >
            {t('exports.again')}
          </button>
        )}
      </div>
    </li>
  );
}

/** Downloads a file like a click on a link: the browser asks for the folder and shows the progress. */
function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

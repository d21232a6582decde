import { useState } from 'preact/hooks';
import type { Batch as BatchOfService } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { saveFile } from '../../../page/save-file.js';
import { ObjectPage } from '../../../parts/object-page.tsx';
import { Section } from '../../../parts/section.tsx';
import { Problem } from '../../../parts/states.tsx';
import { usePolling } from '../../../parts/use-polling.js';
import { to } from '../../../routing/router.js';
import { moment, t } from '../../../texts/texts.js';
import { BatchItems } from './batch-items.tsx';
import { BatchStory, BatchTag, isOpen } from './batch-state.tsx';
import { CountsBar, CountsText } from './counts.tsx';

const POLL_MS = 2_000;
/** Polling interval of a batch that waits for another period. */
const SLOW_POLL_MS = 15_000;

export function Batch({ id }: { readonly id: string }) {
  const batch = useResource(`batch ${id}`, (client, signal) => client.batches.get(id, { signal }));
  const { value: found, change, reload } = batch;
  usePolling(
    found === null || !isOpen(found) ? null : found.status === 'waiting_for_quota' ? SLOW_POLL_MS : POLL_MS,
    reload,
  );
  return (
    <ObjectPage
      list={['/intake', t('intake.batches')]}
      read={batch}
      head={({ created, livemode }) => ({ title: t('batches.of', { when: moment(created) }), livemode })}
    >
      {(shown) => (
        <>
          <Standing batch={shown} onChanged={(next) => change(() => next)} />
          <BatchItems batch={shown} />
        </>
      )}
    </ObjectPage>
  );
}

interface StandingProps {
  readonly batch: BatchOfService;
  readonly onChanged: (batch: BatchOfService) => void;
}

function Standing({ batch, onChanged }: StandingProps) {
  const { id, status, counts, ignored_columns } = batch;
  const { error, isBusy, run } = useAct();
  const [isSaving, setSaving] = useState(false);
  const act = (name: 'cancel' | 'resume') =>
    run(`${name} ${id}`, async (client, once) => onChanged(await client.batches[name](id, once)));
  const download = async () => {
    setSaving(true);
    await run(`refused ${id}`, async (client) =>
      saveFile(`refused-${id}.csv`, 'text/csv;charset=utf-8', await client.batches.refused(id)),
    );
    setSaving(false);
  };
  const canCancel = status === 'reading' || status === 'processing' || status === 'waiting_for_quota';
  return (
    <Section title={t('batches.progress')} act={<BatchTag batch={batch} />}>
      {counts.total > 0 && <CountsBar counts={counts} />}
      <div role="status">
        <CountsText counts={counts} path={`/intake/batches/${id}`} />
      </div>
      <BatchStory batch={batch} />
      {ignored_columns.length > 0 && (
        <p class="notice" dir="auto">
          {t('batches.ignored', { names: ignored_columns.join(', ') })}
        </p>
      )}
      {error !== null && <Problem error={error} />}
      <div class="acts">
        {counts.refused > 0 && (
          <>
            <button type="button" disabled={isSaving} onClick={() => void download()}>
              {t('batches.refused.download')}
            </button>
            <a class="button second" href={to('/intake', { mend: id })}>
              {t('batches.refused.mend')}
            </a>
          </>
        )}
        {canCancel && (
          <button type="button" class="second" disabled={isBusy} onClick={() => void act('cancel')}>
            {t('batches.cancel')}
          </button>
        )}
        {status === 'canceled' && (
          <button type="button" class="second" disabled={isBusy} onClick={() => void act('resume')}>
            {t('batches.resume')}
          </button>
        )}
      </div>
    </Section>
  );
}

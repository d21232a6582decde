import { useEffect, useState } from 'preact/hooks';
import type { RedactionJob, RedactionPreset } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { Choice } from '../../../parts/field.tsx';
import { MASK_PRESETS } from '../../../parts/mask-presets.js';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { moment, named, number, t, tn, wholeMoment } from '../../../texts/texts.js';

/** A minute holds a hundred requests. */
const POLL_MS = 3_000;
const SHOWN_JOBS = 10;

/** Stored calls masked afterwards: how many first, and only then the start. */
export function StoredCalls() {
  const [preset, setPreset] = useState<RedactionPreset>('pci');
  const [counted, setCounted] = useState<number | null>(null);
  const { error, isBusy, run } = useAct();
  const jobs = useResource('redactions', async (client, signal) =>
    client.redactions.list({ limit: SHOWN_JOBS }, { signal }),
  );
  const { reload } = jobs;
  const isMoving = jobs.value?.items.some(({ status }) => status === 'processing') ?? false;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => document.hidden || reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isMoving, reload]);
  const count = () =>
    run({ preset, dry: true }, async (client, once) => {
      const { counts } = await client.redactions.create({ preset, dry_run: true }, once);
      setCounted(counts.total);
    });
  const start = () =>
    run({ preset }, async (client, once) => {
      await client.redactions.create({ preset }, once);
      setCounted(null);
      reload();
    });
  return (
    <Section title={t('redaction.jobs')}>
      <p class="soft">{t('redaction.jobs.say')}</p>
      <div class="acts">
        <Choice
          label={t('redaction.jobs.what')}
          value={preset}
          choices={MASK_PRESETS.map((one) => [one, t(`redaction.preset.${one}`)])}
          onValue={(next) => {
            setPreset(next);
            setCounted(null);
          }}
        />
        <button type="button" class="second" disabled={isBusy} onClick={() => void count()}>
          {t('redaction.jobs.count')}
        </button>
        {counted !== null && counted > 0 && (
          <button type="button" disabled={isBusy} onClick={() => void start()}>
            {t('redaction.jobs.start')}
          </button>
        )}
        <span role="status">{counted !== null && tn('redaction.jobs.counted', counted)}</span>
      </div>
      {error !== null && <Problem error={error} />}
      {jobs.error !== null && <Problem error={jobs.error} onAgain={reload} />}
      {jobs.value === null && jobs.error === null && <Loading lines={2} />}
      {jobs.value?.items.length === 0 && <p class="soft small">{t('redaction.jobs.none')}</p>}
      <ul class="redaction-jobs">
        {jobs.value?.items.map((job) => (
          <Job key={job.id} job={job} onCanceled={reload} />
        ))}
      </ul>
    </Section>
  );
}

function Job({ job, onCanceled }: { readonly job: RedactionJob; readonly onCanceled: () => void }) {
  const { error, isBusy, run } = useAct();
  const { total, completed, failed, skipped } = job.counts;
  const isMoving = job.status === 'processing';
  const tag = job.status === 'completed' ? 'tag good' : job.status === 'failed' ? 'tag bad' : 'tag';
  return (
    <li class="redaction-job">
      <time class="soft" dateTime={new Date(job.created * 1000).toISOString()} title={wholeMoment(job.created)}>
        {moment(job.created)}
      </time>
      <span class={tag}>{named('forms.job', job.status)}</span>
      {isMoving && (
        <progress
          max={Math.max(1, total)}
          value={completed + failed + skipped}
          aria-label={t('redaction.jobs.progress')}
        />
      )}
      <span class="soft" role={isMoving ? 'status' : undefined}>
        {t('redaction.jobs.counts', {
          completed: number(completed),
          total: number(total),
          skipped: number(skipped),
          failed: number(failed),
        })}
      </span>
      {isMoving && (
        <button
          type="button"
          class="second"
          disabled={isBusy}
          onClick={() =>
            void run(`cancel ${job.id}`, async (client, once) => {
              await client.redactions.cancel(job.id, once);
              onCanceled();
            })
          }
        >
          {t('redaction.jobs.cancel')}
        </button>
      )}
      {error !== null && <Problem error={error} />}
    </li>
  );
}

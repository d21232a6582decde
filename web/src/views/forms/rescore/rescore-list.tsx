import { useEffect, useState } from 'preact/hooks';
import type { Rescore } from '../../../../../clients/typescript/src/browser.js';
import { write } from '../../../api/api.js';
import { useResource } from '../../../api/use-resource.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { moment, named, number, t, wholeMoment } from '../../../texts/texts.js';

/** The service lists the jobs of all forms together. */
const MAX_JOBS = 100;
/** A minute holds a hundred requests. */
const POLL_MS = 3_000;

interface ListProps {
  readonly cardId: string;
  /** The id of the job that was started here last; null before the first. With another one the list is read again. */
  readonly started: string | null;
  /** Told when that job has come to its end. */
  readonly onDone: () => void;
}

export function RescoreList({ cardId, started, onDone }: ListProps) {
  const jobs = useResource(`rescores ${cardId} ${started ?? ''}`, async (client, signal) => {
    const { items } = await client.rescores.list({ limit: MAX_JOBS }, { signal });
    return items.filter(({ scorecard }) => scorecard.id === cardId);
  });
  const { reload } = jobs;
  const isMoving = jobs.value?.some(({ status }) => status === 'processing') ?? false;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => document.hidden || reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isMoving, reload]);
  // Also where the job was done before the list was read for the first time.
  const isDone = jobs.value?.some(({ id, status }) => id === started && status !== 'processing') ?? false;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, started, onDone]);
  return (
    <section class="form-jobs">
      <h2>{t('forms.jobs')}</h2>
      {jobs.error !== null && <Problem error={jobs.error} onAgain={reload} />}
      {jobs.value === null && jobs.error === null && <Loading lines={3} />}
      {jobs.value?.length === 0 && <p class="soft">{t('forms.jobs.none')}</p>}
      <ul>
        {jobs.value?.map((job) => (
          <Job key={job.id} job={job} onCanceled={reload} />
        ))}
      </ul>
    </section>
  );
}

function Job({ job, onCanceled }: { readonly job: Rescore; readonly onCanceled: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { total, completed, failed, skipped } = job.counts;
  const done = completed + failed + skipped;
  const isMoving = job.status === 'processing';
  const tag = job.status === 'completed' ? 'tag good' : job.status === 'failed' ? 'tag bad' : 'tag';
  return (
    <li class="card form-job">
      <time class="soft" dateTime={new Date(job.created * 1000).toISOString()} title={wholeMoment(job.created)}>
        {moment(job.created)}
      </time>
      <span>{t('forms.revision', { n: job.scorecard.revision })}</span>
      <span class={tag}>{named('forms.job', job.status)}</span>
      {isMoving && <progress max={Math.max(1, total)} value={done} aria-label={t('forms.job.progress')} />}
      <span class="soft" role={isMoving ? 'status' : undefined}>
        {t('forms.job.counts', {
          completed: number(completed),
          total: number(total),
          skipped: number(skipped),
          failed: number(failed),
        })}
      </span>
      {isMoving && (
        <button type="button" class="second" onClick={() => setAsking(true)}>
          {t('forms.job.cancel')}
        </button>
      )}
      {isAsking && <CancelDialog job={job} onClose={() => setAsking(false)} onCanceled={onCanceled} />}
    </li>
  );
}

interface CancelProps {
  readonly job: Rescore;
  readonly onClose: () => void;
  readonly onCanceled: () => void;
}

function CancelDialog({ job, onClose, onCanceled }: CancelProps) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await write((client) => client.rescores.cancel(job.id));
      onClose();
      onCanceled();
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('forms.job.cancel.ask')} onClose={onClose}>
      <p>{t('forms.job.cancel.say')}</p>
      {error !== null && <Problem error={error} />}
      <div class="form-dialog-acts">
        <button type="button" disabled={isBusy} onClick={() => void cancel()}>
          {t('forms.job.cancel')}
        </button>
        <button type="button" class="second" onClick={onClose}>
          {t('forms.job.goOn')}
        </button>
      </div>
    </Dialog>
  );
}

import { useEffect, useState } from 'preact/hooks';
import type { RetentionSettings, WouldDelete } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { Question } from '../../../parts/question.tsx';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { usePolling } from '../../../parts/use-polling.js';
import { t } from '../../../texts/data.js';
import { moment, wholeMoment } from '../../../texts/texts.js';
import { goingOf } from './retention-form.js';
import { RetentionForm } from './retention-settings.tsx';
import { countWhatGoes, goingText, wouldText } from './would-delete.js';

const POLL_MS = 3_000;

export function RetentionPage() {
  // From a change that deletes something until that is done, or waits.
  const [isFollowed, setFollowed] = useState(false);
  const read = useResource('retention', async (client, signal) => ({
    settings: await client.settings.retention({ signal }),
    left: isFollowed ? await countWhatGoes(client) : null,
  }));
  const { value, error, reload } = read;
  usePolling(isFollowed ? POLL_MS : null, reload);
  const left = value?.left ?? null;
  const waitsUntil = value?.settings.waits_until ?? null;
  const isOver = left !== null && (waitsUntil !== null || goingOf(left).length === 0);
  useEffect(() => {
    if (isOver) setFollowed(false);
  }, [isOver]);
  if (value === null) return error === null ? <Loading lines={10} /> : <Problem error={error} onAgain={reload} />;
  const follow = (deletes: boolean) => {
    setFollowed(deletes);
    reload();
  };
  return (
    <>
      {error !== null && <Problem error={error} onAgain={reload} />}
      {waitsUntil !== null && <Waiting until={waitsUntil} onConfirmed={() => follow(true)} />}
      {left !== null && waitsUntil === null && <Following left={left} />}
      <RetentionForm settings={value.settings} onSaved={follow} />
    </>
  );
}

/** Says how much is still to be deleted. */
function Following({ left }: { readonly left: WouldDelete }) {
  const isDone = goingOf(left).length === 0;
  return (
    <p class="notice data-following" role="status">
      {!isDone && <progress aria-label={t('data.following')} />}
      {isDone ? t('data.followed') : t('data.following.left', { what: goingText(left) })}
    </p>
  );
}

interface WaitingProps {
  readonly until: NonNullable<RetentionSettings['waits_until']>;
  readonly onConfirmed: () => void;
}

/** A first round that would delete much waits for a day. */
function Waiting({ until, onConfirmed }: WaitingProps) {
  const [would, setWould] = useState<WouldDelete | null>(null);
  const { error, isBusy, run } = useAct();
  const ask = () => run('count', async (client) => setWould(await countWhatGoes(client)));
  const confirm = () =>
    run('confirm', async (client) => {
      await client.settings.updateRetention({ confirm: true });
      setWould(null);
      onConfirmed();
    });
  return (
    <Section title={t('data.waiting')}>
      <p class="notice">
        {t('data.waiting.until')}{' '}
        <time dateTime={new Date(until * 1000).toISOString()} title={wholeMoment(until)}>
          {moment(until)}
        </time>
        . {t('data.waiting.say')}
      </p>
      {error !== null && would === null && <Problem error={error} />}
      <div class="acts">
        <button type="button" class="danger" disabled={isBusy} onClick={() => void ask()}>
          {t('data.waiting.now')}
        </button>
      </div>
      {would !== null && (
        <Question
          title={t('data.waiting.ask')}
          act={t('data.waiting.do')}
          keep={t('members.cancel')}
          isBusy={isBusy}
          onAct={() => void confirm()}
          onClose={() => setWould(null)}
        >
          <p>{wouldText(would)}</p>
          <p class="soft">{t('data.would.final')}</p>
          {error !== null && <Problem error={error} />}
        </Question>
      )}
    </Section>
  );
}

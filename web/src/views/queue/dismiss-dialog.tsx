import { useId, useState } from 'preact/hooks';
import { useAct } from '../../api/use-act.js';
import { Dialog } from '../../parts/dialog.tsx';
import { faultsOf, Problem } from '../../parts/states.tsx';
import { t } from '../../texts/texts.js';
import { countLeft, dismiss } from './claim.js';

/** Limit of the API. */
const MAX_NOTE_CHARACTERS = 2_000;

interface DismissDialogProps {
  readonly analysisId: string;
  readonly name: string;
  readonly onClose: (isDismissed: boolean) => void;
}

export function DismissDialog({ analysisId, name, onClose }: DismissDialogProps) {
  const id = useId();
  const [note, setNote] = useState('');
  const { run, isBusy, error } = useAct();
  const faults = faultsOf(error, 'note');
  return (
    <Dialog title={t('queue.dismiss.title')} onClose={() => onClose(false)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(`dismiss ${analysisId} ${note}`, async (client, once) => {
            await dismiss(client, analysisId, note, once);
            onClose(true);
            countLeft(new AbortController().signal).catch(() => undefined);
          });
        }}
      >
        <p dir="auto">{t('queue.dismiss.say', { call: name })}</p>
        <div class="field">
          <label for={id}>{t('queue.dismiss.why')}</label>
          <textarea
            id={id}
            name="note"
            rows={3}
            maxLength={MAX_NOTE_CHARACTERS}
            value={note}
            onInput={(event) => setNote(event.currentTarget.value)}
            aria-invalid={faults.length > 0 ? true : undefined}
          />
          {faults.length > 0 && (
            <p class="fault" lang="en">
              {faults.join('. ')}
            </p>
          )}
        </div>
        {error !== null && <Problem error={error} />}
        <button type="submit" class="wide" disabled={isBusy}>
          {t('queue.dismiss')}
        </button>
      </form>
    </Dialog>
  );
}

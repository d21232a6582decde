import { useEffect, useRef } from 'preact/hooks';
import { type Analysis, CallAnalysisError } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Problem } from '../../../parts/states.tsx';
import { go, to } from '../../../routing/router.js';
import { t } from '../../../texts/texts.js';

interface DeleteDialogProps {
  readonly analysis: Analysis;
  readonly onClose: () => void;
}

export function DeleteDialog({ analysis, onClose }: DeleteDialogProps) {
  const { run, isBusy, error } = useAct();
  const { agent_id: agent, contact_id: contact } = analysis.call;
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <Dialog title={t('acts.delete.title')} onClose={onClose}>
      <p dir="auto">{t('acts.delete.say', { agent, contact })}</p>
      <p class="soft">{t(analysis.status === 'processing' ? 'acts.delete.processing' : 'acts.delete.rest')}</p>
      {error !== null && <Problem error={error} />}
      <div class="dialog-acts">
        <button ref={keep} type="button" class="second" onClick={onClose}>
          {t('acts.delete.keep')}
        </button>
        <button
          type="button"
          class="danger"
          disabled={isBusy}
          onClick={() =>
            void run('delete', async (client) => {
              await client.analyses.delete(analysis.id).catch(unlessGone);
              // The back button must not lead to what is gone.
              go(to('/calls'), { replace: true });
            })
          }
        >
          {t('acts.delete.do')}
        </button>
      </div>
    </Dialog>
  );
}

/** The first answer was lost, or another person was faster. */
function unlessGone(error: unknown): void {
  if (!(error instanceof CallAnalysisError) || error.status !== 404) throw error;
}

import type { FailedAnalysis } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { Problem } from '../../../parts/states.tsx';
import { may } from '../../../session/member.js';
import { t } from '../../../texts/texts.js';

interface FailedProps {
  readonly analysis: FailedAnalysis;
  /** Told that the call is heard again. */
  readonly onRetry: () => void;
}

export function Failed({ analysis, onRetry }: FailedProps) {
  const { run, isBusy, error } = useAct();
  const { error_message, retryable } = analysis.metadata;
  return (
    <section class="card call-state" aria-labelledby="failed">
      <h2 id="failed">{t('call.failed')}</h2>
      <p lang="en">{error_message}</p>
      <p class="soft">{t('acts.failed.cost')}</p>
      {error !== null && <Problem error={error} />}
      {may('retryAnalysis') &&
        (retryable ? (
          <button
            type="button"
            disabled={isBusy}
            onClick={() =>
              void run('retry', async (client, once) => {
                await client.analyses.retry(analysis.id, once);
                onRetry();
              })
            }
          >
            {t('acts.retry')}
          </button>
        ) : (
          <p>{t('acts.failed.final')}</p>
        ))}
    </section>
  );
}

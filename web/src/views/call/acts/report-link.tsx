import { useState } from 'preact/hooks';
import { useAct } from '../../../api/use-act.js';
import { Problem } from '../../../parts/states.tsx';
import { moment, t } from '../../../texts/texts.js';
import { ExpiryChoice, LASTING } from './expiry-choice.tsx';
import { MadeLink } from './made-link.tsx';

/** The report as a page, for everyone who has the link. */
export function ReportLink({ analysisId }: { readonly analysisId: string }) {
  const [expiresIn, setExpiresIn] = useState<number>(LASTING.hour);
  const [made, setMade] = useState<{ readonly url: string; readonly expires_at: string } | null>(null);
  const [isEnded, setEnded] = useState(false);
  const { run, isBusy, error } = useAct();
  return (
    <section class="share-part" aria-labelledby="share-report">
      <h3 id="share-report">{t('acts.report')}</h3>
      <p class="soft small">{t('acts.report.say')}</p>
      <div class="share-row">
        <ExpiryChoice label={t('acts.report.expiry')} value={expiresIn} onValue={setExpiresIn} />
        <button
          type="button"
          class="second"
          disabled={isBusy}
          onClick={() =>
            void run(`report ${expiresIn}`, async (client, once) => {
              setMade(await client.analyses.createReportLink(analysisId, { expires_in: expiresIn }, once));
              setEnded(false);
            })
          }
        >
          {t('acts.report.make')}
        </button>
        <button
          type="button"
          class="link"
          disabled={isBusy}
          onClick={() =>
            void run('end reports', async (client) => {
              await client.analyses.deleteReportLinks(analysisId);
              setMade(null);
              setEnded(true);
            })
          }
        >
          {t('acts.report.end')}
        </button>
      </div>
      {made && (
        <MadeLink url={made.url} says={t('acts.report.until', { time: moment(Date.parse(made.expires_at) / 1000) })} />
      )}
      {isEnded && <p role="status">{t('acts.report.ended')}</p>}
      {error !== null && <Problem error={error} />}
    </section>
  );
}

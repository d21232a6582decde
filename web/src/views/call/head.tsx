import { useState } from 'preact/hooks';
import type { Analysis } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/states.tsx';
import { isAgent, may } from '../../session/member.js';
import { session } from '../../session/session.js';
import { clock } from '../../texts/clock.js';
import { moment, t, wholeMoment } from '../../texts/texts.js';
import { ExportMenu } from './acts/export-menu.tsx';
import { MoreMenu } from './acts/more-menu.tsx';
import { ReportLink } from './acts/report-link.tsx';
import { ReviewLinks } from './acts/review-links.tsx';

interface HeadProps {
  readonly analysis: Analysis;
  /** The call is not as it was read. */
  readonly onChanged: () => void;
}

export function Head({ analysis, onChanged }: HeadProps) {
  const { agent_id, contact_id, duration_seconds } = analysis.call;
  const isCompleted = analysis.status === 'completed';
  const isLink = session.value?.kind === 'link';
  const [isSharing, setSharing] = useState(false);
  const act = useAct();
  return (
    <>
      <header class="view-head">
        <h1 dir="auto">{t('call.title', { agent: agent_id, contact: contact_id })}</h1>
        <p class="soft">
          <time dateTime={new Date(analysis.created * 1000).toISOString()} title={wholeMoment(analysis.created)}>
            {moment(analysis.created)}
          </time>
          {duration_seconds !== null && ` · ${clock(duration_seconds)}`}
        </p>
        {!analysis.livemode && <span class="tag">{t('calls.test')}</span>}
        <div class="head-acts">
          {may('createReviewLink') && (
            <button type="button" class="second" onClick={() => setSharing(true)}>
              {t('acts.share')}
            </button>
          )}
          {isCompleted && !isAgent.value && <ExportMenu analysis={analysis} act={act} />}
          {!isLink && <MoreMenu analysis={analysis} act={act} onChanged={onChanged} />}
        </div>
      </header>
      {act.error !== null && <Problem error={act.error} />}
      {isSharing && <ShareDialog analysis={analysis} onClose={() => setSharing(false)} />}
    </>
  );
}

interface ShareDialogProps {
  readonly analysis: Analysis;
  readonly onClose: () => void;
}

/** Opens one call to people without an account: to a reviewer, or the report to a reader. */
function ShareDialog({ analysis, onClose }: ShareDialogProps) {
  const { agent_id: agent, contact_id: contact } = analysis.call;
  return (
    <Dialog title={t('acts.share.title')} onClose={onClose}>
      <p class="soft" dir="auto">
        {t('call.title', { agent, contact })}
      </p>
      <ReviewLinks analysisId={analysis.id} />
      {analysis.status === 'completed' && may('createReportLink') && <ReportLink analysisId={analysis.id} />}
    </Dialog>
  );
}

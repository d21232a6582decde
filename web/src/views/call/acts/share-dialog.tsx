import type { Analysis } from '../../../../../clients/typescript/src/browser.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { t } from '../../../texts/texts.js';
import { ReportLink } from './report-link.tsx';
import { ReviewLinks } from './review-links.tsx';

interface ShareDialogProps {
  readonly analysis: Analysis;
  readonly onClose: () => void;
}

/** Opens one call to people without an account: to a reviewer, or the report to a reader. */
export function ShareDialog({ analysis, onClose }: ShareDialogProps) {
  const { agent_id: agent, contact_id: contact } = analysis.call;
  return (
    <Dialog title={t('acts.share.title')} onClose={onClose}>
      <p class="soft" dir="auto">
        {t('call.title', { agent, contact })}
      </p>
      <ReviewLinks analysisId={analysis.id} />
      {analysis.status === 'completed' && <ReportLink analysisId={analysis.id} />}
    </Dialog>
  );
}

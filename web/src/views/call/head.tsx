import { useState } from 'preact/hooks';
import type { Analysis } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { Problem } from '../../parts/states.tsx';
import { session } from '../../session/session.js';
import { clock } from '../../texts/clock.js';
import { moment, t, wholeMoment } from '../../texts/texts.js';
import { ExportMenu } from './acts/export-menu.tsx';
import { MoreMenu } from './acts/more-menu.tsx';
import { ShareDialog } from './acts/share-dialog.tsx';

interface HeadProps {
  readonly analysis: Analysis;
  /** The call is not as it was read. */
  readonly onChanged: () => void;
}

export function Head({ analysis, onChanged }: HeadProps) {
  const { agent_id, contact_id, duration_seconds } = analysis.call;
  const isCompleted = analysis.status === 'completed';
  const isAccount = session.value?.kind === 'account';
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
          {isAccount && (
            <button type="button" class="second" onClick={() => setSharing(true)}>
              {t('acts.share')}
            </button>
          )}
          {isCompleted && <ExportMenu analysis={analysis} act={act} />}
          {isAccount && <MoreMenu analysis={analysis} act={act} onChanged={onChanged} />}
        </div>
      </header>
      {act.error !== null && <Problem error={act.error} />}
      {isSharing && <ShareDialog analysis={analysis} onClose={() => setSharing(false)} />}
    </>
  );
}

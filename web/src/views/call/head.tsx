import type { Analysis } from '../../../../clients/typescript/src/browser.js';
import { clock } from '../../texts/clock.js';
import { moment, t, wholeMoment } from '../../texts/texts.js';

export function Head({ analysis }: { readonly analysis: Analysis }) {
  const { agent_id, contact_id, duration_seconds } = analysis.call;
  return (
    <header class="view-head">
      <h1 dir="auto">{t('call.title', { agent: agent_id, contact: contact_id })}</h1>
      <p class="soft">
        <time dateTime={new Date(analysis.created * 1000).toISOString()} title={wholeMoment(analysis.created)}>
          {moment(analysis.created)}
        </time>
        {duration_seconds !== null && ` · ${clock(duration_seconds)}`}
      </p>
      {!analysis.livemode && <span class="tag">{t('calls.test')}</span>}
    </header>
  );
}

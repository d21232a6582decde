import type { CompletedAnalysis } from '../../../../clients/typescript/src/browser.js';
import { Copy } from '../../parts/states.tsx';
import { clock } from '../../texts/clock.js';
import { number, t } from '../../texts/texts.js';

export function Details({ analysis }: { readonly analysis: CompletedAnalysis }) {
  const { audio, metadata, transcript, call } = analysis;
  const { metrics } = call;
  const seconds = (value: number) => clock(value);
  return (
    <details class="details">
      <summary>{t('call.details')}</summary>
      <dl>
        <dt>{t('call.id')}</dt>
        <dd>
          <code>{analysis.id}</code> <Copy text={analysis.id} />
        </dd>
        <dt>{t('call.talk')}</dt>
        <dd>
          {t('call.talk.value', {
            agent: seconds(metrics.agent_talk_seconds),
            customer: seconds(metrics.customer_talk_seconds),
            silence: seconds(metrics.silence_seconds),
            overtalk: seconds(metrics.overtalk_seconds),
          })}
        </dd>
        <dt>{t('call.channels')}</dt>
        <dd>
          {audio.channels === null ? '–' : number(audio.channels)} {audio.format ?? ''}
        </dd>
        <dt>{t('call.language')}</dt>
        <dd>{transcript.language ?? '–'}</dd>
        <dt>{t('call.engine')}</dt>
        <dd>
          {Object.values(metadata.engine)
            .filter((part) => typeof part === 'string')
            .join(' · ')}
        </dd>
      </dl>
    </details>
  );
}

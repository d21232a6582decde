// How the parties talked, in figures.
import type { CallMetrics } from '../../../../../clients/typescript/src/browser.js';
import { clock } from '../../../texts/clock.js';
import { number, share, t } from '../../../texts/texts.js';

export function TalkTab({ metrics }: { readonly metrics: CallMetrics }) {
  const agent = metrics.agent_talk_seconds;
  const customer = metrics.customer_talk_seconds;
  const rate = (words: number) => t('decide.talk.rate', { n: number(words, { maximumFractionDigits: 0 }) });
  const isSilent = agent + customer === 0;
  return (
    <>
      {metrics.leakage_suspected && <p class="notice">{t('decide.talk.leakage')}</p>}
      <table class="talk">
        <caption class="unseen">{t('decide.talk')}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col" class="figure of-agent">
              {t('call.speaker.agent')}
            </th>
            <th scope="col" class="figure of-customer">
              {t('call.speaker.customer')}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('decide.talk.time')}</th>
            <td class="figure">{clock(agent)}</td>
            <td class="figure">{clock(customer)}</td>
          </tr>
          <tr>
            <th scope="row">{t('decide.talk.share')}</th>
            <td class="figure">{isSilent ? '–' : share(metrics.talk_ratio)}</td>
            <td class="figure">{isSilent ? '–' : share(1 - metrics.talk_ratio)}</td>
          </tr>
          <tr>
            <th scope="row">{t('decide.talk.speed')}</th>
            <td class="figure">{rate(metrics.agent_words_per_minute)}</td>
            <td class="figure">{rate(metrics.customer_words_per_minute)}</td>
          </tr>
        </tbody>
        <tbody>
          <tr>
            <th scope="row">{t('decide.talk.silence')}</th>
            <td class="figure" colSpan={2}>
              {clock(metrics.silence_seconds)}
            </td>
          </tr>
          <tr>
            <th scope="row">{t('decide.talk.overtalk')}</th>
            <td class="figure" colSpan={2}>
              {clock(metrics.overtalk_seconds)}
            </td>
          </tr>
          <tr>
            <th scope="row">{t('decide.talk.interruptions')}</th>
            <td class="figure" colSpan={2}>
              {number(metrics.interruptions)}
            </td>
          </tr>
        </tbody>
      </table>
    </>
  );
}

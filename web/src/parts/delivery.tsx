// Describes a webhook delivery: its attempts, in words.
import type { WebhookDelivery } from '../../../clients/typescript/src/browser.js';
import { moment, named, t, tn, wholeMoment } from '../texts/texts.js';

export const DELIVERY_LOOKS = { delivered: 'good', failed: 'bad', pending: 'unsure', suppressed: '' } as const;

type Tried = Pick<WebhookDelivery, 'attempts' | 'next_attempt_at'>;

/** Number of attempts, result of the last one, and time of the next one. */
export function lastText({ attempts, next_attempt_at }: Tried): string {
  const last = attempts.at(-1);
  return [
    attempts.length > 0 && tn('acts.attempts', attempts.length),
    last && answerText(last),
    next_attempt_at !== null && t('acts.attempt.next', { time: moment(Date.parse(next_attempt_at) / 1000) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

type Attempt = WebhookDelivery['attempts'][number];

function answerText({ status_code, error }: Attempt): string {
  const code = status_code === null ? '' : `${status_code}`;
  return error === null ? t('acts.attempt.taken', { code }) : `${code} ${named('acts.attempt', error)}`.trim();
}

export function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <ol class="attempts">
      {attempts.map((attempt, index) => (
        <li key={index}>
          <time dateTime={attempt.at} title={wholeMoment(Date.parse(attempt.at) / 1000)}>
            {moment(Date.parse(attempt.at) / 1000)}
          </time>{' '}
          {answerText(attempt)} <span class="soft">{t('acts.attempt.ms', { ms: attempt.duration_ms })}</span>
        </li>
      ))}
    </ol>
  );
}

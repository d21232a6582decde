// Disputed answers: what was given and by whom, what the agent claims, and the agent's words.
import type { Dispute, Evaluation } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { whoIs } from '../../people/who.js';
import { named, t } from '../../texts/disputes.js';
import { moment } from '../../texts/texts.js';
import { disputableIn } from './claims.js';

/** Label of an answer, else the name of what every question can have, such as `na`. */
export const labelOf = (labels: ReadonlyMap<string, string> | undefined, answer: string | null): string =>
  answer === null ? t('disputes.given.none') : (labels?.get(answer) ?? named('acts.answer', answer));

export const LOOKS = { upheld: '', overturned: 'good', partly: 'good' } as const;

export function StateTag({ dispute: { decision } }: { readonly dispute: Dispute }) {
  return (
    <span class={`tag ${decision === null ? 'unsure' : (LOOKS[decision] ?? '')}`}>
      {named('disputes.is', decision ?? 'open')}
    </span>
  );
}

interface DisputeProps {
  readonly dispute: Dispute;
  /** The disputed one; undefined where it is not listed any more. */
  readonly evaluation: Evaluation | undefined;
}

/** A dispute with its answers, and with the reason once it is resolved. */
export function ShownDispute({ dispute, evaluation }: DisputeProps) {
  const { raised_by, created, answers, decision, reviewer_id, note, resolved_at } = dispute;
  const questions = evaluation === undefined ? [] : disputableIn(evaluation);
  return (
    <>
      <p class="dispute-head">
        <span dir="auto">
          {t('disputes.raised', {
            card: evaluation?.scorecard.name ?? '',
            who: whoIs(raised_by),
            when: moment(created),
          })}
        </span>{' '}
        <StateTag dispute={dispute} />
      </p>
      <ul class="disputed-answers">
        {answers.map(({ question, answer, answered_by, claim, note: words }) => {
          const { text, labels } = questions.find((one) => one.question === question) ?? {};
          return (
            <li key={question}>
              <strong dir="auto">{text ?? question}</strong>
              <span class="soft" dir="auto">
                {t('disputes.given', {
                  answer: labelOf(labels, answer),
                  by: answered_by === null ? t('disputes.by.ai') : whoIs(answered_by),
                })}
              </span>
              <span dir="auto">{t('disputes.claim', { answer: labelOf(labels, claim) })}</span>
              <q dir="auto">{words}</q>
            </li>
          );
        })}
      </ul>
      {decision !== null && (
        <p class="dispute-why">
          <span class="soft" dir="auto">
            {t('disputes.decided', { who: whoIs(reviewer_id ?? ''), when: moment(resolved_at ?? created) })}
          </span>{' '}
          <q dir="auto">{note}</q>
        </p>
      )}
    </>
  );
}

/** Open disputes of a call in the review queue. */
export function DisputedIn({ analysisId }: { readonly analysisId: string }) {
  const found = useResource(`disputed ${analysisId}`, async (client, signal) => {
    const [disputes, evaluations] = await Promise.all([
      client.disputes.list({ analysis_id: analysisId, status: 'open' }, { signal }),
      client.evaluations.listOfAnalysis(analysisId, { include: 'form', limit: 10 }, { signal }),
    ]);
    return { disputes: disputes.items, evaluations: evaluations.items };
  });
  return (
    <>
      {found.value?.disputes.map((one) => (
        <div key={one.id} class="dispute">
          <ShownDispute
            dispute={one}
            evaluation={found.value?.evaluations.find(({ id }) => id === one.evaluation_id)}
          />
        </div>
      ))}
    </>
  );
}

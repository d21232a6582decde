import type { Review } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { Loading, Problem } from '../../../parts/states.tsx';
import { whoIs } from '../../../people/who.js';
import { ruleName } from '../../../texts/rule-name.js';
import { moment, named, number, t, wholeMoment } from '../../../texts/texts.js';

const MAX_REVIEWS = 100;

/** Who decided what, the newest first. */
export function Reviews({ analysisId, read }: { readonly analysisId: string; readonly read: object }) {
  const reviews = useResource(`reviews ${analysisId} ${roundOf(read)}`, async (client, signal) =>
    client.reviews.listOfAnalysis(analysisId, { limit: MAX_REVIEWS }, { signal }),
  );
  return (
    <section aria-labelledby="details-reviews">
      <h3 id="details-reviews">{t('acts.reviews')}</h3>
      {reviews.error !== null && <Problem error={reviews.error} onAgain={reviews.reload} />}
      {reviews.value === null && reviews.error === null && <Loading lines={1} />}
      {reviews.value?.items.length === 0 && <p class="soft">{t('acts.reviews.none')}</p>}
      <ul class="records">
        {reviews.value?.items.map((review) => (
          <li key={review.id}>
            <p>
              <Who review={review} />
            </p>
            <ul class="sentences">
              {decisionsOf(review).map((decision, index) => (
                <li key={index} dir="auto">
                  {decision}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Who({ review: { reviewer_id, via, created, scores } }: { readonly review: Review }) {
  return (
    <>
      <strong dir="auto">{reviewer_id === null ? t('acts.reviews.noName') : whoIs(reviewer_id)}</strong>{' '}
      <span class="soft">
        <time dateTime={new Date(created * 1000).toISOString()} title={wholeMoment(created)}>
          {moment(created)}
        </time>
        {` · ${named('acts.via', via)}`}
        {change(t('call.compliance'), scores.before.compliance, scores.after.compliance)}
        {change(t('call.quality'), scores.before.quality, scores.after.quality)}
      </span>
    </>
  );
}

const change = (name: string, before: number | null, after: number | null): string =>
  before === after ? '' : ` · ${name} ${figure(before)} → ${figure(after)}`;
const figure = (score: number | null): string => (score === null ? '–' : number(score));

function decisionsOf({ findings, violations, answers, note }: Review): readonly string[] {
  const said = (what: string, decision: string, why: string | null) => `${what}: ${decision}${why ? ` – ${why}` : ''}`;
  return [
    ...findings.map((one) =>
      said(named('finding', one.finding.replace(/^\w+\./, '')), named('acts.answer', one.answer), one.note),
    ),
    ...violations.map((one) => {
      const decision = one.upheld === null ? 'withdraw' : one.upheld ? 'upheld' : 'dismissed';
      return said(ruleName(one.rule), t(`acts.answer.${decision}`), one.note);
    }),
    ...answers.map((one) => said(one.question.replaceAll('_', ' '), named('acts.answer', one.answer), one.rationale)),
    ...(note ? [note] : []),
  ];
}

const rounds = new WeakMap<object, number>();
let count = 0;

/** A key that changes with what the view has read, so that what came of a review is read too. */
export function roundOf(read: object): number {
  const round = rounds.get(read) ?? ++count;
  rounds.set(read, round);
  return round;
}

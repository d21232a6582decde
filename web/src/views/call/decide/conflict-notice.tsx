// Someone else has changed the call meanwhile: who, what, and what becomes of the draft.
import type { Correction, Review } from '../../../../../clients/typescript/src/browser.js';
import { whoIs } from '../../../people/who.js';
import { ruleName } from '../../../texts/rule-name.js';
import { moment, named, t, tn } from '../../../texts/texts.js';
import type { Beside, Conflict } from '../draft/beside.js';
import type { Deciding } from '../draft/deciding.js';

interface ConflictProps {
  readonly conflict: Conflict;
  readonly deciding: Deciding;
  readonly beside: Beside | null;
}

export function ConflictNotice({ conflict, deciding, beside }: ConflictProps) {
  return (
    <div class="notice conflict" role="alert">
      <p>
        <strong>{t('decide.conflict')}</strong>
      </p>
      <ul>
        {conflict.corrections.map((one) => (
          <li key={one.id} dir="auto">
            {t('decide.conflict.corrected', {
              who: whoIs(one.reviewer_id),
              when: moment(one.created),
              what: whatOf(one),
            })}
          </li>
        ))}
        {conflict.reviews.map((one) => (
          <li key={one.id} dir="auto">
            {t('decide.conflict.decided', {
              who: one.reviewer_id === null ? t('call.source.human') : whoIs(one.reviewer_id),
              when: moment(one.created),
              what: decidedIn(one, beside),
            })}
          </li>
        ))}
      </ul>
      <p>{t('decide.conflict.say')}</p>
      <button type="button" onClick={() => void deciding.reapply()}>
        {t('decide.conflict.reapply')}
      </button>{' '}
      <button type="button" class="link" onClick={deciding.discard}>
        {t('decide.discard')}
      </button>
    </div>
  );
}

function whatOf({ transcript_version, swap_roles, edited_segments, speakers }: Correction): string {
  return [
    t('decide.version', { n: transcript_version }),
    swap_roles ? t('decide.conflict.swapped') : '',
    Object.keys(speakers).length > 0 ? t('decide.conflict.named') : '',
    edited_segments > 0 ? tn('decide.conflict.turns', edited_segments) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** The answers of findings are the API's words; those of forms are keys of the form. */
function decidedIn({ findings, violations, answers }: Review, beside: Beside | null): string {
  const questionOf = (id: string, key: string) =>
    beside?.evaluations
      .find((one) => one.id === id)
      ?.form?.sections.flatMap(({ questions }) => questions)
      .find((one) => one.key === key)?.text ?? key;
  return [
    ...findings.map(
      ({ finding, answer }) =>
        `${named('finding', finding.split('.')[1] ?? finding)}: ${named('decide.given', answer)}`,
    ),
    ...violations.map(
      ({ rule, upheld }) =>
        `${ruleName(rule)}: ${named('decide.given', upheld === null ? 'withdraw' : upheld ? 'upheld' : 'dismissed')}`,
    ),
    ...answers.map(
      ({ evaluation_id, question, answer }) =>
        `${questionOf(evaluation_id, question)}: ${named('decide.given', answer)}`,
    ),
  ].join('; ');
}

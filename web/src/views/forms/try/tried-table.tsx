// Questions down, calls across: each answer with its quotation, and whether the published revision answers otherwise.
import { useState } from 'preact/hooks';
import type { Evaluation } from '../../../../../clients/typescript/src/browser.js';
import { Icon } from '../../../parts/icon.tsx';
import { to } from '../../../routing/router.js';
import { clock } from '../../../texts/clock.js';
import { named, number, t, tn } from '../../../texts/texts.js';
import { type Answered, answerIn, verdictOf } from '../model/compared-tries.js';
import { type Form, ID, numberOf, type Question, questionsOf } from '../model/draft.js';
import type { Tried } from './use-tries.js';

interface TriedProps {
  readonly form: Form;
  readonly tried: readonly Tried[];
  /** The revision that is compared with; null for none. */
  readonly other: number | null;
}

export function TriedTable({ form, tried, other }: TriedProps) {
  const [isShort, setShort] = useState(false);
  const questions = questionsOf(form);
  const differs = (question: Question) =>
    tried.some((one) => verdictOf(answerIn(one.evaluation, question.key), one.other) === 'differs');
  const count = questions.reduce(
    (sum, { key }) =>
      sum + tried.filter((one) => verdictOf(answerIn(one.evaluation, key), one.other) === 'differs').length,
    0,
  );
  return (
    <>
      {other !== null && (
        <p class="form-row">
          <strong>{tn('forms.try.differ', count)}</strong>
          {count > 0 && (
            <label class="form-choice">
              <input type="checkbox" checked={isShort} onChange={(event) => setShort(event.currentTarget.checked)} />
              {t('forms.try.short')}
            </label>
          )}
        </p>
      )}
      <div class="form-tried">
        <table>
          <caption class="unseen">{t('forms.try.result')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('forms.what.question')}</th>
              {tried.map(({ evaluation }) => (
                <th scope="col" key={evaluation.analysis_id}>
                  <a href={to(`/calls/${evaluation.analysis_id}`)} dir="auto">
                    {t('call.title', { agent: evaluation.agent_id, contact: evaluation.contact_id })}
                  </a>
                </th>
              ))}
            </tr>
            <tr>
              <th scope="row">{t('forms.try.score')}</th>
              {tried.map((one) => (
                <td key={one.evaluation.analysis_id}>
                  <Outcome evaluation={one.evaluation} other={one.other} revision={other} />
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {questions
              .filter((question) => !isShort || differs(question))
              .map((question) => (
                <tr key={question[ID]}>
                  <th scope="row" dir="auto">
                    <span class="soft">{numberOf(form, question[ID])}</span> {question.text}
                  </th>
                  {tried.map((one) => (
                    <td key={one.evaluation.analysis_id}>
                      <Cell question={question} one={one} revision={other} />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface OutcomeProps {
  readonly evaluation: Evaluation;
  readonly other: Evaluation | null;
  readonly revision: number | null;
}

function Outcome({ evaluation, other, revision }: OutcomeProps) {
  return (
    <>
      <strong>{scoreOf(evaluation)}</strong> <OutcomeTag outcome={evaluation.outcome} />
      {other && revision !== null && (
        <p class="soft small">
          {other.score === evaluation.score && other.outcome === evaluation.outcome
            ? t('forms.try.same', { n: revision })
            : t('forms.try.was', {
                n: revision,
                answer: `${scoreOf(other)} ${named('forms.outcome', other.outcome ?? '')}`,
              })}
        </p>
      )}
    </>
  );
}

const scoreOf = ({ score }: Evaluation): string => (score === null ? '–' : number(score));

function OutcomeTag({ outcome }: { readonly outcome: string | null }) {
  if (outcome === null) return null;
  const kind = outcome === 'passed' ? 'good' : outcome === 'auto_failed' || outcome === 'failed' ? 'bad' : 'unsure';
  return <span class={`tag ${kind}`}>{named('forms.outcome', outcome)}</span>;
}

function Cell({
  question,
  one,
  revision,
}: {
  readonly question: Question;
  readonly one: Tried;
  readonly revision: number | null;
}) {
  const answered = answerIn(one.evaluation, question.key);
  const verdict = verdictOf(answered, one.other);
  const before = one.other && answerIn(one.other, question.key);
  if (!answered) return null;
  return (
    <>
      <p class="form-tried-answer" dir="auto">
        {nameOf(question, answered)}
        {answered.flagged && (
          <span class="tag unsure">
            <Icon name="flag" />
            {t('call.flagged')}
          </span>
        )}
      </p>
      {answered.citations.slice(0, 2).map(({ segment_id, start, quote }, index) => (
        // The same words may prove twice.
        <p class="small form-tried-quote" key={`${segment_id}-${index}`}>
          <q dir="auto">{quote}</q> <span class="soft">{clock(start)}</span>
        </p>
      ))}
      {answered.reason && <p class="soft small">{named('forms.reason', answered.reason)}</p>}
      {revision !== null && verdict !== 'unknown' && (
        <p class={verdict === 'differs' ? 'small form-differs' : 'soft small'}>
          {verdict === 'differs' && before && t('forms.try.was', { n: revision, answer: nameOf(question, before) })}
          {verdict === 'same' && t('forms.try.same', { n: revision })}
          {verdict === 'new' && t('forms.try.new', { n: revision })}
        </p>
      )}
    </>
  );
}

function nameOf({ answers }: Question, { state, answer }: Answered): string {
  const label = answer === 'na' ? t('forms.na') : (answers.find(({ key }) => key === answer)?.label ?? answer);
  if (state === 'answered' && label) return label;
  if (state === 'awaiting_human' && label) return t('forms.try.suggests', { answer: label });
  return named('forms.answerState', state);
}

// A form that judged the call: its score, its sections, its questions.
import type { Evaluation } from '../../../../../clients/typescript/src/browser.js';
import { named, number, share, t } from '../../../texts/texts.js';
import type { Decision } from '../draft/beside.js';
import { formGroups } from '../draft/items.js';
import type { Play } from './finding.tsx';
import { ItemList } from './findings.tsx';

interface FormTabProps {
  readonly evaluation: Evaluation;
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly onPlay: Play;
}

export function FormTab({ evaluation, decisions, onPlay }: FormTabProps) {
  const { status, score, outcome, coverage, system_score, system_outcome, error_message } = evaluation;
  if (status === 'processing') return <p role="status">{t('decide.form.processing')}</p>;
  if (status === 'failed')
    return (
      <p class="notice" lang="en">
        {error_message}
      </p>
    );
  const isOverruled = score !== system_score || outcome !== system_outcome;
  return (
    <>
      <p class="part-head">
        {score !== null && <strong class="score">{number(score)}</strong>}
        {outcome && <span class={outcome === 'passed' ? 'tag' : 'tag unsure'}>{named('decide.outcome', outcome)}</span>}
        <span class="soft small">
          {score === null ? t('call.noScore') : coverage !== null && t('call.coverage', { share: share(coverage) })}
        </span>
        {isOverruled && (
          <span class="soft small">
            {t('decide.service')}{' '}
            <s>
              {system_score === null ? '–' : number(system_score)}{' '}
              {system_outcome && named('decide.outcome', system_outcome)}
            </s>
          </span>
        )}
      </p>
      {formGroups(evaluation).map(({ key, title, score: ofSection, items }) => (
        <section key={key} aria-labelledby={`section-${key}`}>
          <h3 id={`section-${key}`} class="part-head">
            <span dir="auto">{title}</span> {ofSection !== null && <strong>{number(ofSection)}</strong>}
          </h3>
          <ItemList items={items} decisions={decisions} onPlay={onPlay} />
        </section>
      ))}
    </>
  );
}

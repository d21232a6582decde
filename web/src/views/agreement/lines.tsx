// Which answers of the AI count at once, and which wait for a person, question by question.
import type { QuestionAgreement } from '../../../../clients/typescript/src/browser.js';
import { Section } from '../../parts/section.tsx';
import { to } from '../../routing/router.js';
import { may } from '../../session/member.js';
import { t } from '../../texts/calibration.js';
import { number } from '../../texts/texts.js';
import type { AskedForm } from './asked-form.js';
import { lineOf, scoredByMachine } from './line.js';

interface LinesProps {
  readonly cardId: string;
  readonly questions: readonly QuestionAgreement[];
  readonly form: AskedForm;
  /** The scorecard's `target_agreement`. */
  readonly target: number | null;
}

const percent = (value: number): string => number(value, { style: 'percent', maximumFractionDigits: 1 });

export function Lines({ cardId, questions, form, target }: LinesProps) {
  return (
    <Section
      title={t('line.title')}
      act={
        may('updateScorecard') && (
          <a href={to(`/forms/${cardId}`, { tab: 'calls' })}>{t(target === null ? 'line.set' : 'line.change')}</a>
        )
      }
    >
      {target === null ? (
        <p class="soft">{t('line.noTarget')}</p>
      ) : (
        <ul class="lines-list">
          {scoredByMachine(questions, form).map((one) => (
            <li key={one.question}>
              <strong dir="auto">{form.get(one.question)?.text ?? one.question}</strong>
              <p>{sentenceOf(one, target)}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function sentenceOf(question: QuestionAgreement, target: number): string {
  const line = lineOf(question, target);
  return line.kind === 'found'
    ? t('line.found', {
        confidence: percent(line.confidence),
        target: percent(target),
        above: percent(line.above),
      })
    : t('line.none', { n: number(line.n), min: number(line.min), target: percent(target) });
}

import { Icon } from '../../../parts/icon.tsx';
import { number, t, tn } from '../../../texts/texts.js';
import { move } from '../model/changes.js';
import {
  type Answer,
  type Form,
  ID,
  numberOf,
  type Question,
  type Section,
  shareOf,
  weightOf,
} from '../model/draft.js';
import { Faults } from './fields.tsx';
import { Findings } from './findings.tsx';
import { faultsAt, fieldId, useForm } from './form-context.js';
import { termsOf, whoAnswers } from './in-words.js';
import { Order } from './order.tsx';
import { QuestionEditor } from './question-editor.tsx';
import { Share } from './share.tsx';

interface QuestionProps {
  readonly form: Form;
  readonly section: Section;
  readonly question: Question;
}

/** A question as people fill it in, with its editor below where it is open. */
export function QuestionCard({ form, section, question }: QuestionProps) {
  const use = useForm();
  const id = question[ID];
  const isOpen = use?.open === id;
  const name = `${numberOf(form, id)} ${question.text || t('forms.untitled')}`;
  const moveByKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    // In a list to choose from, these keys open it.
    if (!use || by === null || !event.altKey || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    const focused = document.activeElement?.id;
    use.change((now) => move(now, id, by));
    if (focused) use.focus(focused);
  };
  return (
    <li class={isOpen ? 'form-question is-open' : 'form-question'} onKeyDown={moveByKey}>
      <div class="form-question-line" id={fieldId(question, '')} tabIndex={-1}>
        <span class="form-number">{numberOf(form, id)}</span>
        <div class="form-grow">
          <p class="form-text" dir="auto">
            {question.text || <span class="soft">{t('forms.untitled')}</span>}
          </p>
          {question.guidance && (
            <p class="soft small form-guidance" dir="auto">
              {question.guidance}
            </p>
          )}
          <Answers question={question} />
          <p class="soft small form-terms">
            {[whoAnswers(question), ...termsOf(form, question)].map((term) => (
              <span key={term} dir="auto">
                {term}
              </span>
            ))}
          </p>
          <Faults id={fieldId(question, '')} faults={faultsAt(use, question, '')} />
          <Findings form={form} question={question} />
        </div>
        <span class="form-weight soft small">
          {weightOf(question.weight) === 0 ? (
            t('forms.tag')
          ) : (
            <>
              {t('forms.weight.is', { weight: number(weightOf(question.weight)) })}
              <Share of={shareOf(question.weight, section.questions)} whole="section" />
            </>
          )}
        </span>
        {use && (
          <span class="form-acts">
            <button
              type="button"
              class="second"
              id={fieldId(question, 'edit')}
              aria-expanded={isOpen}
              aria-label={`${t(isOpen ? 'forms.close' : 'forms.edit')}: ${name}`}
              onClick={() => use.onOpen(isOpen ? null : id)}
            >
              {t(isOpen ? 'forms.close' : 'forms.edit')}
            </button>
            <Order id={id} name={name} />
          </span>
        )}
      </div>
      {isOpen && <QuestionEditor question={question} />}
    </li>
  );
}

function Answers({ question }: { readonly question: Question }) {
  const isTag = weightOf(question.weight) === 0;
  return (
    <ul class="form-answers" aria-label={t('forms.answers')}>
      {question.answers.map((answer) => (
        <li key={answer[ID]}>
          <span class="form-ring" aria-hidden="true" />
          <span dir="auto">{answer.label || t('forms.untitled')}</span>
          <span class="soft small">{aboutAnswer(answer, isTag)}</span>
          {answer.auto_fail && (
            <span class="tag bad">
              <Icon name="flag" />
              {t('forms.failsCall')}
            </span>
          )}
        </li>
      ))}
      {question.na && (
        <li>
          <span class="form-ring" aria-hidden="true" />
          {t('forms.na')}
        </li>
      )}
    </ul>
  );
}

const aboutAnswer = ({ points, needs_quote }: Answer, isTag: boolean): string =>
  [isTag ? '' : tn('forms.points', weightOf(points)), needs_quote ? t('forms.needsQuote') : '']
    .filter(Boolean)
    .join(', ');

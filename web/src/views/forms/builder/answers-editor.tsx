import { Icon } from '../../../parts/icon.tsx';
import { t } from '../../../texts/texts.js';
import { addAnswer, changeAnswer } from '../model/changes.js';
import { type Answer, ID, type Question } from '../model/draft.js';
import { withAnswerKey, withLabel } from '../model/keys.js';
import { AmountAt, CheckAt, Faults, TextAt } from './fields.tsx';
import { type FormUse, faultsAt, fieldId, useForm } from './form-context.js';
import { Order } from './order.tsx';

export function AnswersEditor({ question }: { readonly question: Question }) {
  const use = useForm();
  if (!use) return null;
  const id = fieldId(question, 'answers');
  return (
    <fieldset class="form-answers-editor" id={id} tabIndex={-1}>
      <legend>{t('forms.answers')}</legend>
      <ul>
        {question.answers.map((answer) => (
          <AnswerLine key={answer[ID]} answer={answer} use={use} />
        ))}
      </ul>
      <Faults id={id} faults={faultsAt(use, question, 'answers')} />
      <button
        type="button"
        class="second"
        onClick={() => {
          const [next, made] = addAnswer(use.form, question[ID]);
          use.change(() => next);
          use.focus(fieldId(made, 'label'));
        }}
      >
        <Icon name="plus" />
        {t('forms.add.answer')}
      </button>
    </fieldset>
  );
}

function AnswerLine({ answer, use }: { readonly answer: Answer; readonly use: FormUse }) {
  const id = answer[ID];
  const set = (part: Partial<Answer>) => use.change((form) => changeAnswer(form, id, (one) => ({ ...one, ...part })));
  return (
    <li class="form-answer" id={fieldId(answer, '')} tabIndex={-1}>
      <div class="form-grow">
        <TextAt
          part={answer}
          field="label"
          label={t('forms.answer.label')}
          value={answer.label}
          maxlength={500}
          onValue={(label) => use.change((form) => withLabel(form, id, label, use.published))}
        />
      </div>
      <AmountAt
        part={answer}
        field="points"
        label={t('forms.answer.points')}
        value={answer.points}
        onValue={(points) => set({ points })}
      />
      <div class="form-answer-key">
        <TextAt
          part={answer}
          field="key"
          label={t('forms.key')}
          value={answer.key}
          maxlength={64}
          onValue={(key) => use.change((form) => withAnswerKey(form, id, key))}
        />
      </div>
      <div class="form-answer-checks">
        <CheckAt
          part={answer}
          field="needs_quote"
          label={t('forms.needsQuote.may')}
          value={answer.needs_quote ?? false}
          onValue={(needs_quote) => set({ needs_quote })}
        />
        <CheckAt
          part={answer}
          field="auto_fail"
          label={t('forms.failsCall')}
          value={answer.auto_fail ?? false}
          onValue={(auto_fail) => set({ auto_fail })}
        />
      </div>
      <Order id={id} name={answer.label} />
      <Faults id={fieldId(answer, '')} faults={faultsAt(use, answer, '')} />
    </li>
  );
}

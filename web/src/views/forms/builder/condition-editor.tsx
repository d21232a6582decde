import { t } from '../../../texts/texts.js';
import { changeQuestion } from '../model/changes.js';
import { type Condition, ID, type Question, questionsOf } from '../model/draft.js';
import { Faults, SelectAt } from './fields.tsx';
import { faultsAt, fieldId, useForm } from './form-context.js';
import { shortName } from './in-words.js';

/** Asked always, or only where an earlier question has one of these answers. */
export function ConditionEditor({ question }: { readonly question: Question }) {
  const use = useForm();
  if (!use) return null;
  const all = questionsOf(use.form);
  const earlier = all.slice(0, all.indexOf(question));
  const condition = question.applies_if ?? null;
  const asked = condition && earlier.find(({ key }) => key === condition.question);
  const set = (applies_if: Condition | null) =>
    use.change((form) => changeQuestion(form, question[ID], (one) => ({ ...one, applies_if })));
  const id = fieldId(question, 'applies_if.in');
  // Answers that the earlier question has no more can be taken away here.
  const lost = condition?.in.filter((key) => !asked?.answers.some((one) => one.key === key)) ?? [];
  return (
    <div class="form-condition">
      <SelectAt
        part={question}
        field="applies_if.question"
        label={t('forms.condition')}
        value={condition?.question ?? ''}
        choices={[
          ['', t('forms.condition.always')],
          ...earlier.map((one) => [one.key, t('forms.condition.if', { question: shortName(use.form, one) })] as const),
        ]}
        onValue={(key) => {
          const first = earlier.find((one) => one.key === key)?.answers[0]?.key;
          set(key === '' ? null : { ...condition, question: key, in: first === undefined ? [] : [first] });
        }}
      />
      {condition && (
        <fieldset class="form-choices" id={id} tabIndex={-1}>
          <legend>{t('forms.condition.in')}</legend>
          {[...(asked?.answers ?? []), ...lost.map((key) => ({ key, label: key }))].map(({ key, label }) => (
            <label key={key} class="form-choice">
              <input
                type="checkbox"
                checked={condition.in.includes(key)}
                onChange={(event) =>
                  set({
                    ...condition,
                    in: event.currentTarget.checked
                      ? [...condition.in, key]
                      : condition.in.filter((one) => one !== key),
                  })
                }
              />
              <span dir="auto">{label}</span>
            </label>
          ))}
          <Faults id={id} faults={faultsAt(use, question, 'applies_if.in')} />
        </fieldset>
      )}
    </div>
  );
}

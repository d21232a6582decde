import { t } from '../../../texts/texts.js';
import { changeQuestion } from '../model/changes.js';
import { ID, type Question } from '../model/draft.js';
import { withQuestionKey, withText } from '../model/keys.js';
import { AnswersEditor } from './answers-editor.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { AmountAt, CheckAt, SelectAt, TextAt } from './fields.tsx';
import { faultsAt, useForm } from './form-context.js';
import { JudgeEditor } from './judge-editor.tsx';

/** All that a question has, in the order in which people think of it. */
export function QuestionEditor({ question }: { readonly question: Question }) {
  const use = useForm();
  if (!use) return null;
  const id = question[ID];
  const set = (part: Partial<Question>) =>
    use.change((form) => changeQuestion(form, id, (one) => ({ ...one, ...part })));
  const isPerson = question.judge.kind === 'human';
  return (
    <div class="form-editor">
      <TextAt
        part={question}
        field="text"
        label={t('forms.question.text')}
        isLong
        maxlength={500}
        value={question.text}
        onValue={(text) => use.change((form) => withText(form, id, text, use.published))}
      />
      <TextAt
        part={question}
        field="guidance"
        label={t('forms.guidance')}
        hint={t('forms.guidance.hint')}
        isLong
        maxlength={2000}
        value={question.guidance ?? ''}
        onValue={(guidance) => set({ guidance: guidance === '' ? null : guidance })}
      />
      <AnswersEditor question={question} />
      <div class="form-row">
        <AmountAt
          part={question}
          field="weight"
          label={t('forms.weight')}
          hint={t('forms.weight.hint')}
          value={question.weight}
          onValue={(weight) => set({ weight })}
        />
        <CheckAt
          part={question}
          field="na"
          label={t('forms.na.may')}
          hint={t('forms.na.hint')}
          value={question.na ?? false}
          onValue={(na) => set({ na })}
        />
      </div>
      <JudgeEditor question={question} />
      {(!isPerson || question.automation === 'suggest') && (
        <SelectAt
          part={question}
          field="automation"
          label={t('forms.automation')}
          value={question.automation ?? 'score'}
          choices={[
            ['score', t('forms.automation.score')],
            ['suggest', t('forms.automation.suggest')],
          ]}
          onValue={(automation) => set({ automation: automation as 'score' | 'suggest' })}
        />
      )}
      <ConditionEditor question={question} />
      <details open={faultsAt(use, question, 'key').length > 0}>
        <summary>{t('forms.programs')}</summary>
        <TextAt
          part={question}
          field="key"
          label={t('forms.key')}
          hint={t('forms.key.hint')}
          maxlength={64}
          value={question.key}
          onValue={(key) => use.change((form) => withQuestionKey(form, id, key))}
        />
      </details>
    </div>
  );
}

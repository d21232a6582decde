import { Icon } from '../../../parts/icon.tsx';
import { number, t } from '../../../texts/texts.js';
import { addQuestion, changeSection } from '../model/changes.js';
import { type Form, ID, numberOf, type Section, shareOf, weightOf } from '../model/draft.js';
import { withTitle } from '../model/keys.js';
import { AmountAt, Faults, TextAt } from './fields.tsx';
import { type FormUse, faultsAt, fieldId, useForm } from './form-context.js';
import { newWords } from './new-words.js';
import { Order } from './order.tsx';
import { QuestionCard } from './question-card.tsx';
import { Share } from './share.tsx';

interface SectionProps {
  readonly form: Form;
  readonly section: Section;
}

/** A section as on paper; with fields when the form is edited. */
export function SectionCard({ form, section }: SectionProps) {
  const use = useForm();
  const name = section.title || t('forms.untitled');
  const whole = fieldId(section, '');
  return (
    <section class="card form-section" aria-label={name} id={whole} tabIndex={-1}>
      <header class="form-section-head">
        <span class="form-number">{numberOf(form, section[ID])}</span>
        {use ? <SectionFields section={section} /> : <h2 dir="auto">{name}</h2>}
        <span class="form-weight soft small">
          {!use && t('forms.weight.is', { weight: number(weightOf(section.weight)) })}
          <Share of={shareOf(section.weight, form.sections)} whole="score" />
        </span>
        {use && <Order id={section[ID]} name={name} />}
      </header>
      <Faults id={whole} faults={faultsAt(use, section, '')} />
      <ol class="form-questions">
        {section.questions.map((question) => (
          <QuestionCard key={question[ID]} form={form} section={section} question={question} />
        ))}
      </ol>
      {use && <SectionFoot section={section} use={use} />}
    </section>
  );
}

function SectionFields({ section }: { readonly section: Section }) {
  const use = useForm();
  if (!use) return null;
  const id = section[ID];
  return (
    <>
      <div class="form-grow">
        <TextAt
          part={section}
          field="title"
          label={t('forms.section.title')}
          isUnseen
          placeholder={t('forms.section.title')}
          value={section.title}
          maxlength={500}
          onValue={(title) => use.change((form) => withTitle(form, id, title, use.published))}
        />
      </div>
      <AmountAt
        part={section}
        field="weight"
        label={t('forms.weight')}
        value={section.weight}
        onValue={(weight) => use.change((form) => changeSection(form, id, (one) => ({ ...one, weight })))}
      />
    </>
  );
}

/** End of a section: a button for a new question, and members that only programs need. */
function SectionFoot({ section, use }: { readonly section: Section; readonly use: FormUse }) {
  const id = section[ID];
  const hasFault = faultsAt(use, section, 'key').length > 0;
  const add = () => {
    const [next, made] = addQuestion(use.form, id, newWords());
    use.change(() => next);
    use.onOpen(made);
    use.focus(fieldId(made, 'text'));
  };
  return (
    <footer class="form-row">
      <button type="button" class="second" onClick={add}>
        <Icon name="plus" />
        {t('forms.add.question')}
        <span class="unseen">: {section.title}</span>
      </button>
      <details open={hasFault}>
        <summary>{t('forms.programs')}</summary>
        <TextAt
          part={section}
          field="key"
          label={t('forms.key')}
          maxlength={64}
          value={section.key}
          onValue={(key) => use.change((form) => changeSection(form, id, (one) => ({ ...one, key })))}
        />
      </details>
    </footer>
  );
}

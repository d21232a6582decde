import { Icon } from '../../../parts/icon.tsx';
import { t } from '../../../texts/texts.js';
import type { Band, Judge, Question } from '../model/draft.js';
import { AmountAt, Faults, SelectAt } from './fields.tsx';
import { faultsAt, fieldId, useForm } from './form-context.js';
import { answerChoices } from './in-words.js';

export interface JudgeProps {
  readonly question: Question;
  readonly onJudge: (part: Partial<Judge>) => void;
}

/** `under 30: good`, one below the other; the last may hold all that is more. */
export function BandsEditor({ question, onJudge }: JudgeProps) {
  const bands = question.judge.bands ?? [];
  const id = fieldId(question, 'judge.bands');
  const set = (at: number, part: Partial<Band>) =>
    onJudge({ bands: bands.map((band, index) => (index === at ? { ...band, ...part } : band)) });
  const add = () => {
    const limits = bands.map(({ below }) => Number(below ?? 0));
    const band = { below: Math.max(0, ...limits) + 10, answer: question.answers[0]?.key ?? '' };
    // Before the one that holds all that is more.
    const isOpenEnded = bands.length > 0 && (bands.at(-1)?.below ?? null) === null;
    onJudge({ bands: bands.toSpliced(isOpenEnded ? bands.length - 1 : bands.length, 0, band) });
  };
  return (
    <fieldset class="form-bands" id={id} tabIndex={-1}>
      <legend>{t('forms.bands')}</legend>
      {bands.map((band, at) => (
        // A band has no name of its own: its place is what it is.
        <div class="form-row form-band" key={at}>
          <AmountAt
            part={question}
            field={`judge.bands.${at}.below`}
            label={t(at === bands.length - 1 ? 'forms.bands.last' : 'forms.bands.below')}
            value={band.below ?? null}
            onValue={(below) => set(at, { below: below === '' ? null : below })}
          />
          <SelectAt
            part={question}
            field={`judge.bands.${at}.answer`}
            label={t('forms.bands.answer')}
            value={band.answer}
            choices={answerChoices(question)}
            onValue={(answer) => set(at, { answer })}
          />
          <button
            type="button"
            class="bare"
            title={t('forms.delete')}
            aria-label={t('forms.bands.delete', { n: at + 1 })}
            onClick={() => onJudge({ bands: bands.toSpliced(at, 1) })}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
      <Faults id={id} faults={faultsAt(useForm(), question, 'judge.bands')} />
      <button type="button" class="second" onClick={add}>
        <Icon name="plus" />
        {t('forms.bands.add')}
      </button>
    </fieldset>
  );
}

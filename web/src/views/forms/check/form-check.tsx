// Above a form: the button that checks it. What is found stands beside the questions.
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice, Labelled } from '../../../parts/field.tsx';
import { Problem } from '../../../parts/states.tsx';
import { t, tn } from '../../../texts/calibration.js';
import { number } from '../../../texts/texts.js';
import { CheckedContext } from '../builder/findings.tsx';
import { type Form, questionsOf } from '../model/draft.js';
import { openFaults } from '../model/faults.js';
import type { Finding } from '../model/findings.js';
import { PickCalls } from '../try/pick-calls.tsx';
import { type CheckedAgain, useCheck } from './use-check.js';

interface CheckProps {
  readonly cardId: string;
  readonly form: Form;
  /** Changes would be saved before the check. */
  readonly isChanged: boolean;
  readonly isDisabled: boolean;
  /** Saves what is typed. @returns the revision; null where it was refused */
  readonly ready: () => Promise<number | null>;
  readonly children: ComponentChildren;
}

const NO_CALLS: CheckedAgain = { ids: [], repeats: 1 };

export function FormCheck({ cardId, form, isChanged, isDisabled, ready, children }: CheckProps) {
  const check = useCheck(cardId);
  const { findings, stability, isRunning, error, done } = check;
  const [last, setLast] = useState(NO_CALLS);
  const open = useMemo(
    // A finding goes with the member that it is about.
    () => (findings === null ? null : (openFaults(form, findings) as readonly Finding[])),
    [form, findings],
  );
  const start = (again: CheckedAgain) => {
    setLast(again);
    void check.run(form, ready, again);
  };
  const asksModel = questionsOf(form).some(({ judge }) => judge.kind === 'model');
  return (
    <CheckedContext.Provider value={{ findings: open ?? [], stability }}>
      <div class="form-check-bar">
        <p class="form-row">
          <button type="button" class="second" disabled={isDisabled || isRunning} onClick={() => start(NO_CALLS)}>
            {t(isChanged ? 'check.saveAndDo' : 'check.do')}
          </button>
          <span role="status" class={isRunning ? 'moving' : undefined}>
            {isRunning && last.ids.length === 0 && t('check.running')}
            {isRunning && last.ids.length > 0 && (
              <>
                <progress max={last.ids.length} value={done} aria-label={t('check.running')} />
                {t('check.progress', { n: number(done), total: number(last.ids.length) })}
              </>
            )}
            {!isRunning && open?.length === 0 && t('check.none')}
            {!isRunning && open !== null && open.length > 0 && tn('check.some', open.length)}
          </span>
          {findings === null && !isRunning && <span class="soft small">{t('check.say')}</span>}
        </p>
        {error !== null && <Problem error={error} onAgain={() => start(last)} />}
        {asksModel && <AskedAgain isDisabled={isDisabled || isRunning} onStart={start} />}
      </div>
      {children}
    </CheckedContext.Provider>
  );
}

interface AgainProps {
  readonly isDisabled: boolean;
  readonly onStart: (again: CheckedAgain) => void;
}

/** The calls are read when it is opened. */
function AskedAgain({ isDisabled, onStart }: AgainProps) {
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const [repeats, setRepeats] = useState(1);
  const ids = picked ?? [];
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('check.again')}</summary>
      {isOpen && (
        <div class="form-try">
          <p class="soft">{t('check.again.say')}</p>
          <PickCalls picked={picked} onPicked={setPicked} />
          <Labelled label={t('check.times')}>
            {(id) => (
              <Choice
                id={id}
                label={t('check.times')}
                value={String(repeats)}
                choices={['1', '2', '3'].map((times) => [times, times] as const)}
                onValue={(times) => setRepeats(Number(times))}
              />
            )}
          </Labelled>
          <p class="form-row">
            <button
              type="button"
              class="second"
              disabled={isDisabled || ids.length === 0}
              onClick={() => onStart({ ids, repeats })}
            >
              {t('check.again.do')}
            </button>
            <span class="soft small">{tn('forms.try.counts', ids.length * (1 + repeats))}</span>
          </p>
        </div>
      )}
    </details>
  );
}

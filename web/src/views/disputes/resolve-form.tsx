// A reviewer's decision about an open dispute: upheld, overturned or partly, with the answers that are right and the reason.
import { useId, useState } from 'preact/hooks';
import type { Dispute, Evaluation } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { Choice, Labelled } from '../../parts/field.tsx';
import { Problem } from '../../parts/states.tsx';
import { reviewer, reviewerName } from '../../session/reviewer.js';
import { t } from '../../texts/disputes.js';
import { decisionsOf, disputableIn, type Resolving, resolvedParams, resolvingAs } from './claims.js';
import { labelOf } from './disputed-answers.tsx';

/** Limit of the API. */
export const MAX_NOTE_CHARACTERS = 2_000;

interface ResolveFormProps {
  readonly dispute: Dispute;
  readonly evaluation: Evaluation | undefined;
  /** Called once it is resolved. */
  readonly onResolved: () => void;
  /** Claims and opens the next call of the queue. */
  readonly takeNext: () => void;
}

const UNDECIDED: Resolving = { decision: null, answers: {}, note: '' };

export function ResolveForm({ dispute, evaluation, onResolved, takeNext }: ResolveFormProps) {
  const id = useId();
  const [resolving, setResolving] = useState(UNDECIDED);
  const { run, isBusy, error } = useAct();
  const params = resolvedParams(resolving, reviewer.value);
  const resolve = async (then: () => void) => {
    if (params === null) return;
    const isDone = await run([dispute.id, params], async (client, once) => {
      await client.disputes.resolve(dispute.id, params, once);
    });
    if (isDone) then();
  };
  const resolveAndNext = () => void resolve(takeNext);
  return (
    <form
      class="resolve-form"
      onSubmit={(event) => {
        event.preventDefault();
        void resolve(onResolved);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        // Elsewhere these keys save what was decided about the call.
        event.preventDefault();
        event.stopPropagation();
        resolveAndNext();
      }}
    >
      <fieldset class="choices">
        <legend>{t('disputes.decide')}</legend>
        {decisionsOf(dispute).map((decision) => (
          <label key={decision} class="choice">
            <input
              type="radio"
              name={id}
              checked={resolving.decision === decision}
              onChange={() => setResolving({ ...resolving, ...resolvingAs(decision, dispute) })}
            />
            <span>
              {t(`disputes.decide.${decision}`)}
              <span class="soft small">{t(`disputes.decide.${decision}.say`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {resolving.decision !== null && resolving.decision !== 'upheld' && (
        <RightAnswers dispute={dispute} evaluation={evaluation} resolving={resolving} onResolving={setResolving} />
      )}
      <Labelled label={t('disputes.why')}>
        {(field) => (
          <textarea
            id={field}
            rows={2}
            dir="auto"
            maxLength={MAX_NOTE_CHARACTERS}
            value={resolving.note}
            onInput={({ currentTarget }) => setResolving({ ...resolving, note: currentTarget.value })}
          />
        )}
      </Labelled>
      {error !== null && <Problem error={error} />}
      <div class="acts">
        <button type="submit" disabled={isBusy || params === null}>
          {t('disputes.send')}
        </button>
        <button
          type="button"
          class="second"
          disabled={isBusy || params === null}
          aria-keyshortcuts="Control+Enter"
          onClick={resolveAndNext}
        >
          {t('disputes.sendNext')} <kbd class="not-small">Ctrl ↵</kbd>
        </button>
        <span class="soft small" dir="auto">
          {t('decide.as', { who: reviewerName.value })}
        </span>
      </div>
    </form>
  );
}

interface RightAnswersProps extends Pick<ResolveFormProps, 'dispute' | 'evaluation'> {
  readonly resolving: Resolving;
  readonly onResolving: (next: Resolving) => void;
}

/** The right answer to each disputed question; with `partly` an answer may also stay. */
function RightAnswers({ dispute, evaluation, resolving, onResolving }: RightAnswersProps) {
  const questions = evaluation === undefined ? [] : disputableIn(evaluation);
  return (
    <>
      {dispute.answers.map(({ question, answer, claim }) => {
        const { text = question, options = [claim], labels } = questions.find((one) => one.question === question) ?? {};
        const { [question]: given = '', ...others } = resolving.answers;
        const stays = ['', t('disputes.stays', { answer: labelOf(labels, answer) })] as const;
        return (
          <Labelled key={question} label={t('disputes.right', { question: text })}>
            {(field) => (
              <Choice
                id={field}
                label={text}
                value={given}
                choices={[
                  ...(resolving.decision === 'partly' ? [stays] : []),
                  ...options.filter((key) => key !== answer).map((key) => [key, labelOf(labels, key)] as const),
                ]}
                onValue={(key) =>
                  onResolving({ ...resolving, answers: key === '' ? others : { ...others, [question]: key } })
                }
              />
            )}
          </Labelled>
        );
      })}
    </>
  );
}

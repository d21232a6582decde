// One Save for all that was decided: how much, what it does to the scores, what became of it.
import { useState } from 'preact/hooks';
import { CallAnalysisError, type ReviewScoreChange } from '../../../../../clients/typescript/src/browser.js';
import { useBar } from '../../../parts/bar.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Problem } from '../../../parts/states.tsx';
import { may } from '../../../session/member.js';
import { mayRename, reviewer, reviewerName, setReviewer } from '../../../session/reviewer.js';
import { number, t, tn } from '../../../texts/texts.js';
import type { Beside } from '../draft/beside.js';
import type { Deciding } from '../draft/deciding.js';
import { hasCorrection, MAX_REVIEWER } from '../draft/draft.js';
import type { Problem as SaveProblem } from '../draft/save.js';
import type { Told } from '../draft/saving.js';
import type { ScoreChange } from '../draft/shown.js';
import { savedLast } from '../draft/undo.js';
import { useLeaving } from '../draft/use-deciding.js';
import { ConflictNotice } from './conflict-notice.tsx';
import { type SaveNext, useSaveKeys, useSaveNext } from './save-keys.js';

interface SaveBarProps {
  readonly deciding: Deciding;
  readonly beside: Beside | null;
}

export function SaveBar({ deciding, beside }: SaveBarProps) {
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  const { phase, problem, conflict, told } = deciding.state.value;
  const count = deciding.changes.value;
  const isOpen = deciding.draft.value.sending !== null;
  useLeaving(count > 0, (next) => setGoOn(() => next));
  const mayClaim = may('claimReview');
  const next = useSaveNext(deciding);
  useSaveKeys(deciding, mayClaim ? next.run : null);
  const bar = useBar('bottom');
  if (count === 0 && !isOpen && !problem && !conflict && !told && phase === 'idle') return null;
  return (
    <section class="save-bar" ref={bar} aria-label={t('decide.save.title')}>
      <div role="status" class="save-told">
        {phase === 'judging' && (
          <p>
            <progress aria-label={t('decide.judging')} /> {t('decide.judging')}
          </p>
        )}
        {told && <ToldNotice told={told} deciding={deciding} beside={beside} />}
      </div>
      {problem && <SaveProblemNotice problem={problem} isReviewSaved={Boolean(told?.review)} />}
      {isOpen && phase === 'idle' && !problem && <p class="notice">{t('decide.save.open')}</p>}
      {next.taking.error !== null && <Problem error={next.taking.error} onAgain={next.taking.take} />}
      {conflict && <ConflictNotice conflict={conflict} deciding={deciding} beside={beside} />}
      {!conflict && (count > 0 || isOpen) && phase !== 'judging' && (
        <SaveRow deciding={deciding} beside={beside} count={count} next={mayClaim ? next : null} />
      )}
      {goOn && <Leave deciding={deciding} goOn={goOn} onStay={() => setGoOn(null)} />}
    </section>
  );
}

interface SaveRowProps extends SaveBarProps {
  readonly count: number;
  /** Null for a review link, which opens one call. */
  readonly next: SaveNext | null;
}

function SaveRow({ deciding, beside, count, next }: SaveRowProps) {
  const { phase } = deciding.state.value;
  const preview = deciding.preview.value;
  const isSaving = phase !== 'idle';
  const draft = deciding.draft.value;
  return (
    <div class="save-row">
      <button
        type="button"
        class="save-button"
        aria-disabled={isSaving}
        aria-keyshortcuts="Control+S"
        onClick={() => void deciding.save()}
      >
        {isSaving ? t('decide.save.running') : count === 0 ? t('decide.save.again') : tn('decide.save', count)}{' '}
        <kbd class="not-small">Ctrl S</kbd>
      </button>
      {next && (
        <button
          type="button"
          class="second"
          aria-disabled={isSaving || next.taking.isBusy}
          aria-keyshortcuts="Control+Enter"
          onClick={next.run}
        >
          {t('review.saveNext')} <kbd class="not-small">Ctrl ↵</kbd>
        </button>
      )}
      <span class="save-scores">
        {preview && <Scores change={preview} beside={beside} />}
        {hasCorrection(draft) && <span class="soft small">{t('decide.save.judgedAgain')}</span>}
      </span>
      <Reviewer />
      {draft.sending === null && (
        <button type="button" class="link" disabled={isSaving} onClick={deciding.discard}>
          {t('decide.discard')}
        </button>
      )}
    </div>
  );
}

/** Under which name it is saved: members and links have one each. */
function Reviewer() {
  const [isOpen, setOpen] = useState(false);
  const [value, setValue] = useState(reviewer.value);
  return (
    <span class="soft small save-who">
      <span dir="auto">{t('decide.as', { who: reviewerName.value })}</span>{' '}
      {mayRename.value && (
        <button
          type="button"
          class="link"
          onClick={() => {
            setValue(reviewer.value);
            setOpen(true);
          }}
        >
          {t('decide.as.change')}
        </button>
      )}
      {isOpen && (
        <Dialog title={t('decide.as.title')} onClose={() => setOpen(false)}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              setReviewer(value);
              setOpen(false);
            }}
          >
            <p>{t('decide.as.say')}</p>
            <Field
              label={t('decide.as.label')}
              name="reviewer"
              value={value}
              onValue={setValue}
              maxlength={MAX_REVIEWER}
            />
            <button type="submit" class="wide">
              {t('decide.as.keep')}
            </button>
          </form>
        </Dialog>
      )}
    </span>
  );
}

interface ScoresProps {
  readonly change: ScoreChange;
  readonly beside: Beside | null;
}

/** Only what changes; all of it where nothing does. */
function Scores({ change: { scores, evaluations }, beside }: ScoresProps) {
  const nameOf = (id: string) => beside?.evaluations.find((one) => one.id === id)?.scorecard.name ?? '';
  return (
    <span>
      <CallScores scores={scores} />
      {evaluations.map(({ evaluation_id, before, after }) => (
        <span key={evaluation_id}>
          {' · '}
          <span dir="auto">{nameOf(evaluation_id)}</span> <Step before={before.score} after={after.score} />
        </span>
      ))}
    </span>
  );
}

function CallScores({ scores: { before, after } }: { readonly scores: ReviewScoreChange }) {
  return (
    <>
      {t('call.compliance')} <Step before={before.compliance} after={after.compliance} />
      {' · '}
      {t('call.quality')} <Step before={before.quality} after={after.quality} />
    </>
  );
}

function Step({ before, after }: { readonly before: number | null; readonly after: number | null }) {
  const shown = (score: number | null) => (score === null ? '–' : number(score));
  if (before === after) return <span class="step">{shown(after)}</span>;
  return (
    <span class="step">
      {shown(before)} → <strong>{shown(after)}</strong>
    </span>
  );
}

function ToldNotice({ told, deciding, beside }: SaveBarProps & { readonly told: Told }) {
  const { review, correction } = told;
  return (
    <div class="told">
      <span class="good">
        <Icon name="check" />
      </span>
      <div>
        {review && (
          <p>
            {t('decide.saved')} <Scores change={review} beside={beside} />
          </p>
        )}
        {correction && (
          <p>
            {t('decide.corrected', { n: correction.version })} <CallScores scores={correction.scores} />
          </p>
        )}
      </div>
      {review && savedLast.value !== null && (
        <button type="button" class="link" onClick={deciding.undo}>
          {t('review.takeBack')} <kbd class="not-small">Ctrl Z</kbd>
        </button>
      )}
      <button type="button" class="bare" aria-label={t('close')} onClick={deciding.forgetTold}>
        <Icon name="cross" />
      </button>
    </div>
  );
}

interface ProblemProps {
  readonly problem: SaveProblem;
  readonly isReviewSaved: boolean;
}

/** Says which of the two was saved, and what to do. */
function SaveProblemNotice({ problem: { part, error, isOpen }, isReviewSaved }: ProblemProps) {
  const known = error instanceof CallAnalysisError;
  return (
    <div class="save-problem">
      <p>
        {t(part === 'correction' ? 'decide.problem.correction' : 'decide.problem.review')}{' '}
        {isReviewSaved && t('decide.problem.reviewStands')} {t(isOpen ? 'decide.problem.open' : 'decide.problem.kept')}
      </p>
      {known || !(error instanceof Error) || error.message === '' ? (
        <Problem error={error} />
      ) : (
        <p class="fault" role="alert" lang="en">
          {error.message}
        </p>
      )}
      {known && error.items && (
        <ul>
          {error.items.map(({ loc, msg }) => (
            <li key={loc.join('.')} lang="en">
              {loc.slice(1).join('.')}: {msg}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Leave({ deciding, goOn, onStay }: { deciding: Deciding; goOn: () => void; onStay: () => void }) {
  const leave = () => {
    onStay();
    goOn();
  };
  return (
    <Dialog title={t('decide.leave.title')} onClose={onStay}>
      <p>{t('decide.leave.say')}</p>
      <div class="leave-acts">
        <button type="button" onClick={onStay}>
          {t('decide.leave.stay')}
        </button>
        <button type="button" class="second" onClick={leave}>
          {t('decide.leave.keep')}
        </button>
        {deciding.draft.value.sending === null && (
          <button
            type="button"
            class="second"
            onClick={() => {
              deciding.discard();
              leave();
            }}
          >
            {t('decide.leave.discard')}
          </button>
        )}
      </div>
    </Dialog>
  );
}

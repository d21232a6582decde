// An evaluation as the agent of the call sees it: acknowledge it, dispute its answers, and what became of that.
import { useState } from 'preact/hooks';
import type { Evaluation } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { locale } from '../../page/preferences.js';
import { Choice, Labelled } from '../../parts/field.tsx';
import { Section } from '../../parts/section.tsx';
import { Problem } from '../../parts/states.tsx';
import { reviewer } from '../../session/reviewer.js';
import { t } from '../../texts/disputes.js';
import { moment, number } from '../../texts/texts.js';
import { type Claims, claimed, type Disputable, disputableIn, isClaimed, NA, windowOf } from './claims.js';
import { labelOf } from './disputed-answers.tsx';
import { MAX_NOTE_CHARACTERS } from './resolve-form.tsx';

export interface AgentRights {
  /** Name under which the person acknowledges. */
  readonly agentId: string;
  readonly acknowledge: boolean;
  readonly dispute: boolean;
}

interface OwnProps {
  readonly evaluation: Evaluation;
  readonly rights: AgentRights;
  /** False where a list of the call's disputes says it already. */
  readonly saysOpen: boolean;
  readonly onChanged: () => void;
}

const day = (unixSeconds: number): string =>
  new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'long' }).format(unixSeconds * 1000);

export function OwnEvaluation({ evaluation, rights, saysOpen, onChanged }: OwnProps) {
  const { scorecard, score, acknowledged, open_dispute: open } = evaluation;
  const [asked, setAsked] = useState<'acknowledge' | 'dispute' | null>(null);
  const window = windowOf(evaluation, Date.now() / 1000);
  const mayDispute = rights.dispute && open === null && window.kind !== 'closed';
  const done = () => {
    setAsked(null);
    onChanged();
  };
  return (
    <Section
      title={t('own.title', { name: scorecard.name })}
      act={score !== null && <strong>{t('own.score', { score: number(score) })}</strong>}
    >
      <div role="status">
        {acknowledged !== null && (
          <p>
            {t('own.acknowledged', { when: moment(acknowledged.at) })}{' '}
            {acknowledged.note !== null && <q dir="auto">{acknowledged.note}</q>}
          </p>
        )}
        {open !== null && saysOpen && <Waits evaluation={evaluation} />}
      </div>
      {rights.dispute && open === null && (
        <p class="soft small">
          {window.kind === 'always' ? t('own.always') : t(`own.${window.kind}`, { day: day(window.at) })}
        </p>
      )}
      {asked === null && (
        <div class="acts">
          {rights.acknowledge && acknowledged === null && (
            <button type="button" onClick={() => setAsked('acknowledge')}>
              {t('own.acknowledge')}
            </button>
          )}
          {mayDispute && (
            <button type="button" class="second" onClick={() => setAsked('dispute')}>
              {t('own.dispute')}
            </button>
          )}
        </div>
      )}
      {asked === 'acknowledge' && (
        <Acknowledge evaluation={evaluation} rights={rights} onDone={done} onCancel={() => setAsked(null)} />
      )}
      {asked === 'dispute' && <Contest evaluation={evaluation} onDone={done} onCancel={() => setAsked(null)} />}
    </Section>
  );
}

function Waits({ evaluation }: Pick<OwnProps, 'evaluation'>) {
  const { created = 0, questions = [] } = evaluation.open_dispute ?? {};
  const texts = new Map(disputableIn(evaluation).map(({ question, text }) => [question, text]));
  return (
    <p>
      {t('own.waits', { when: moment(created) })}{' '}
      <span dir="auto">
        {t('own.waits.on', { questions: questions.map((key) => texts.get(key) ?? key).join(' · ') })}
      </span>
    </p>
  );
}

interface FormProps extends Pick<OwnProps, 'evaluation'> {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function Acknowledge({ evaluation: { id }, rights, onDone, onCancel }: FormProps & Pick<OwnProps, 'rights'>) {
  const [note, setNote] = useState('');
  const { run, isBusy, error } = useAct();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(['acknowledge', id, note], async (client, once) => {
          await client.evaluations.acknowledge(id, { agent_id: rights.agentId, note: note.trim() || null }, once);
          onDone();
        });
      }}
    >
      <Words label={t('own.acknowledge.note')} value={note} onValue={setNote} isFirst />
      {error !== null && <Problem error={error} />}
      <Acts send={t('own.acknowledge.send')} isReady={!isBusy} onCancel={onCancel} />
    </form>
  );
}

function Contest({ evaluation, onDone, onCancel }: FormProps) {
  const [claims, setClaims] = useState<Claims>({});
  const { run, isBusy, error } = useAct();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(['dispute', evaluation.id, claims], async (client, once) => {
          const params = { raised_by: reviewer.value, answers: claimed(claims) };
          await client.evaluations.dispute(evaluation.id, params, once);
          onDone();
        });
      }}
    >
      <p class="soft">{t('own.dispute.say')}</p>
      {disputableIn(evaluation).map((one, index) => (
        <OneQuestion key={one.question} of={one} claims={claims} onClaims={setClaims} isFirst={index === 0} />
      ))}
      {error !== null && <Problem error={error} />}
      <Acts send={t('own.dispute.send')} isReady={!isBusy && isClaimed(claims)} onCancel={onCancel} />
    </form>
  );
}

interface QuestionProps {
  readonly of: Disputable;
  readonly claims: Claims;
  readonly onClaims: (claims: Claims) => void;
  readonly isFirst: boolean;
}

function OneQuestion({ of, claims, onClaims, isFirst }: QuestionProps) {
  const { question, text, standing, options, labels } = of;
  const { [question]: claim, ...others } = claims;
  const possible = options.filter((key) => key !== standing);
  const [only = '', ...more] = possible.filter((key) => key !== NA);
  return (
    <div class="contest">
      <label class="choice">
        <input
          ref={isFirst ? focusOnce : null}
          type="checkbox"
          checked={claim !== undefined}
          // Of yes and no the agent means the other one.
          onChange={({ currentTarget }) =>
            onClaims(
              currentTarget.checked
                ? { ...claims, [question]: { claim: more.length === 0 ? only : '', note: '' } }
                : others,
            )
          }
        />
        <span dir="auto">
          {text}
          <span class="soft small" dir="auto">
            {t('own.dispute.given', { answer: labelOf(labels, standing) })}
          </span>
        </span>
      </label>
      {claim !== undefined && (
        <div class="contest-why">
          <Labelled label={t('own.dispute.claim', { question: text })}>
            {(id) => (
              <Choice
                id={id}
                label={text}
                value={claim.claim}
                choices={[
                  ['', t('own.dispute.choose')],
                  ...possible.map((key) => [key, labelOf(labels, key)] as const),
                ]}
                onValue={(key) => onClaims({ ...claims, [question]: { ...claim, claim: key } })}
              />
            )}
          </Labelled>
          <Words
            label={t('own.dispute.why', { question: text })}
            value={claim.note}
            onValue={(note) => onClaims({ ...claims, [question]: { ...claim, note } })}
          />
        </div>
      )}
    </div>
  );
}

interface WordsProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly isFirst?: boolean;
}

const Words = ({ label, value, onValue, isFirst = false }: WordsProps) => (
  <Labelled label={label}>
    {(id) => (
      <textarea
        ref={isFirst ? focusOnce : null}
        id={id}
        rows={2}
        dir="auto"
        maxLength={MAX_NOTE_CHARACTERS}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    )}
  </Labelled>
);

/** The button that opened the form is gone with it, and with the button the focus. */
const focusOnce = (field: HTMLElement | null) => field?.focus();

interface ActsProps {
  readonly send: string;
  readonly isReady: boolean;
  readonly onCancel: () => void;
}

const Acts = ({ send, isReady, onCancel }: ActsProps) => (
  <div class="acts">
    <button type="submit" disabled={!isReady}>
      {send}
    </button>
    <button type="button" class="second" onClick={onCancel}>
      {t('own.cancel')}
    </button>
  </div>
);

// Who answers a question, with an editor for each kind, and what proves the answer.
import { useRef } from 'preact/hooks';
import { t } from '../../../texts/texts.js';
import { changeQuestion, newJudge } from '../model/changes.js';
import { ID, type Judge, type Question, type Window } from '../model/draft.js';
import { BandsEditor, type JudgeProps } from './bands-editor.tsx';
import { AmountAt, Faults, LinesAt, SelectAt, TextAt } from './fields.tsx';
import { faultsAt, fieldId, useForm } from './form-context.js';
import { answerChoices, FINDING_NAMES, findingName, judgeName, metricName } from './in-words.js';
import { PatternHelp } from './pattern-help.tsx';

const KINDS = ['phrases', 'metric', 'finding', 'model', 'human'];
const METRICS = [
  'silence_seconds',
  'paused_seconds',
  'overtalk_seconds',
  'interruptions',
  'talk_ratio',
  'agent_talk_seconds',
  'customer_talk_seconds',
  'agent_words_per_minute',
  'customer_words_per_minute',
];

export function JudgeEditor({ question }: { readonly question: Question }) {
  const use = useForm();
  // What was typed for one kind is there again when the person comes back to it.
  const others = useRef(new Map<string, Judge>());
  if (!use) return null;
  const { judge } = question;
  const set = (next: Judge) =>
    use.change((form) => changeQuestion(form, question[ID], (one) => ({ ...one, judge: next })));
  const choose = (kind: string) => {
    others.current.set(judge.kind, judge);
    set(others.current.get(kind) ?? newJudge(kind, question));
  };
  const id = fieldId(question, 'judge.kind');
  const kinds = KINDS.includes(judge.kind) ? KINDS : [...KINDS, judge.kind];
  const props = { question, onJudge: (part: Partial<Judge>) => set({ ...judge, ...part }) };
  const isHeard = judge.kind !== 'human' && judge.kind !== 'metric';
  return (
    <>
      <fieldset class="form-choices form-kinds" id={id} tabIndex={-1}>
        <legend>{t('forms.judge')}</legend>
        {kinds.map((kind) => (
          <label key={kind} class="form-choice">
            <input type="radio" name={id} value={kind} checked={judge.kind === kind} onChange={() => choose(kind)} />
            {judgeName(kind)}
          </label>
        ))}
        <Faults id={id} faults={faultsAt(use, question, 'judge.kind')} />
      </fieldset>
      <div class="form-judge">
        {judge.kind === 'phrases' && <Phrases {...props} />}
        {judge.kind === 'metric' && <Metric {...props} />}
        {judge.kind === 'finding' && <FindingJudge {...props} />}
        {judge.kind === 'model' && <p class="soft small">{t('forms.judge.model.say')}</p>}
        {judge.kind === 'human' && <p class="soft small">{t('forms.judge.human.say')}</p>}
        {(isHeard || question.speaker || question.within) && <Proof question={question} />}
      </div>
    </>
  );
}

function Phrases({ question, onJudge }: JudgeProps) {
  return (
    <>
      <LinesAt
        part={question}
        field="judge.any"
        label={t('forms.phrases.any')}
        value={question.judge.any ?? []}
        onValue={(any) => onJudge({ any })}
      />
      <LinesAt
        part={question}
        field="judge.none"
        label={t('forms.phrases.none')}
        value={question.judge.none ?? []}
        onValue={(none) => onJudge({ none })}
      />
      <PatternHelp />
      <EitherOr question={question} onJudge={onJudge} />
    </>
  );
}

function FindingJudge({ question, onJudge }: JudgeProps) {
  const { finding = '' } = question.judge;
  const isKnown = FINDING_NAMES.includes(finding);
  return (
    <>
      <SelectAt
        part={question}
        field={isKnown ? 'judge.finding' : 'judge.finding.known'}
        label={t('forms.finding')}
        value={isKnown ? finding : ''}
        choices={[...FINDING_NAMES.map((name) => [name, findingName(name)] as const), ['', t('forms.finding.other')]]}
        onValue={(name) => onJudge({ finding: name })}
      />
      {!isKnown && (
        <TextAt
          part={question}
          field="judge.finding"
          label={t('forms.finding.name')}
          hint={t('forms.finding.hint')}
          maxlength={64}
          value={finding}
          onValue={(name) => onJudge({ finding: name })}
        />
      )}
      <EitherOr question={question} onJudge={onJudge} />
    </>
  );
}

function Metric({ question, onJudge }: JudgeProps) {
  return (
    <>
      <SelectAt
        part={question}
        field="judge.metric"
        label={t('forms.metric')}
        value={question.judge.metric ?? ''}
        choices={METRICS.map((metric) => [metric, metricName(metric)] as const)}
        onValue={(metric) => onJudge({ metric })}
      />
      <BandsEditor question={question} onJudge={onJudge} />
    </>
  );
}

/** The answer where it is so, and the one where it is not. */
function EitherOr({ question, onJudge }: JudgeProps) {
  const { kind, answer = '', otherwise = '' } = question.judge;
  const isPhrases = kind === 'phrases';
  const na = question.na || otherwise === 'na' ? [['na', t('forms.na')] as const] : [];
  return (
    <div class="form-row">
      <SelectAt
        part={question}
        field="judge.answer"
        label={t(isPhrases ? 'forms.phrases.answer' : 'forms.finding.answer')}
        value={answer}
        choices={answerChoices(question)}
        onValue={(key) => onJudge({ answer: key })}
      />
      <SelectAt
        part={question}
        field="judge.otherwise"
        label={t(isPhrases ? 'forms.phrases.otherwise' : 'forms.finding.otherwise')}
        value={otherwise}
        choices={[...answerChoices(question), ...na]}
        onValue={(key) => onJudge({ otherwise: key })}
      />
    </div>
  );
}

/** Who must have said it, and in which part of the call. */
function Proof({ question }: { readonly question: Question }) {
  const use = useForm();
  if (!use) return null;
  const { speaker = null, within = null } = question;
  const set = (part: Partial<Question>) =>
    use.change((form) => changeQuestion(form, question[ID], (one) => ({ ...one, ...part })));
  return (
    <div class="form-row">
      <SelectAt
        part={question}
        field="speaker"
        label={t('forms.speaker')}
        value={speaker ?? ''}
        choices={[
          ['', t('forms.speaker.either')],
          ['agent', t('call.speaker.agent')],
          ['customer', t('call.speaker.customer')],
        ]}
        onValue={(value) => set({ speaker: value === '' ? null : (value as 'agent' | 'customer') })}
      />
      <SelectAt
        part={question}
        field="within.from"
        label={t('forms.within')}
        value={within?.from ?? ''}
        choices={[
          ['', t('forms.within.anywhere')],
          ['start', t('forms.within.start')],
          ['end', t('forms.within.end')],
        ]}
        onValue={(from) =>
          set({ within: from === '' ? null : { ...(within ?? { seconds: 60 }), from: from as Window['from'] } })
        }
      />
      {within && (
        <AmountAt
          part={question}
          field="within.seconds"
          label={t('forms.within.seconds')}
          value={within.seconds}
          onValue={(seconds) => set({ within: { ...within, seconds } })}
        />
      )}
    </div>
  );
}

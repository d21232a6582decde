// A calibration session as one of its reviewers rates it, by a link or as a member: the calls one after the other, the own
// rating, nothing else.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Calibration, CalibrationItem, Transcript } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { useResource } from '../../api/use-resource.js';
import { Section } from '../../parts/section.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { clock } from '../../texts/clock.js';
import { number, t, wholeMoment } from '../../texts/texts.js';
import { speakerName } from '../call/speaker-name.js';
import { answersOf, applicable, type Given, givenIn, isComplete, type Question } from './rated-form.js';

interface RateProps {
  readonly calibrationId: string;
  readonly reviewerId: string;
}

export function RateView({ calibrationId, reviewerId }: RateProps) {
  const session = useResource(`calibration ${calibrationId}`, (client, signal) =>
    client.calibrations.get(calibrationId, { signal }),
  );
  const [at, setAt] = useState<number | null>(null);
  const { value, error, reload } = session;
  if (value === null) return error === null ? <Loading lines={10} /> : <Problem error={error} onAgain={reload} />;
  const { analysis_ids: calls, name, due_at } = value;
  const { done, of } = ownProgress(value, reviewerId);
  // Calls are rated in their order: the first one that is open comes after those that are done.
  const shown = at ?? Math.min(done, calls.length - 1);
  const call = calls[shown];
  return (
    <div class="rate">
      <header class="view-head">
        <h1 dir="auto">{name ?? t('rate.title')}</h1>
        <p class="soft" role="status">
          {t('rate.progress', { n: number(done), total: number(of) })}
        </p>
      </header>
      <p class="soft">
        {t('rate.say')} {due_at !== null && t('rate.due', { when: wholeMoment(Date.parse(due_at) / 1000) })}
      </p>
      {done === of && (
        <p class="notice" role="status">
          {t('rate.done')}
        </p>
      )}
      {error !== null && <Problem error={error} onAgain={reload} />}
      <nav class="acts" aria-label={t('rate.calls')}>
        <button type="button" class="second" disabled={shown === 0} onClick={() => setAt(shown - 1)}>
          {t('rate.before')}
        </button>
        <span>{t('rate.call', { n: number(shown + 1), total: number(calls.length) })}</span>
        <button type="button" class="second" disabled={shown + 1 >= calls.length} onClick={() => setAt(shown + 1)}>
          {t('rate.after')}
        </button>
      </nav>
      {call !== undefined && (
        <OneCall
          key={call}
          calibrationId={calibrationId}
          reviewerId={reviewerId}
          call={call}
          onRated={() => {
            setAt(Math.min(shown + 1, calls.length - 1));
            reload();
          }}
        />
      )}
    </div>
  );
}

const ownProgress = ({ progress, analysis_ids }: Calibration, reviewerId: string) =>
  progress.find((one) => one.reviewer_id === reviewerId) ?? { done: 0, of: analysis_ids.length };

interface CallProps extends RateProps {
  readonly call: string;
  readonly onRated: () => void;
}

function OneCall({ calibrationId, reviewerId, call, onRated }: CallProps) {
  const item = useResource(`${calibrationId} ${call}`, (client, signal) =>
    client.calibrations.item(calibrationId, call, { reviewer_id: reviewerId }, { signal }),
  );
  const { value, error, reload } = item;
  if (value === null) return error === null ? <Loading lines={10} /> : <Problem error={error} onAgain={reload} />;
  return (
    <div class="rate-beside">
      <Listening item={value} />
      <Rating item={value} reviewerId={reviewerId} onRated={onRated} />
    </div>
  );
}

function Listening({ item: { audio, transcript } }: { readonly item: CalibrationItem }) {
  const player = useRef<HTMLAudioElement>(null);
  const { segments, language } = (transcript ?? { segments: [], language: null }) as Pick<
    Transcript,
    'segments' | 'language'
  >;
  const play = (seconds: number) => {
    if (!player.current) return;
    player.current.currentTime = seconds;
    player.current.play().catch(() => undefined);
  };
  return (
    <Section title={t('rate.transcript')}>
      {audio.url !== null && (
        // biome-ignore lint/a11y/useMediaCaption: the transcript stands below it
        <audio
          ref={player}
          class="rate-player"
          controls
          preload="metadata"
          src={audio.url}
          aria-label={t('rate.recording')}
        />
      )}
      <ol class="rate-turns">
        {segments.map(({ id, speaker, start, text }) => (
          <li key={id}>
            <button type="button" class="link small" onClick={() => play(start)}>
              {clock(start)}
            </button>{' '}
            <span class="soft small">{speakerName(speaker)}</span>
            <p lang={language ?? undefined} dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface RatingProps {
  readonly item: CalibrationItem;
  readonly reviewerId: string;
  readonly onRated: () => void;
}

function Rating({ item, reviewerId, onRated }: RatingProps) {
  const { calibration_id, analysis_id, form, rating } = item;
  const [given, setGiven] = useState<Given>(givenIn(rating?.answers ?? []));
  const { error, isBusy, run } = useAct();
  const heading = useRef<HTMLFormElement>(null);
  useEffect(() => heading.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  const sections = applicable(form, given);
  const set = (key: string, part: Partial<Given[string]>) =>
    setGiven((before) => ({ ...before, [key]: { ...(before[key] ?? { answer: '', note: '' }), ...part } }));
  const save = () =>
    run([analysis_id, given], async (client) => {
      await client.calibrations.rate(calibration_id, analysis_id, reviewerId, { answers: answersOf(sections, given) });
      onRated();
    });
  return (
    <form
      ref={heading}
      aria-label={t('rate.form')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {sections.map(({ key, title, questions }) => (
        <Section key={key} title={title}>
          {questions.map((question) => (
            <OneQuestion
              key={question.key}
              question={question}
              given={given[question.key]}
              onGiven={(part) => set(question.key, part)}
            />
          ))}
        </Section>
      ))}
      {error !== null && <Problem error={error} />}
      <div class="acts">
        <button type="submit" disabled={isBusy || !isComplete(sections, given)}>
          {t(rating === null ? 'rate.save' : 'rate.change')}
        </button>
        {!isComplete(sections, given) && <span class="soft small">{t('rate.missing')}</span>}
      </div>
    </form>
  );
}

interface QuestionProps {
  readonly question: Question;
  readonly given: Given[string] | undefined;
  readonly onGiven: (part: Partial<Given[string]>) => void;
}

function OneQuestion({ question, given, onGiven }: QuestionProps) {
  const { key, text, guidance, answers, na } = question;
  const choices = [
    ...answers.map((one) => [one.key, one.label] as const),
    ...(na ? [['na', t('acts.answer.na')] as const] : []),
    ['not_assessable', t('acts.answer.not_assessable')] as const,
  ];
  return (
    <fieldset class="choices rate-question">
      <legend dir="auto">{text}</legend>
      {guidance && (
        <p class="soft small" dir="auto">
          {guidance}
        </p>
      )}
      {choices.map(([value, label]) => (
        <label key={value} class="choice">
          <input
            type="radio"
            name={key}
            checked={given?.answer === value}
            onChange={() => onGiven({ answer: value })}
          />
          <span dir="auto">{label}</span>
        </label>
      ))}
      <textarea
        rows={1}
        maxLength={2000}
        aria-label={t('rate.note', { question: text })}
        placeholder={t('rate.note.say')}
        value={given?.note ?? ''}
        onInput={({ currentTarget }) => onGiven({ note: currentTarget.value })}
      />
    </fieldset>
  );
}

// One call side by side: what people corrected or answered, and what an engine gave, with the words or answers that differ.
import { useRef, useState } from 'preact/hooks';
import type { EngineTrial, EngineTrialItem } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { Loading, Problem } from '../../parts/states.tsx';
import { to } from '../../routing/router.js';
import { clock } from '../../texts/clock.js';
import { named, t } from '../../texts/texts.js';
import { usePlayedLink } from '../call/listen/played-link.js';
import { speakerName } from '../call/speaker-name.js';
import { type MarkedPart, markedParts } from './marked-parts.js';
import { questionName } from './question-name.js';

type Hearing = NonNullable<EngineTrialItem['transcript']>;
type Reference = NonNullable<EngineTrialItem['reference']>;
type Spans = NonNullable<EngineTrialItem['differing_words']>[number]['said'];

interface ComparedProps {
  readonly trial: EngineTrial;
  readonly call: string;
  readonly onClose: () => void;
}

export function ComparedCall({ trial, call, onClose }: ComparedProps) {
  const compared = useResource(`compared ${trial.id} ${call}`, async (client, signal) => {
    const [page, analysis] = await Promise.all([
      client.engineTrials.items(trial.id, { analysis_id: call }, { signal }),
      client.analyses.getSummary(call, { signal }),
    ]);
    return { ...page, analysis };
  });
  const { value, error, reload } = compared;
  if (value === null) return error === null ? <Loading lines={8} /> : <Problem error={error} onAgain={reload} />;
  const { items, analysis } = value;
  const reference = items[0]?.reference ?? null;
  const { agent_id, contact_id } = analysis.call;
  return (
    <div class="trial-compared">
      <header class="section-head">
        <h3 dir="auto">
          <a href={to(`/calls/${call}`)}>{t('call.title', { agent: agent_id, contact: contact_id })}</a>
        </h3>
        <button type="button" class="second" onClick={onClose}>
          {t('close')}
        </button>
      </header>
      {trial.task === 'transcription' ? (
        <Hearings call={call} items={items} reference={reference} />
      ) : (
        <Answers items={items} reference={reference} />
      )}
    </div>
  );
}

interface SidesProps {
  readonly items: readonly EngineTrialItem[];
  readonly reference: Reference | null;
}

const referenceName = (reference: Reference): string => reference.engine ?? t('trials.people');

function Hearings({ call, items, reference }: SidesProps & { readonly call: string }) {
  const heard = items.filter(({ transcript, engine }) => transcript !== null && engine !== reference?.engine);
  const [chosen, setChosen] = useState<string | null>(null);
  const audio = useRef<HTMLAudioElement>(null);
  const { url } = usePlayedLink(call, '');
  const shown = heard.find(({ engine }) => engine === chosen) ?? heard[0];
  const play = (seconds: number) => {
    if (!audio.current) return;
    audio.current.currentTime = seconds;
    audio.current.play().catch(() => undefined);
  };
  return (
    <>
      {url && (
        // biome-ignore lint/a11y/useMediaCaption: the transcripts stand below it
        <audio ref={audio} class="trial-player" controls preload="metadata" src={url} aria-label={t('trials.player')} />
      )}
      {heard.length > 1 && (
        <fieldset class="tabs trial-sides">
          <legend class="unseen">{t('engines.engine')}</legend>
          {heard.map(({ engine }) => (
            <button
              key={engine}
              type="button"
              class="tab"
              aria-pressed={engine === shown?.engine}
              onClick={() => setChosen(engine)}
            >
              {engine}
            </button>
          ))}
        </fieldset>
      )}
      <div class="trial-beside">
        {reference?.transcript && (
          <Heard
            name={referenceName(reference)}
            of={reference.transcript}
            spans={shown?.differing_words?.flatMap(({ said }) => said) ?? []}
            onPlay={play}
          />
        )}
        {shown?.transcript && (
          <Heard
            name={shown.engine}
            of={shown.transcript}
            spans={shown.differing_words?.flatMap(({ heard: other }) => other) ?? []}
            onPlay={play}
          />
        )}
      </div>
    </>
  );
}

interface HeardProps {
  readonly name: string;
  readonly of: Hearing;
  readonly spans: Spans;
  readonly onPlay: (seconds: number) => void;
}

function Heard({ name, of, spans, onPlay }: HeardProps) {
  return (
    <section aria-label={name}>
      <h4>{name}</h4>
      {of.segments.length === 0 && <p class="soft">{t('trials.nothingHeard')}</p>}
      <ol class="trial-turns">
        {of.segments.map(({ speaker, start, text }, index) => (
          <li key={index}>
            <button type="button" class="link small" onClick={() => onPlay(start)}>
              {clock(start)}
            </button>{' '}
            <span class="soft small">{speakerName(speaker)}</span>
            <p lang={of.language ?? undefined} dir="auto">
              {markedParts(
                text,
                spans.filter(({ segment }) => segment === index),
              ).map((part, at) => (
                <Part key={at} part={part} />
              ))}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const Part = ({ part: { text, isMarked } }: { readonly part: MarkedPart }) => (isMarked ? <mark>{text}</mark> : text);

function Answers({ items, reference }: SidesProps) {
  const sides = [
    ...(reference && reference.engine === null
      ? [{ name: referenceName(reference), answers: reference.answers ?? [], differs: [] }]
      : []),
    ...items.map(({ engine, answers, differing_questions }) => ({
      name: engine,
      answers: answers ?? [],
      differs: differing_questions ?? [],
    })),
  ];
  const questions = [...new Set(sides.flatMap(({ answers }) => answers.map(({ question }) => question)))];
  return (
    <div class="table-place">
      <table class="figures-table">
        <caption class="unseen">{t('trials.answers')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('trials.question')}</th>
            {sides.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {questions.map((question) => (
            <tr key={question}>
              <th scope="row" class="cell-name">
                {questionName(question)}
              </th>
              {sides.map(({ name, answers, differs }) => {
                const given = answers.find((one) => one.question === question);
                const text = given === undefined ? '–' : named('acts.answer', given.answer ?? 'not_assessable');
                return (
                  <td key={name}>
                    <span class="only-small soft">{name} </span>
                    {differs.includes(question) ? <mark>{text}</mark> : text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

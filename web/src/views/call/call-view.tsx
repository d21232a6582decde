import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Analysis, CompletedAnalysis } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { Icon } from '../../parts/icon.tsx';
import { Copy, Loading, Problem } from '../../parts/states.tsx';
import { to } from '../../routing/router.js';
import { session } from '../../session/session.js';
import { clock } from '../../texts/clock.js';
import { moment, named, number, share, t, wholeMoment } from '../../texts/texts.js';
import { useProgress } from '../calls/use-progress.js';
import { Findings } from './findings.tsx';
import { marksOf } from './judged.js';
import { Lanes } from './lanes.tsx';
import { usePlayer } from './player.js';
import { PlayerBar } from './player-bar.tsx';
import { Transcript } from './transcript.tsx';

export function CallView({ params: { id = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const call = useResource(id, async (client, signal) => client.analyses.get(id, {}, { signal }));
  const isProcessing = call.value?.status === 'processing';
  const progress = useProgress(isProcessing ? [id] : [], call.reload).get(id) ?? call.value?.progress ?? null;
  const name = call.value && t('call.title', { agent: call.value.call.agent_id, contact: call.value.call.contact_id });
  useEffect(() => {
    if (name !== null) document.title = `${name} · ${t('app.name')}`;
  });
  return (
    <div class="call">
      {session.value?.kind === 'account' && (
        <a class="way-back" href={to('/calls')}>
          <Icon name="back" />
          {t('call.back')}
        </a>
      )}
      {call.error !== null && <Problem error={call.error} onAgain={call.reload} />}
      {call.value === null && call.error === null && <Loading lines={12} />}
      {call.value && <Head analysis={call.value} />}
      {call.value?.status === 'processing' && (
        <section class="card call-state" aria-live="polite">
          <h2>{t('call.processing')}</h2>
          <progress max={100} value={progress?.percent ?? 0} aria-label={t('call.processing')} />
          <p>
            {named('stage', progress?.stage ?? 'queued')} {share((progress?.percent ?? 0) / 100)}
          </p>
          <p class="soft">{t('call.processing.say')}</p>
        </section>
      )}
      {call.value?.status === 'failed' && (
        <section class="card call-state">
          <h2>{t('call.failed')}</h2>
          <p lang="en">{call.value.metadata.error_message}</p>
        </section>
      )}
      {call.value?.status === 'completed' && <Completed analysis={call.value} onEndedLink={call.reload} />}
    </div>
  );
}

function Head({ analysis }: { readonly analysis: Analysis }) {
  const { agent_id, contact_id, duration_seconds } = analysis.call;
  return (
    <header class="view-head">
      <h1 dir="auto">{t('call.title', { agent: agent_id, contact: contact_id })}</h1>
      <p class="soft">
        <time dateTime={new Date(analysis.created * 1000).toISOString()} title={wholeMoment(analysis.created)}>
          {moment(analysis.created)}
        </time>
        {duration_seconds !== null && ` · ${clock(duration_seconds)}`}
      </p>
      {!analysis.livemode && <span class="tag">{t('calls.test')}</span>}
    </header>
  );
}

interface CompletedProps {
  readonly analysis: CompletedAnalysis;
  /** Reads the call again, with a new link to its recording. */
  readonly onEndedLink: () => void;
}

/** A link that fails so young did not end: another one would not help. */
const MIN_LINK_MS = 50 * 60_000;

function Completed({ analysis, onEndedLink }: CompletedProps) {
  const { player, audio } = usePlayer();
  const [tab, setTab] = useState<Tab>('findings');
  const { transcript, results } = analysis;
  const duration = analysis.call.duration_seconds ?? 0;
  const { segments } = transcript;
  const marks = useMemo(() => marksOf(results), [results]);
  const cited = useMemo(() => citedIn(results), [results]);
  const linkedAt = useRef({ url: analysis.audio.url, at: Date.now() });
  if (linkedAt.current.url !== analysis.audio.url) linkedAt.current = { url: analysis.audio.url, at: Date.now() };
  return (
    <>
      <section class="card listening" aria-label={t('call.lanes')}>
        <Lanes segments={segments} marks={marks} duration={duration} player={player} />
        <PlayerBar
          player={player}
          audio={audio}
          url={analysis.audio.url}
          onEndedLink={() => Date.now() - linkedAt.current.at > MIN_LINK_MS && onEndedLink()}
          duration={duration}
          segments={segments}
          marks={marks}
        />
      </section>
      <Tabs tab={tab} onTab={setTab} />
      <div class={`call-columns shows-${tab}`}>
        <section class="call-findings" aria-labelledby="findings-title">
          <h2 id="findings-title">{t('call.findings')}</h2>
          <Findings results={results} onPlay={player.playFrom} />
          <Details analysis={analysis} />
        </section>
        <section class="call-transcript" aria-labelledby="transcript-title">
          <h2 id="transcript-title">{t('call.transcript')}</h2>
          <Transcript segments={segments} language={transcript.language} cited={cited} player={player} />
        </section>
      </div>
    </>
  );
}

type Tab = 'findings' | 'transcript';

/** On a small screen one beside the other has no room. */
function Tabs({ tab, onTab }: { readonly tab: Tab; readonly onTab: (tab: Tab) => void }) {
  return (
    <fieldset class="tabs only-small">
      <legend class="unseen">{t('call.parts')}</legend>
      {(['findings', 'transcript'] as const).map((one) => (
        <button key={one} type="button" class="tab" aria-pressed={tab === one} onClick={() => onTab(one)}>
          {t(`call.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** The segments that some finding quotes. */
function citedIn({ compliance, quality }: CompletedAnalysis['results']): ReadonlySet<number> {
  const parts = [...Object.values(compliance), ...Object.values(quality), ...compliance.violations];
  return new Set(
    parts.flatMap((part) =>
      typeof part === 'object' && part !== null && 'citations' in part
        ? part.citations.map(({ segment_id }) => segment_id)
        : [],
    ),
  );
}

function Details({ analysis }: { readonly analysis: CompletedAnalysis }) {
  const { audio, metadata, transcript, call } = analysis;
  const { metrics } = call;
  const seconds = (value: number) => clock(value);
  return (
    <details class="details">
      <summary>{t('call.details')}</summary>
      <dl>
        <dt>{t('call.id')}</dt>
        <dd>
          <code>{analysis.id}</code> <Copy text={analysis.id} />
        </dd>
        <dt>{t('call.talk')}</dt>
        <dd>
          {t('call.talk.value', {
            agent: seconds(metrics.agent_talk_seconds),
            customer: seconds(metrics.customer_talk_seconds),
            silence: seconds(metrics.silence_seconds),
            overtalk: seconds(metrics.overtalk_seconds),
          })}
        </dd>
        <dt>{t('call.channels')}</dt>
        <dd>
          {audio.channels === null ? '–' : number(audio.channels)} {audio.format ?? ''}
        </dd>
        <dt>{t('call.language')}</dt>
        <dd>{transcript.language ?? '–'}</dd>
        <dt>{t('call.engine')}</dt>
        <dd>
          {Object.values(metadata.engine)
            .filter((part) => typeof part === 'string')
            .join(' · ')}
        </dd>
      </dl>
    </details>
  );
}

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CompletedAnalysis } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { cameFrom } from '../../listing/came-from.js';
import { useBar } from '../../parts/bar.js';
import { Icon } from '../../parts/icon.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { fromQueue } from '../../routing/from-queue.js';
import { address, to } from '../../routing/router.js';
import { useProgress } from '../../sending/use-progress.js';
import { callRights, isAgent, may } from '../../session/member.js';
import { session } from '../../session/session.js';
import { named, share, t } from '../../texts/texts.js';
import { ClaimBar } from '../queue/claim-bar.tsx';
import { Failed } from './acts/failed.tsx';
import { CallPlace } from './call-place.tsx';
import { DisputesHere } from './decide/disputes-here.tsx';
import { Panel } from './decide/panel.tsx';
import { ReviewNotes } from './decide/review-notes.tsx';
import { SaveBar } from './decide/save-bar.tsx';
import { WhoIsAgent } from './decide/who-is-agent.tsx';
import { Words } from './decide/words.tsx';
import { Details } from './details/details.tsx';
import { useDeciding } from './draft/use-deciding.js';
import { Head } from './head.tsx';
import { evidenceIn, marksOf } from './judged.js';
import { Lanes } from './listen/lanes.tsx';
import { usePlayedLink } from './listen/played-link.js';
import { usePlayer } from './listen/player.js';
import { PlayerBar } from './listen/player-bar.tsx';
import { sampleSoundOf } from './listen/sample-sound.js';
import type { Segment } from './listen/turn.tsx';
import { MaskBar, useMasking } from './masked/masking.tsx';
import { openCall, useNextAhead } from './next-call.js';

export function CallView({ params: { id = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const call = useResource(id, async (client, signal) => openCall(client, id, signal));
  useNextAhead(id, call.value?.id === id);
  const isProcessing = call.value?.status === 'processing';
  const progress = useProgress(isProcessing ? [id] : [], call.reload).get(id) ?? call.value?.progress ?? null;
  useMasking(call.value, call.reload);
  const name = call.value && t('call.title', { agent: call.value.call.agent_id, contact: call.value.call.contact_id });
  useEffect(() => {
    if (name !== null) document.title = `${name} · ${t('app.name')}`;
  });
  return (
    <div class="call">
      {session.value?.kind === 'account' && (
        <div class="call-ways">
          <WayBack />
          <CallPlace id={id} />
        </div>
      )}
      {call.error !== null && <Problem error={call.error} onAgain={call.reload} />}
      {call.value === null && call.error === null && <Loading lines={12} />}
      {call.value?.status === 'completed' && name !== null && may('listReviewQueue') && (
        <ClaimBar key={id} analysisId={id} read={call.value} name={name} />
      )}
      {call.value && <Head analysis={call.value} onChanged={call.reload} />}
      {call.value && <MaskBar analysis={call.value} />}
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
        <>
          <Failed analysis={call.value} onRetry={call.reload} />
          <Details analysis={call.value} />
        </>
      )}
      {call.value?.status === 'completed' && (
        <Completed
          key={call.value.id}
          analysis={call.value}
          onRead={(next) => call.change(() => next)}
          onChanged={call.reload}
        />
      )}
    </div>
  );
}

/** Link to the list from which the call was opened. */
function WayBack() {
  const queue = fromQueue.value;
  const found = cameFrom.value?.search;
  const [href, name] = isAgent.value
    ? ([to('/mine', { ...cameFrom.value?.search }), 'mine.title'] as const)
    : queue
      ? ([to('/queue', queue), 'queue.title'] as const)
      : found
        ? ([to('/search', found), 'call.backToSearch'] as const)
        : ([to('/calls', { ...cameFrom.value?.filters }), 'call.back'] as const);
  return (
    <a class="way-back" href={href}>
      <Icon name="back" />
      {t(name)}
    </a>
  );
}

interface CompletedProps {
  readonly analysis: CompletedAnalysis;
  /** Shows the call after it was read again. */
  readonly onRead: (call: CompletedAnalysis) => void;
  /** Called when the call should be read again. */
  readonly onChanged: () => void;
}

/** Segments of a call whose transcript is deleted. */
const NO_SEGMENTS: readonly Segment[] = [];

function Completed({ analysis, onRead, onChanged }: CompletedProps) {
  const { deciding, beside } = useDeciding(analysis, onRead);
  const rights = callRights();
  const { player, audio } = usePlayer();
  const played = usePlayedLink(analysis.id, analysis.audio.url);
  const from = secondsIn(address.value.query.at);
  const [tab, setTab] = useState<Tab>(from === null ? 'findings' : 'transcript');
  const { results } = analysis;
  const duration = analysis.call.duration_seconds ?? 0;
  const segments = analysis.transcript?.segments ?? NO_SEGMENTS;
  const marks = useMemo(() => marksOf(results), [results]);
  const evidence = useMemo(() => evidenceIn(results), [results]);
  const listening = useBar('top');
  useEffect(() => {
    // If the browser refuses to play without a press, the player stays at this position.
    if (from !== null) player.playFrom(from);
  }, [from, player]);
  return (
    <>
      <section class="card listening" aria-label={t('call.lanes')} ref={listening}>
        <Lanes
          id={analysis.id}
          segments={segments}
          evidence={evidence}
          marks={marks}
          duration={duration}
          player={player}
        />
        <PlayerBar
          player={player}
          audio={audio}
          url={sampleSoundOf(analysis) ?? played.url}
          onEndedLink={played.renew}
          duration={duration}
          segments={segments}
          marks={marks}
        />
      </section>
      {rights.correct && beside.value && <WhoIsAgent analysis={analysis} deciding={deciding} />}
      <Tabs tab={tab} onTab={setTab} />
      <div class={`call-columns shows-${tab}`}>
        <section class="call-findings" aria-labelledby="findings-title">
          <h2 id="findings-title" class="unseen">
            {t('call.findings')}
          </h2>
          {beside.value && <DisputesHere analysis={analysis} beside={beside} onChanged={onChanged} />}
          {isAgent.value && beside.value && <ReviewNotes reviews={beside.value.reviews} />}
          <Panel
            analysis={analysis}
            beside={beside}
            deciding={rights.review && beside.value ? deciding : null}
            onPick={() => setTab('transcript')}
            onPlay={player.playFrom}
          />
          <Details analysis={analysis} onPlay={player.playFrom} />
        </section>
        <section class="call-transcript" aria-labelledby="transcript-title">
          <Words
            analysis={analysis}
            corrections={beside.value?.corrections ?? []}
            deciding={beside.value ? deciding : null}
            mayCorrect={rights.correct}
            evidence={evidence}
            player={player}
          />
        </section>
      </div>
      <SaveBar deciding={deciding} beside={beside.value} />
    </>
  );
}

/** Start position in the URL; null when it is missing or invalid. */
const secondsIn = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : null;

type Tab = 'findings' | 'transcript';

/** Tabs for small screens, which have no room for both parts. */
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

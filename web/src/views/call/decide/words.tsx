// The transcript, with what can be done about it: correct it, quote from it, read an earlier version.
import { useState } from 'preact/hooks';
import type { Citation, CompletedAnalysis, Correction } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { Loading, Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';
import type { Deciding } from '../draft/deciding.js';
import { DecidingProvider } from '../draft/use-deciding.js';
import type { Player } from '../listen/player.js';
import { Transcript } from '../listen/transcript.tsx';
import { CorrectBar, PickBar, Versions } from './correct-bar.tsx';

interface WordsProps {
  readonly analysis: CompletedAnalysis;
  readonly corrections: readonly Correction[];
  /** Null until it is known what stands beside the call. */
  readonly deciding: Deciding | null;
  readonly mayCorrect: boolean;
  /** Quotations of findings and violations. */
  readonly evidence: readonly Citation[];
  readonly player: Player;
}

const NONE: readonly Citation[] = [];

export function Words(props: WordsProps) {
  const { transcript } = props.analysis;
  if (transcript !== null) return <KeptWords {...props} transcript={transcript} />;
  return (
    <>
      <header class="words-head">
        <h2 id="transcript-title">{t('call.transcript')}</h2>
      </header>
      <p class="soft">{t('call.transcriptDeleted')}</p>
    </>
  );
}

interface KeptWordsProps extends WordsProps {
  readonly transcript: NonNullable<CompletedAnalysis['transcript']>;
}

function KeptWords({ analysis, transcript, corrections, deciding, mayCorrect, evidence, player }: KeptWordsProps) {
  const present = transcript.version ?? 1;
  const [wanted, setWanted] = useState<number | null>(null);
  const version = wanted !== null && wanted < present ? wanted : null;
  const earlier = useEarlier(analysis.id, version);
  const own = version === null ? deciding : null;
  return (
    <>
      <header class="words-head">
        <h2 id="transcript-title">{t('call.transcript')}</h2>
        <Versions present={present} shown={version ?? present} corrections={corrections} onShow={setWanted} />
        <CorrectBar deciding={mayCorrect ? own : null} segments={transcript.segments} />
      </header>
      {own && <PickBar deciding={own} />}
      {version !== null && (
        <p class="notice">
          {t('decide.version.earlier')}{' '}
          <button type="button" class="link" onClick={() => setWanted(null)}>
            {t('decide.version.present')}
          </button>
        </p>
      )}
      {version === null ? (
        <DecidingProvider value={own}>
          <Transcript
            id={analysis.id}
            version={present}
            segments={transcript.segments}
            language={transcript.language}
            evidence={evidence}
            player={player}
          />
        </DecidingProvider>
      ) : (
        <>
          {earlier.error !== null && <Problem error={earlier.error} onAgain={earlier.reload} />}
          {earlier.value?.version === version ? (
            <Transcript
              key={version}
              id={analysis.id}
              version={version}
              segments={earlier.value.segments}
              language={earlier.value.language}
              evidence={NONE}
              player={player}
            />
          ) : (
            <Loading />
          )}
        </>
      )}
    </>
  );
}

/** The transcript of an earlier version; nothing is read where none is wanted. */
function useEarlier(id: string, version: number | null) {
  return useResource(`version ${version} of ${id}`, async (client, signal) => {
    if (version === null) return null;
    const analysis = await client.analyses.get(id, { transcript_version: version }, { signal });
    if (analysis.status !== 'completed' || analysis.transcript === null) return null;
    const { segments, language } = analysis.transcript;
    return { version, segments, language };
  });
}

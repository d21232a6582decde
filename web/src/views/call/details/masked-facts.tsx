import { useRef, useState } from 'preact/hooks';
import type { CompletedAnalysis } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { Loading, Problem } from '../../../parts/states.tsx';
import { member } from '../../../session/member.js';
import { clock } from '../../../texts/clock.js';
import { named, number, share, t, tn } from '../../../texts/texts.js';
import { Fact } from './facts.tsx';

/** Renders nothing when nothing was to be masked and the recording has no pauses. */
export function MaskedFact({ analysis: { redaction } }: { readonly analysis: CompletedAnalysis }) {
  const { status, types, audio, original, limits, pauses } = redaction;
  const isMasked = status !== 'none';
  if (!isMasked && pauses.length === 0) return null;
  const counted = Object.entries(types).map(([type, n]) => `${typeName(type)} ${number(n)}`);
  const parts = [
    isMasked && (counted.length === 0 ? t('redaction.masked.none') : counted.join(', ')),
    isMasked &&
      `${t('redaction.masked.audio')}: ${named('redaction.masked.audio', audio)}, ${named('redaction.masked.original', original)}`,
    ...limits.map((limit) => named('redaction.masked.limit', limit)),
    pauses.length > 0 && tn('redaction.masked.pauses', pauses.length),
  ];
  return <Fact name={named('redaction.status', status)}>{parts.filter(Boolean).join(' · ')}</Fact>;
}

const typeName = (type: string): string => named('redaction.type', type);

interface MaskedListProps {
  readonly analysis: CompletedAnalysis;
  readonly onPlay: (seconds: number) => void;
}

/** List of masked spans with their reasons, and the original recording if it is kept. */
export function MaskedList({ analysis, onPlay }: MaskedListProps) {
  const { status, original, audio } = analysis.redaction;
  if (status === 'none') return null;
  const isKept = original === 'kept' && audio !== 'original' && status !== 'processing';
  return (
    <section class="masked-list">
      <h3>{t('redaction.list')}</h3>
      <Spans id={analysis.id} onPlay={onPlay} />
      {isKept && member.value?.hearsOriginals && <Original id={analysis.id} />}
    </section>
  );
}

function Spans({ id, onPlay }: { readonly id: string; readonly onPlay: (seconds: number) => void }) {
  const read = useResource(`redactions ${id}`, async (client, signal) => {
    const { redactions } = await client.analyses.get(id, { include: 'redactions' }, { signal });
    return redactions ?? [];
  });
  if (read.error !== null) return <Problem error={read.error} onAgain={read.reload} />;
  if (read.value === null) return <Loading lines={3} />;
  if (read.value.length === 0) return <p class="soft">{t('redaction.masked.none')}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('redaction.list.when')}</th>
          <th scope="col">{t('redaction.list.what')}</th>
          <th scope="col">{t('redaction.list.why')}</th>
          <th scope="col" class="number">
            {t('redaction.list.sure')}
          </th>
        </tr>
      </thead>
      <tbody>
        {read.value.map(({ start, type, basis, confidence }, at) => (
          <tr key={at}>
            <td>
              <button
                type="button"
                class="link"
                aria-label={t('call.playFrom', { time: clock(start) })}
                onClick={() => onPlay(start)}
              >
                {clock(start)}
              </button>
            </td>
            <td dir="auto">{typeName(type)}</td>
            <td>{named('redaction.basis', basis)}</td>
            <td class="number">{share(confidence)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Original({ id }: { readonly id: string }) {
  const [url, setUrl] = useState<string | null>(null);
  const audio = useRef<HTMLAudioElement>(null);
  const { run, isBusy, error } = useAct();
  const hear = () =>
    run('original', async (client) => {
      setUrl((await client.analyses.audioLink(id, { variant: 'original' })).url);
    });
  return (
    <div class="masked-original">
      {url === null ? (
        <button type="button" class="second" disabled={isBusy} onClick={() => void hear()}>
          {t('redaction.original.hear')}
        </button>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: its words are masked
        <audio ref={audio} controls src={url} aria-label={t('redaction.original.hear')} />
      )}
      <span class="soft small">{t('redaction.original.say')}</span>
      {error !== null && <Problem error={error} />}
    </div>
  );
}

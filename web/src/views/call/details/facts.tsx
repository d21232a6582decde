import type { ComponentChildren } from 'preact';
import type { Analysis, CompletedAnalysis } from '../../../../../clients/typescript/src/browser.js';
import { Copy } from '../../../parts/states.tsx';
import { clock } from '../../../texts/clock.js';
import { named, number, share, t, wholeMoment } from '../../../texts/texts.js';
import { customMetadata } from './custom-metadata.js';

export function Facts({ analysis, children }: { readonly analysis: Analysis; readonly children: ComponentChildren }) {
  const { call, metadata } = analysis;
  return (
    <dl>
      {children}
      <Fact name={t('acts.submitted')}>{wholeMoment(analysis.created)}</Fact>
      {call.started_at !== null && (
        <Fact name={t('acts.started')}>
          {wholeMoment(Date.parse(call.started_at) / 1000)}
          {call.direction !== null && ` · ${t(`acts.direction.${call.direction}`)}`}
        </Fact>
      )}
      {'processing_time_ms' in metadata && metadata.processing_time_ms !== null && (
        <Fact name={t('acts.took')}>
          {t('acts.took.value', { seconds: oneDecimal(metadata.processing_time_ms / 1000) })}
        </Fact>
      )}
      <Fact name={t('acts.recording')}>{recordingText(analysis)}</Fact>
      {analysis.status === 'completed' && <Heard analysis={analysis} />}
      {customMetadata(metadata).map(([name, value]) => (
        <Fact key={name} name={<span dir="auto">{name}</span>}>
          <span dir="auto">{value}</span>
        </Fact>
      ))}
      <Fact name={t('call.id')}>
        <code>{analysis.id}</code> <Copy text={analysis.id} />
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Fact({ name, children }: FactProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Heard({ analysis: { transcript, call, metadata } }: { readonly analysis: CompletedAnalysis }) {
  const { metrics } = call;
  const { engine } = metadata;
  return (
    <>
      {transcript && <Fact name={t('call.language')}>{languageName(transcript.language)}</Fact>}
      <Fact name={t('call.talk')}>
        {t('call.talk.value', {
          agent: clock(metrics.agent_talk_seconds),
          customer: clock(metrics.customer_talk_seconds),
          silence: clock(metrics.silence_seconds),
          overtalk: clock(metrics.overtalk_seconds),
        })}
      </Fact>
      {transcript && (
        <Fact name={t('acts.speakers')}>
          {named('acts.speakers', transcript.diarization.method)} ·{' '}
          {t('acts.roles', { share: share(transcript.diarization.role_confidence) })}
        </Fact>
      )}
      {transcript?.hearing &&
        (['agent', 'customer'] as const).map((party) => (
          <Fact key={party} name={t(`acts.hearing.${party}`)}>
            {transcript.hearing && hearingText(transcript.hearing[party])}
          </Fact>
        ))}
      <Fact name={t('call.engine')}>
        {t('acts.engine', { transcription: engine.transcription, analysis: engine.analysis })}
      </Fact>
      <Fact name={t('acts.grade')}>{named('acts.grade', engine.grade)}</Fact>
    </>
  );
}

interface Party {
  readonly score: number | null;
  readonly assessable: boolean;
  readonly reasons: readonly string[];
}

function hearingText({ score, assessable, reasons }: Party): string {
  const why = reasons.map((reason) => named('acts.hearing.reason', reason)).join(', ');
  const how = assessable ? t('acts.hearing.well') : t('acts.hearing.poor', { why });
  return score === null ? how : `${how} (${share(score)})`;
}

function recordingText({ audio }: Analysis): string {
  const parts = [
    audio.format,
    audio.channels !== null && t(audio.channels === 1 ? 'acts.mono' : 'acts.channels', { n: number(audio.channels) }),
    audio.duration_seconds !== null && clock(audio.duration_seconds),
    audio.size_bytes !== null && t('acts.megabytes', { n: oneDecimal(audio.size_bytes / 1e6) }),
    audio.damaged === true && t('acts.damaged'),
  ];
  return parts.filter(Boolean).join(' · ') || '–';
}

const oneDecimal = (value: number): string => number(value, { maximumFractionDigits: 1 });

/** Name of a language in the person's language. A browser may not know the code. */
function languageName(code: string | null): string {
  if (code === null) return t('acts.language.none');
  try {
    return new Intl.DisplayNames(document.documentElement.lang || 'en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

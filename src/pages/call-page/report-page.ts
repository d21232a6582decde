// Report of a call as one HTML page, which loads only the recording.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AnalysisResponse } from '../../calls/results/analysis.response.js';
import type { RedactionResponse } from '../../calls/results/redaction.response.js';
import { versionText } from '../../calls/transcript-export.js';
import { type Html, html, inSlices, PLACE, trusted } from '../../platform/http/pages/html.js';
import { ICON, PRODUCT, SYMBOL } from '../../platform/http/pages/page.js';
import { evaluations } from './report-evaluations.js';
import { redactionNote, withMarks } from './report-redaction.js';
import { billed, coaching, decidedNote, findings, metrics, observations, scores } from './report-sections.js';
import {
  clock,
  type ReportedCall,
  type Segment,
  speakerColour,
  speakerName,
  type Transcript,
} from './reported-call.js';
import { lanesOf, waveform } from './waveform.js';

const asset = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8').trim();
const STYLE = asset('report.css');
const SCRIPT = asset('report.browser.mjs');

/** Source of the page's recording: an address, the page itself, or none. */
export type Sound = { readonly from: 'link'; readonly url: string } | { readonly from: 'page' } | null;

export interface ReportPage {
  /**
   * Parts of the page in order, each made when it is requested: a page of ten hours takes a fifth of a second in total. Null
   * marks the place of the recording.
   */
  readonly parts: Iterable<string | null>;
  /** Policy for the header. The page repeats it, except for directives that only a header may have. */
  readonly contentSecurityPolicy: string;
}

/** @param sound `page`: the parts leave a place for the recording, a `data:` address of any length */
export function reportPage(call: ReportedCall, sound: Sound): ReportPage {
  const policy = [
    "default-src 'none'",
    `script-src ${sourceHash(SCRIPT)}`,
    `style-src ${sourceHash(STYLE)}`,
    'img-src data:',
    ...(sound === null ? [] : [`media-src ${sound.from === 'page' ? 'data:' : new URL(sound.url).origin}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return {
    parts: document(call, policy, sound).texts(),
    contentSecurityPolicy: `${policy}; frame-ancestors 'none'`,
  };
}

function document(call: ReportedCall, policy: string, sound: Sound): Html {
  const { analysis, transcript, results } = call;
  const seconds = analysis.call.duration_seconds ?? 0;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Report of the call of ${analysis.call.agent_id} with ${analysis.call.contact_id}</title>
<link rel="icon" href="${ICON}">
<style>${trusted(STYLE)}</style>
</head>
<body data-seconds="${seconds}">
<a class="skip" href="#findings">Skip to the findings</a>
${header(analysis)}
<section class="player" aria-label="Recording">
${waveform(lanesOf(call), seconds)}
${player(sound, analysis)}
</section>
<main>
<div class="judgement">
<section aria-labelledby="summary-title"><h2 id="summary-title">Summary</h2>
${notices(analysis, results.manipulation_suspected)}
${redactionNote(analysis.redaction)}
<p dir="auto">${results.summary}</p>
${scores(call)}
${decidedNote(results)}
</section>
${findings(results)}
${evaluations(call.evaluations)}
${coaching(analysis, results)}
${observations(results)}
${metrics(analysis)}
${billed(call)}
</div>
<section class="transcript" aria-labelledby="transcript-title"><h2 id="transcript-title">Transcript</h2>
${analysis.metadata.transcript_deleted_at === null ? versionNote(transcript) : html`<p>The transcript is no longer stored.</p>`}
${turns(transcript.segments, transcript.language, analysis.redaction)}
</section>
</main>
<footer><p>Analysis ${analysis.id}. Every quote is verified against the transcript.</p></footer>
<script type="module">${trusted(SCRIPT)}</script>
</body>
</html>
`;
}

function header({ call, created, livemode, metadata }: AnalysisResponse): Html {
  const at = call.started_at ?? new Date(created * 1000).toISOString();
  const engine = metadata.engine;
  return html`<header>
<p class="product"><svg viewBox="0 0 24 24" aria-hidden="true">${trusted(SYMBOL)}</svg>${PRODUCT}${livemode ? null : html` <span class="badge">test mode</span>`}</p>
<h1><bdi>${call.agent_id}</bdi> <span class="with">with</span> <bdi>${call.contact_id}</bdi></h1>
<p class="facts"><time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)} UTC</time>
<span>${clock(call.duration_seconds ?? 0)} long</span>${call.direction === null ? null : html`<span>${call.direction}</span>`}
${engine === null ? null : html`<span>Transcribed by ${engine.transcription}, evaluated by ${engine.analysis}: grade ${engine.grade}</span>`}</p>
</header>`;
}

function player(sound: Sound, { redaction }: AnalysisResponse): Html {
  if (sound === null && redaction.audio === 'withheld')
    return html`<p class="no-sound">The recording is withheld, so this report has no audio. Click a quote to show its turn.</p>`;
  if (sound === null)
    return html`<p class="no-sound">The recording is no longer stored, so this report has no audio. Click a quote to show its turn.</p>`;
  const address = sound.from === 'page' ? PLACE : sound.url;
  return html`<div class="controls"><audio id="audio" controls preload="metadata" src="${address}"></audio>
<p id="now" class="now">Click words to play them; space pauses.</p></div>`;
}

const GRADE_NOTES: Readonly<Record<string, string>> = {
  demo: 'Grade demo: this speech engine is for demos and gets many words wrong. Do not assess agents by it.',
  local: 'Grade local: transcribed on this server by less accurate engines. Listen before you assess agents by it.',
};

/** Two tracks of one channel each are used as two channels, so that none is left out. */
function leftOutTracks({ tracks, channels }: AnalysisResponse['audio']): boolean {
  return tracks !== null && tracks > 1 && !(tracks === 2 && channels === 2);
}

function notices({ audio, metadata }: AnalysisResponse, manipulationSuspected: boolean): Html[] {
  const grade = GRADE_NOTES[metadata.engine?.grade ?? ''];
  return [
    ...(grade === undefined ? [] : [grade]),
    ...(leftOutTracks(audio) ? [`The recording has ${audio.tracks} audio tracks; only one was transcribed.`] : []),
    ...(audio.damaged ? ['The recording is incomplete or damaged: only the decoded part is shown.'] : []),
    ...(manipulationSuspected ? ['Someone on this call tried to influence the AI. It changed no score.'] : []),
  ].map((text) => html`<p class="notice">${text}</p>`);
}

/** Null for the original transcript, which is version 1. */
function versionNote({ version = 1 }: Transcript): Html | null {
  return version === 1 ? null : html`<p class="note">${versionText(version)}</p>`;
}

function turns(segments: readonly Segment[], language: string | null, redaction: RedactionResponse): Html {
  if (segments.length === 0) return html`<p>No speech was found in this recording.</p>`;
  return html`<ol class="turns" id="turns" tabindex="0" aria-label="Turns"${language === null ? null : html` lang="${language}"`}>
${inSlices(segments, (segment) => turn(segment, redaction))}
</ol>`;
}

function turn({ id, speaker, start, end, text, edited = false }: Segment, redaction: RedactionResponse): Html {
  return html`<li class="turn colour-${speakerColour(speaker)}" id="turn-${id}" data-start="${start}" data-end="${end}">
<p class="who"><span class="speaker">${speakerName(speaker)}</span> <a class="time" href="#turn-${id}" data-start="${start}" aria-label="Play from ${clock(start)}">${clock(start)}</a>${edited ? html` <span class="edited">corrected</span>` : null}</p>
<p class="words" dir="auto">${withMarks(text, redaction)}</p></li>
`;
}

function sourceHash(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}

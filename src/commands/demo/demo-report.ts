// Prints an analysis for a person at a terminal. styleText leaves colours out where the output is not a terminal.
import { styleText } from 'node:util';
import type { Analysis, Progress } from '../../../clients/typescript/src/index.js';
import {
  coverageText,
  distinctCitations,
  type FindingState,
  findingsOf,
  furtherObservations,
  furtherStrengths,
  type Quotation,
} from '../../pages/call-page/judged-facts.js';
import {
  type FoundViolation,
  isDismissed,
  type ShownVerdict,
  verdictOnViolation,
} from '../../pages/call-page/whose-verdict.js';

const LABELS: Readonly<Record<string, string>> = { agent: 'Agent', customer: 'Customer' };
const BAR_WIDTH = 24;
/** Text is wrapped at this width, or at the width of a narrower terminal. */
const MAX_TEXT_WIDTH = 92;
const MIN_TEXT_WIDTH = 40;

export function headline(text: string): string {
  return `\n${styleText('bold', text)}`;
}

export function progressLine({ stage, percent }: Progress): string {
  const filled = Math.round((percent / 100) * BAR_WIDTH);
  const bar = styleText('green', '█'.repeat(filled)) + styleText('dim', '░'.repeat(BAR_WIDTH - filled));
  return `  ${bar} ${String(percent).padStart(3)} %  ${stage}`;
}

export function stageLine({ stage }: Progress): string {
  return `  ${stage}…`;
}

/** Suitable use of an engine, by its grade. */
const GRADES: Readonly<Record<string, string>> = {
  demo: 'for demos, not for assessing agents',
  local: 'works on real calls, on this machine',
  production: 'made for real calls',
};

/** @param minutes billed minutes; null when nothing was billed */
export function callReport(analysis: Analysis, minutes: number | null): string[] {
  const { transcript, results, metadata, call } = analysis;
  const confidence = metadata.engine?.mean_confidence ?? null;
  if (!transcript || !results) return [failure(analysis)];
  return [
    headline('Transcript'),
    ...engineLines(analysis),
    ...transcript.segments.flatMap(({ speaker, start, text, confidence }) =>
      paragraph(
        `${dim(clock(start))}  ${coloured(speaker)} `,
        18,
        `${text}${confidence === null ? '' : dim(` (${confidence.toFixed(2)})`)}`,
      ),
    ),
    headline('Findings'),
    ...violationLines(results),
    ...findingLines(results),
    ...section(
      'Other observations',
      furtherObservations(results)
        .filter(({ observed }) => observed)
        .flatMap(({ description, citations }) => [`  • ${description}`, ...quotations(citations)]),
    ),
    ...section('Coaching', [
      ...furtherStrengths(analysis).map((line) => `  ${styleText('green', '+')} ${line}`),
      ...results.coaching.recommendations.map((line) => `  ${styleText('yellow', '→')} ${line}`),
    ]),
    headline('Scores'),
    `  Compliance ${scored(results.compliance)}   Quality ${scored({ ...results.quality, score: results.quality.overall_score })}   Customer effort ${results.coaching.customer_effort_score ?? '–'} of 5   Sentiment ${results.quality.sentiment_analysis.customer_sentiment} (customer)`,
    ...(confidence === null ? [] : [`  Mean word confidence ${confidence.toFixed(2)}`]),
    ...(call.metrics
      ? [
          `  Agent talks ${Math.round(call.metrics.talk_ratio * 100)} % of the talking; ${call.metrics.silence_seconds.toFixed(0)} s of silence; ${call.metrics.interruptions} interruptions`,
        ]
      : []),
    headline('Summary'),
    ...paragraph('  ', 2, results.summary),
    headline('Bill'),
    `  ${minutes === null ? 'nothing' : `${minutes.toFixed(2)} minutes`} for ${call.duration_seconds?.toFixed(1)} s of audio, worked on for ${((metadata.processing_time_ms ?? 0) / 1000).toFixed(1)} s`,
  ];
}

type Results = NonNullable<Analysis['results']>;

function violationLines({ compliance }: Results): string[] {
  return compliance.violations.flatMap((violation: FoundViolation & (typeof compliance.violations)[number]) => {
    const { description, citations } = violation;
    const verdict = verdictOnViolation(violation);
    const mark = isDismissed(violation) ? dim('– no violation:') : styleText('red', '✗ violation:');
    return [`  ${mark} ${description}${whose(verdict)}`, ...quotations(citations)];
  });
}

/** Lines of all findings, or of those whose verdict is selected by `shown`. */
export function findingLines(results: Results, shown = (_: ShownVerdict) => true): string[] {
  return findingsOf(results)
    .filter(({ verdict }) => shown(verdict))
    .flatMap(({ title, state, citations, verdict }) => [
      `  ${MARKS[state]()} ${title}${state === 'not-assessable' ? dim(': not assessable') : ''}${whose(verdict)}`,
      ...quotations(citations),
    ]);
}

const whose = ({ text }: ShownVerdict) => dim(` (${text})`);

/** Engines that transcribed and evaluated the call, and how reliable they are. */
function engineLines({ metadata: { engine } }: Analysis): string[] {
  if (engine === null) return [];
  const expectation = GRADES[engine.grade] === undefined ? '' : `: ${GRADES[engine.grade]}`;
  const made = `Transcribed by ${engine.transcription}, evaluated by ${engine.analysis}`;
  return [`  ${styleText('yellow', `${made}; grade ${engine.grade}${expectation}`)}`];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [headline(title), ...lines];
}

function failure({ metadata }: Analysis): string {
  return `  ${styleText('red', 'failed')}: ${metadata.error_message}`;
}

const MARKS: Readonly<Record<FindingState, () => string>> = {
  done: () => styleText('green', '✓'),
  'not-done': () => styleText('red', '✗'),
  'not-assessable': () => styleText('yellow', '?'),
};

function quotations(citations: readonly Quotation[]): string[] {
  return distinctCitations(citations).slice(0, 2).map(citationLine);
}

export function citationLine({ speaker, start, quote }: Quotation): string {
  return dim(`        ${clock(start)} ${LABELS[speaker] ?? speaker}: “${quote}”`);
}

function coloured(speaker: string): string {
  const label = (LABELS[speaker] ?? speaker).padEnd(9);
  return styleText(speaker === 'agent' ? 'cyan' : 'magenta', label);
}

/** A score, and the share of the form that it is based on. */
function scored({
  score: value,
  coverage,
}: {
  readonly score: number | null;
  readonly coverage?: number | null;
}): string {
  const judged = coverageText(coverage);
  return judged === '' ? score(value) : `${score(value)} ${dim(`(${judged})`)}`;
}

export function score(value: number | null): string {
  if (value === null) return dim('not assessable');
  return styleText(value >= 80 ? 'green' : value >= 50 ? 'yellow' : 'red', String(value));
}

export function dim(text: string): string {
  return styleText('dim', text);
}

/** `m:ss`, right-aligned. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`.padStart(6);
}

/** Wraps the text. `first` starts the first line; the other lines are indented by `indent` columns. */
export function paragraph(first: string, indent: number, text: string): string[] {
  const room = process.stdout.isTTY ? process.stdout.columns - indent : MAX_TEXT_WIDTH;
  const width = Math.max(MIN_TEXT_WIDTH, Math.min(MAX_TEXT_WIDTH, room));
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  lines.push(line);
  return lines.map((each, index) => (index === 0 ? `${first}${each}` : `${' '.repeat(indent)}${each}`));
}

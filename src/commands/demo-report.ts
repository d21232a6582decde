// Prints an analysis for a person at a terminal. styleText leaves colours out where the output is not a terminal.
import { styleText } from 'node:util';
import type { components } from '../client/api.generated.js';

export type Analysis = components['schemas']['AnalysisResponse'];
type Results = NonNullable<Analysis['results']>;
type Citation = components['schemas']['CitationResponse'];
type Finding =
  | Results['compliance']['identity_verification']
  | Results['quality']['greeting']
  | Results['quality']['call_resolution'];

/** In the order in which they come up in a call. */
const FINDINGS: readonly (readonly [title: string, of: (results: Results) => Finding])[] = [
  ['Identity verified', ({ compliance }) => compliance.identity_verification],
  ['Disclosures made', ({ compliance }) => compliance.mandatory_disclosures],
  ['Privacy protected', ({ compliance }) => compliance.privacy_protection],
  ['Purpose declared', ({ compliance }) => compliance.purpose_declaration],
  ['Greeting', ({ quality }) => quality.greeting],
  ['Empathy', ({ quality }) => quality.empathetic_language],
  ['Resolved', ({ quality }) => quality.call_resolution],
];

const LABELS: Readonly<Record<string, string>> = { agent: 'Agent', customer: 'Customer' };
const BAR_WIDTH = 24;
/** Text is wrapped at this width, or at the width of a narrower terminal. */
const MAX_TEXT_WIDTH = 92;
const MIN_TEXT_WIDTH = 40;

export function headline(text: string): string {
  return `\n${styleText('bold', text)}`;
}

export function progressLine({ progress }: Analysis): string {
  const percent = progress?.percent ?? 0;
  const filled = Math.round((percent / 100) * BAR_WIDTH);
  const bar = styleText('green', '█'.repeat(filled)) + styleText('dim', '░'.repeat(BAR_WIDTH - filled));
  return `  ${bar} ${String(percent).padStart(3)} %  ${progress?.stage ?? ''}`;
}

/** @param minutes billed minutes; null when nothing was billed */
export function callReport(analysis: Analysis, minutes: number | null): string[] {
  const { transcript, results, metadata, call } = analysis;
  if (!transcript || !results) return [failure(analysis)];
  return [
    headline('Transcript'),
    ...transcript.segments.flatMap(({ speaker, start, text, confidence }) =>
      paragraph(
        `${dim(clock(start))}  ${coloured(speaker)} `,
        18,
        `${text}${confidence === null ? '' : dim(` (${confidence.toFixed(2)})`)}`,
      ),
    ),
    headline('Findings'),
    ...FINDINGS.flatMap(([title, of]) => findingLines(title, of(results))),
    ...results.compliance.violations.flatMap(({ description, citations }) => [
      `  ${styleText('red', '✗ violation')}          ${description}`,
      ...citations.map(citationLine),
    ]),
    headline('Also noticed'),
    ...results.observations
      .filter(({ observed }) => observed)
      .flatMap(({ description, citations }) => [`  • ${description}`, ...citations.slice(0, 1).map(citationLine)]),
    headline('Scores'),
    `  Compliance ${score(results.compliance.score)}   Quality ${score(results.quality.overall_score)}   Customer effort ${results.coaching.customer_effort_score ?? '–'} of 5   Sentiment ${results.quality.sentiment_analysis.customer_sentiment} (customer)`,
    ...(call.metrics
      ? [
          `  Agent talks ${Math.round(call.metrics.talk_ratio * 100)} % of the talking; ${call.metrics.silence_seconds.toFixed(0)} s of silence; ${call.metrics.interruptions} interruptions`,
        ]
      : []),
    headline('Coaching'),
    ...results.coaching.strengths.map((line) => `  ${styleText('green', '+')} ${line}`),
    ...results.coaching.recommendations.map((line) => `  ${styleText('yellow', '→')} ${line}`),
    headline('Summary'),
    ...paragraph('', 0, results.summary),
    headline('Bill'),
    `  ${minutes === null ? 'nothing' : `${minutes.toFixed(2)} minutes`} for ${call.duration_seconds?.toFixed(1)} s of audio, worked on for ${((metadata.processing_time_ms ?? 0) / 1000).toFixed(1)} s`,
    `  Transcribed by ${metadata.engine?.transcription}, analysed by ${metadata.engine?.analysis} (${metadata.engine?.grade} grade)${confidenceNote(metadata.engine?.mean_confidence ?? null)}`,
  ];
}

export function shortReport(analysis: Analysis): string[] {
  const { results, metadata } = analysis;
  if (!results) return [failure(analysis)];
  const states = FINDINGS.map(([title, of]) => `${mark(of(results))} ${title}`);
  return [
    ...paragraph('  ', 2, results.summary),
    `    ${states.join('   ')}`,
    ...results.compliance.violations.map(({ description }) => `    ${styleText('red', '✗ violation')} ${description}`),
    `    Compliance ${score(results.compliance.score)}   Quality ${score(results.quality.overall_score)}${confidenceNote(metadata.engine?.mean_confidence ?? null)}`,
    '',
  ];
}

function failure({ metadata }: Analysis): string {
  return `  ${styleText('red', 'failed')}: ${metadata.error_message}`;
}

function findingLines(title: string, finding: Finding): string[] {
  const note = finding.assessable ? '' : dim('  not assessable: the transcript is too uncertain');
  return [`  ${mark(finding)} ${title.padEnd(20)}${note}`, ...finding.citations.slice(0, 2).map(citationLine)];
}

function mark(finding: Finding): string {
  if (!finding.assessable) return styleText('yellow', '?');
  return holds(finding) ? styleText('green', '✓') : styleText('red', '✗');
}

function holds(finding: Finding): boolean {
  if ('performed' in finding) return finding.performed;
  return 'present' in finding ? finding.present : finding.resolved;
}

function citationLine({ speaker, start, quote }: Citation): string {
  return dim(`        ${clock(start)} ${LABELS[speaker] ?? speaker}: “${quote}”`);
}

function coloured(speaker: string): string {
  const label = (LABELS[speaker] ?? speaker).padEnd(9);
  return styleText(speaker === 'agent' ? 'cyan' : 'magenta', label);
}

function score(value: number | null): string {
  if (value === null) return dim('not assessable');
  return styleText(value >= 80 ? 'green' : value >= 50 ? 'yellow' : 'red', String(value));
}

function confidenceNote(confidence: number | null): string {
  return confidence === null ? '' : `, mean word confidence ${confidence.toFixed(2)}`;
}

function dim(text: string): string {
  return styleText('dim', text);
}

/** `m:ss`, right-aligned. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`.padStart(6);
}

/** Wraps the text. `first` starts the first line; the other lines are indented by `indent` columns. */
function paragraph(first: string, indent: number, text: string): string[] {
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

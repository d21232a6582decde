// The sections of a report: scores, findings, coaching, observations, talk metrics, bill.
import type { AnalysisResponse } from '../../calls/results/analysis.response.js';
import { type Html, html } from '../../platform/http/pages/html.js';
import {
  coverageText,
  decidedByPersons,
  distinctCitations,
  type FindingState,
  findingsOf,
  furtherObservations,
  furtherStrengths,
  type Quotation,
  type ShownFinding,
} from './judged-facts.js';
import { clock, type ReportedCall, type Results, speakerName } from './reported-call.js';
import { isDismissed, type ShownVerdict, verdictOnViolation } from './whose-verdict.js';

const GROUPS: readonly (readonly [state: FindingState, title: string, mark: string])[] = [
  ['not-done', 'Not done', '✗'],
  ['done', 'Done', '✓'],
  ['not-assessable', 'Not assessable', '?'],
];

/** Note on persons' decisions, if there are any, and on the parts that they do not change. */
export function decidedNote(results: Results): Html | null {
  const { findings: found, violations } = decidedByPersons(results);
  if (found + violations === 0) return null;
  const decided = [counted(found, 'finding'), counted(violations, 'violation')]
    .filter((text) => text !== '')
    .join(' and ');
  return html`<p class="note">A person decided ${decided}, and the scores are updated. Summary, sentiment and coaching are by AI.</p>`;
}

function counted(count: number, name: string): string {
  if (count === 0) return '';
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

export function scores({ results: { compliance, quality, coaching }, systemScores }: ReportedCall): Html {
  const { customer_sentiment: sentiment } = quality.sentiment_analysis;
  return tiles([
    scoreTile('Compliance', compliance.score, compliance.coverage, systemScores?.compliance),
    scoreTile('Quality', quality.overall_score, quality.coverage, systemScores?.quality),
    ['Customer effort', coaching.customer_effort_score, 'of 5; 1 is easy'],
    ['Sentiment', sentiment, 'of the customer'],
  ]);
}

type Tile = readonly [name: string, value: string | number | null, of: string, ofNone?: string];

function scoreTile(name: string, score: number | null, coverage: number | undefined, system?: number | null): Tile {
  const rest = [coverageText(coverage), systemText(score, system)].filter((text) => text !== '');
  return [name, score, ['of 100', ...rest].join('; '), rest.join('; ')];
}

/** The service's own figure, where verdicts of persons have changed it. @param system undefined: they have not */
export function systemText(figure: string | number | null, system: string | number | null | undefined): string {
  return system === undefined || system === figure ? '' : `without reviews: ${system ?? 'not assessable'}`;
}

/** @param shown a value of null is not assessable, and is shown with `ofNone` */
export function tiles(shown: readonly Tile[]): Html {
  return html`<dl class="tiles">${shown.map(
    ([name, value, of, ofNone = '']) => html`<div class="tile"><dt>${name}</dt>
<dd>${value === null ? html`<span class="none">not assessable</span>` : html`<strong>${value}</strong>`}${unbroken(value === null ? ofNone : of)}</dd></div>`,
  )}</dl>`;
}

/** A line breaks between the parts of the text, not within one. */
function unbroken(text: string): Html[] {
  return text.split(/(?<=;) /).map((part) => html` <span>${part}</span>`);
}

export function findings(results: Results): Html {
  const all = findingsOf(results);
  const { violations } = results.compliance;
  const standing = violations.filter((violation) => !isDismissed(violation));
  return html`<section id="findings" aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2>
${violationGroup('Violations', 'not-done', standing)}
${violationGroup('Dismissed violations', 'seen', violations.filter(isDismissed))}
${GROUPS.map(([state, title, mark]) =>
  group(
    title,
    mark,
    state,
    all.filter((finding) => finding.state === state),
  ),
)}</section>`;
}

function violationGroup(title: string, state: Fact['state'], shown: Results['compliance']['violations']): Html | null {
  if (shown.length === 0) return null;
  return html`<h3 class="state-${state}">${title}</h3><ul class="facts-list">${shown.map((violation) => {
    const { description, citations } = violation;
    const verdict = verdictOnViolation(violation);
    return isDismissed(violation)
      ? fact({ mark: '–', state, text: html`<s>${description}</s>`, citations, verdict })
      : fact({ mark: '✗', state, text: description, citations, verdict });
  })}</ul>`;
}

function group(title: string, mark: string, state: FindingState, shown: readonly ShownFinding[]): Html {
  if (shown.length === 0) return html``;
  return html`<h3 class="state-${state}">${title}</h3><ul class="facts-list">${shown.map(
    ({ title: text, citations, notes, verdict }) => fact({ mark, state, text, citations, notes, verdict }),
  )}</ul>`;
}

interface Fact {
  readonly mark: string;
  readonly state: FindingState | 'seen';
  readonly text: string | Html;
  readonly citations: readonly Quotation[];
  readonly notes?: readonly string[];
  /** Null: a fact about the call, which no one decided. */
  readonly verdict?: ShownVerdict | null;
}

export function fact({ mark, state, text, citations, notes = [], verdict = null }: Fact): Html {
  return html`<li class="fact state-${state}"><span class="mark" aria-hidden="true">${mark}</span><div><p dir="auto">${text}</p>
${verdict === null ? null : html`<p class="verdict${verdict.byPerson ? ' by-person' : ''}">${verdict.text}</p>`}
${notes.map((note) => html`<p class="note">${note}</p>`)}${distinctCitations(citations).map(quotation)}</div></li>`;
}

/** Without a script or audio, the link leads to the turn. */
function quotation({ segment_id, speaker, start, quote, stale = false }: Quotation): Html {
  const changed = stale ? '; the turn was corrected since' : '';
  return html`<p class="quotation"><a href="#turn-${segment_id}" data-start="${start}"><q dir="auto">${quote}</q> <span class="source">${speakerName(speaker)}, ${clock(start)}${changed}</span></a></p>`;
}

export function coaching(analysis: AnalysisResponse, { coaching: { recommendations } }: Results): Html {
  const strengths = furtherStrengths(analysis);
  if (strengths.length + recommendations.length === 0) return html``;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? null
      : html`<h3>${title}</h3><ul class="lines">${lines.map((line) => html`<li dir="auto">${line}</li>`)}</ul>`;
  return html`<section aria-labelledby="coaching-title"><h2 id="coaching-title">Coaching</h2>
${list('Suggestions', recommendations)}${list('Went well', strengths)}</section>`;
}

export function observations(results: Results): Html {
  const further = furtherObservations(results);
  if (further.length === 0) return html``;
  return html`<section aria-labelledby="observations-title"><h2 id="observations-title">Other observations</h2>
<ul class="facts-list">${further.map(({ description, observed, citations }) =>
    fact({
      mark: observed ? '•' : '–',
      state: 'seen',
      text: description,
      citations,
      notes: observed ? [] : ['Not found in this call'],
    }),
  )}</ul></section>`;
}

export function metrics({ call: { metrics: measured } }: AnalysisResponse): Html {
  if (measured === null) return html``;
  const share = Math.round(measured.talk_ratio * 100);
  const rows: readonly (readonly [name: string, value: string])[] = [
    ['Agent’s share of talk time', `${share} %`],
    ['Silence', `${Math.round(measured.silence_seconds)} s`],
    ['Overtalk', `${measured.overtalk_seconds.toFixed(1)} s`],
    ['Interruptions', String(measured.interruptions)],
    ['Agent', `${Math.round(measured.agent_words_per_minute)} words per minute`],
    ['Customer', `${Math.round(measured.customer_words_per_minute)} words per minute`],
  ];
  return html`<section aria-labelledby="metrics-title"><h2 id="metrics-title">Talk</h2>
<dl class="rows">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

export function billed({ analysis, bill }: ReportedCall): Html {
  return html`<section aria-labelledby="bill-title"><h2 id="bill-title">Bill</h2><p class="bill">${billText(analysis, bill)}</p></section>`;
}

function billText({ livemode, call }: AnalysisResponse, bill: ReportedCall['bill']): string {
  if (bill === null) return 'Nothing was billed.';
  const minutes = `${bill.minutes.toFixed(2)} minutes for ${(call.duration_seconds ?? 0).toFixed(1)} s of audio`;
  if (!livemode) return `${minutes}, in test mode: not charged.`;
  if (bill.amountCents === 0) return `${minutes}, within the plan.`;
  return `${minutes}, of which beyond the plan: $${(bill.amountCents / 100).toFixed(2)}.`;
}

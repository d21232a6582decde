// The sections of a report: scores, findings, coaching, observations, talk metrics, bill.
import type { AnalysisResponse } from '../analysis/analysis.response.js';
import { type Html, html } from '../platform/http/pages/html.js';
import {
  coverageText,
  distinctCitations,
  type FindingState,
  findingsOf,
  furtherObservations,
  furtherStrengths,
  type Quotation,
  type ShownFinding,
} from './judged-facts.js';
import { clock, type ReportedCall, type Results, speakerName } from './reported-call.js';

const GROUPS: readonly (readonly [state: FindingState, title: string, mark: string])[] = [
  ['not-done', 'Not done', '✗'],
  ['done', 'Done', '✓'],
  ['not-assessable', 'Not assessable', '?'],
];

export function scores({ compliance, quality, coaching }: Results): Html {
  const { customer_sentiment: sentiment } = quality.sentiment_analysis;
  return tiles([
    scoreTile('Compliance', compliance.score, compliance.coverage),
    scoreTile('Quality', quality.overall_score, quality.coverage),
    ['Customer effort', coaching.customer_effort_score, 'of 5; 1 is easy'],
    ['Sentiment', sentiment, 'of the customer'],
  ]);
}

type Tile = readonly [name: string, value: string | number | null, of: string, ofNone?: string];

function scoreTile(name: string, score: number | null, coverage: number | undefined): Tile {
  const judged = coverageText(coverage);
  return [name, score, judged === '' ? 'of 100' : `of 100; ${judged}`, judged];
}

/** @param shown a value of null is not assessable; `ofNone` then stands beside it */
export function tiles(shown: readonly Tile[]): Html {
  return html`<dl class="tiles">${shown.map(
    ([name, value, of, ofNone = '']) => html`<div class="tile"><dt>${name}</dt>
<dd>${value === null ? html`<span class="none">not assessable</span>` : html`<strong>${value}</strong>`} <span>${value === null ? ofNone : of}</span></dd></div>`,
  )}</dl>`;
}

export function findings(results: Results): Html {
  const all = findingsOf(results);
  const { violations } = results.compliance;
  return html`<section id="findings" aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2>
${
  violations.length === 0
    ? null
    : html`<h3 class="state-not-done">Violations</h3><ul class="facts-list">${violations.map(
        ({ description, citations }) => fact({ mark: '✗', state: 'not-done', text: description, citations }),
      )}</ul>`
}
${GROUPS.map(([state, title, mark]) =>
  group(
    title,
    mark,
    state,
    all.filter((finding) => finding.state === state),
  ),
)}</section>`;
}

function group(title: string, mark: string, state: FindingState, shown: readonly ShownFinding[]): Html {
  if (shown.length === 0) return html``;
  return html`<h3 class="state-${state}">${title}</h3><ul class="facts-list">${shown.map(
    ({ title: text, citations, notes }) => fact({ mark, state, text, citations, notes }),
  )}</ul>`;
}

interface Fact {
  readonly mark: string;
  readonly state: FindingState | 'seen';
  readonly text: string | Html;
  readonly citations: readonly Quotation[];
  readonly notes?: readonly string[];
}

export function fact({ mark, state, text, citations, notes = [] }: Fact): Html {
  return html`<li class="fact state-${state}"><span class="mark" aria-hidden="true">${mark}</span><div><p dir="auto">${text}</p>
${notes.map((note) => html`<p class="note">${note}</p>`)}${distinctCitations(citations).map(quotation)}</div></li>`;
}

/** Without a script, and without sound, the link leads to its turn. */
function quotation({ segment_id, speaker, start, quote }: Quotation): Html {
  return html`<p class="quotation"><a href="#turn-${segment_id}" data-start="${start}"><q dir="auto">${quote}</q> <span class="source">${speakerName(speaker)}, ${clock(start)}</span></a></p>`;
}

export function coaching(analysis: AnalysisResponse, { coaching: { recommendations } }: Results): Html {
  const strengths = furtherStrengths(analysis);
  if (strengths.length + recommendations.length === 0) return html``;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? null
      : html`<h3>${title}</h3><ul class="lines">${lines.map((line) => html`<li dir="auto">${line}</li>`)}</ul>`;
  return html`<section aria-labelledby="coaching-title"><h2 id="coaching-title">Coaching</h2>
${list('To do better', recommendations)}${list('Went well', strengths)}</section>`;
}

export function observations(results: Results): Html {
  const further = furtherObservations(results);
  if (further.length === 0) return html``;
  return html`<section aria-labelledby="observations-title"><h2 id="observations-title">Also noticed</h2>
<ul class="facts-list">${further.map(({ description, observed, citations }) =>
    fact({
      mark: observed ? '•' : '–',
      state: 'seen',
      text: description,
      citations,
      notes: observed ? [] : ['Not heard in this call'],
    }),
  )}</ul></section>`;
}

export function metrics({ call: { metrics: measured } }: AnalysisResponse): Html {
  if (measured === null) return html``;
  const share = Math.round(measured.talk_ratio * 100);
  const rows: readonly (readonly [name: string, value: string])[] = [
    ["Agent's share of the talking", `${share} %`],
    ['Silence', `${Math.round(measured.silence_seconds)} s`],
    ['Both at once', `${measured.overtalk_seconds.toFixed(1)} s`],
    ['Interruptions', String(measured.interruptions)],
    ['Agent', `${Math.round(measured.agent_words_per_minute)} words a minute`],
    ['Customer', `${Math.round(measured.customer_words_per_minute)} words a minute`],
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

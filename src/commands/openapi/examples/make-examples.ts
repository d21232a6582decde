// Makes the examples of the API document from a run: replaces ids, times and addresses by constant ones, and shortens the call.
import type { Citation, Observation, Results, Transcript } from '../../../../clients/typescript/src/index.js';
import type { Config } from '../../../platform/config/config.js';
import { type AnalysisRun, runSampleCall, type SampleRun } from './run-sample-call.js';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const IDS = {
  completed: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  failed: '6f0f3f6f-0b52-4a53-9d0f-5f0c8a1e3b7d',
  scorecard: '3c1d5a7e-2b4f-4c6a-9e8d-1f0b2a3c4d5e',
  evaluation: '9a7c4e1b-6d2f-4b8a-a5c3-0e9d8f7b6a51',
  tried: 'c4b2e8f0-1a3d-4f5c-8b7e-6d9a0c1f2e3b',
  rescore: '7e6d5c4b-3a2f-4e1d-9c8b-0a1f2e3d4c5b',
  other: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
  review: '8d7c6b5a-4e3f-4c2d-9b1a-0f9e8d7c6b5a',
  correction: '5d0f7a1e-92c4-4f0b-8a63-c1b7d24e9f55',
  link: '5d0c7f7e-3a52-4f0c-9b8e-2f4d1c6a7b90',
  estimate: 'd5e4c3b2-a190-4f8e-9d7c-6b5a4f3e2d1c',
  dispute: '6a1d9c3e-2b7f-4e58-9d04-7c5b1f8e3a62',
  decision: 'e6f5d4c3-b2a1-4098-8e7d-6c5b4a3f2e1d',
};
const ACCEPTED_MS = Date.UTC(2026, 10, 20, 9);
const PROCESSING_MS = 8_123;
const FINISHED_MS = ACCEPTED_MS + PROCESSING_MS;
const TRANSCRIPT_HASH = 'sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';
const LINK_EXPIRES_MS = ACCEPTED_MS + 3_600_000;
const CLAIM_EXPIRES_MS = ACCEPTED_MS + 1_800_000;
const REVIEW_LINK_EXPIRES_MS = ACCEPTED_MS + 86_400_000;
/** Invented secrets: they give access to nothing. */
const REVIEW_TOKEN = 'pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY';
const ACCESS_TOKEN = 'eyJhbGciOiJIUzI1NiIsInR5cCI6InJldmlldytqd3QifQ.e30.c2ln';
const SERVICE = 'https://calls.example.com';
const WEBHOOK_URL = 'https://hooks.example.com/calls';

const MAX_OBSERVATIONS_OF_A_CATEGORY = 2;
const MAX_SENTENCES = 3;

/** Examples of analyses, by name. A shortened call keeps all findings and scores, and every segment that is cited. */
export type Examples = Readonly<Record<keyof AnalysisRun, Json>>;
export type ScorecardExamples = Readonly<Record<keyof SampleRun['scorecards'], Json>>;
export type ReviewExamples = Readonly<Record<keyof SampleRun['reviews'], Json>>;

function makeExamples({ analyses: run, scorecards, reviews, other }: SampleRun): {
  readonly analyses: Examples;
  readonly scorecards: ScorecardExamples;
  readonly reviews: ReviewExamples;
} {
  const { review_id: decision } = reviews.disputeResolved;
  const ids = new Map([
    [run.completed.id, IDS.completed],
    [run.failed.id, IDS.failed],
    [other.id, IDS.other],
    [reviews.review.id, IDS.review],
    [reviews.correction.id, IDS.correction],
    [reviews.link.id, IDS.link],
    [reviews.dispute.id, IDS.dispute],
    ...(decision === null ? [] : [[decision, IDS.decision] as const]),
    [scorecards.scorecard.id, IDS.scorecard],
    [scorecards.accepted.id, IDS.evaluation],
    [scorecards.rescore.id, IDS.rescore],
    [scorecards.estimate.id, IDS.estimate],
    ...scorecards.tried.items.map(({ id }) => [id, IDS.tried] as const),
  ]);
  const { events, ...analyses } = steadied({ ...run, events: run.events.map(readEvent) }, ids);
  const written = events.map(writeEvent).join('\n\n');
  return {
    analyses: { ...analyses, events: `${written}\n\n` },
    scorecards: steadied({ ...scorecards }, ids),
    reviews: steadied({ ...reviews }, ids),
  };
}

/** Shortens values, and replaces what differs from run to run. */
function steadied<Values extends object>(values: Values, ids: ReadonlyMap<string, string>): Steadied<Values> {
  const entries = Object.entries(values).map(([name, value]) => [name, steady(shorten(value), ids)]);
  return Object.fromEntries(entries);
}

type Steadied<Values> = { readonly [Name in keyof Values]: Values[Name] extends StreamEvent[] ? StreamEvent[] : Json };

interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

function readEvent(text: string): StreamEvent {
  const {
    id = '',
    event = '',
    data = '',
  } = /^id: (?<id>\d+)\nevent: (?<event>\w+)\ndata: (?<data>.*)$/.exec(text)?.groups ?? {};
  return { id, event, data: JSON.parse(data) };
}

const writeEvent = ({ id, event, data }: StreamEvent) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}`;

const DISPUTE_WINDOW_S = 14 * 86_400;
/** Time for which calls of test mode are kept. */
const RETENTION_S = 30 * 86_400;

/** Replaces what differs from run to run. */
function steady(value: unknown, ids: ReadonlyMap<string, string>): Json {
  const text = JSON.stringify(value, (key, member: unknown) => steadyMember(key, member));
  return JSON.parse([...ids].reduce((all, [id, given]) => all.replaceAll(id, given), text));
}

function steadyMember(key: string, member: unknown): unknown {
  if (member === null) return null;
  switch (key) {
    case 'id':
      return typeof member === 'string' && member.startsWith('evt_') ? 'evt_2f1d0c5e8b7a4d3c9e6f1a2b3c4d5e6f' : member;
    case 'created':
      return ACCEPTED_MS / 1000;
    case 'at':
    case 'resolved_at':
      return typeof member === 'number' ? Math.floor(FINISHED_MS / 1000) : member;
    case 'disputable_until':
      return Math.floor(FINISHED_MS / 1000) + DISPUTE_WINDOW_S;
    case 'completed_at':
      return typeof member === 'number' ? Math.floor(FINISHED_MS / 1000) : new Date(FINISHED_MS).toISOString();
    case 'retained_until':
      return Object.fromEntries(
        Object.entries(member ?? {}).map(([part, at]) => [part, at && Math.floor(FINISHED_MS / 1000) + RETENTION_S]),
      );
    case 'transcript_hash':
      return TRANSCRIPT_HASH;
    case 'processing_time_ms':
      return PROCESSING_MS;
    case 'webhook_url':
      return WEBHOOK_URL;
    case 'claimed_until':
      return new Date(CLAIM_EXPIRES_MS).toISOString();
    case 'expires_at':
      return new Date(REVIEW_LINK_EXPIRES_MS).toISOString();
    case 'access_token':
      return ACCESS_TOKEN;
    case 'url':
      return steadyLink(String(member));
    default:
      return member;
  }
}

function steadyLink(link: string): string {
  const { pathname, searchParams, hash } = new URL(link);
  if (hash.startsWith('#review=')) return `${SERVICE}${pathname}#review=${REVIEW_TOKEN}`;
  searchParams.set('expires', String(LINK_EXPIRES_MS / 1000));
  searchParams.set('signature', 'c2ln');
  return `${SERVICE}${pathname}?${searchParams}`;
}

/** Shortens every completed analysis in the value. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  if (isAnswer(value)) return { ...value, citations: value.citations.slice(0, 1) };
  if (isJudgedCall(value)) return { ...value, ...shortenCall(value) };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shorten(member)]));
}

/** Whether a value is an answer of an evaluation. */
const isAnswer = (value: object): value is { readonly citations: readonly unknown[] } =>
  'question' in value && 'citations' in value && Array.isArray(value.citations);

interface JudgedCall {
  readonly transcript: Transcript;
  readonly results: Results;
}

const isJudgedCall = (value: object): value is JudgedCall =>
  'transcript' in value && value.transcript !== null && 'results' in value && value.results !== null;

function shortenCall({ transcript, results }: JudgedCall): JudgedCall {
  const { compliance, quality, coaching } = results;
  const findings = {
    compliance: shortenFindings(compliance),
    quality: shortenFindings(quality),
  };
  const kept = citedIn(findings);
  const isKept = ({ citations }: Pick<Observation, 'citations'>) =>
    citations.every(({ segment_id }) => kept.has(segment_id));
  const observations = results.observations.map(shortenFinding).filter(isKept);
  const isOneOfTheFirst = ({ category }: Observation, at: number) =>
    observations.slice(0, at).filter((other) => other.category === category).length < MAX_OBSERVATIONS_OF_A_CATEGORY;
  return {
    transcript: {
      ...transcript,
      text: transcript.text
        .split('\n')
        .filter((_, id) => kept.has(id))
        .join('\n'),
      segments: transcript.segments.filter(({ id }) => kept.has(id)),
    },
    results: {
      ...results,
      ...findings,
      coaching: {
        ...coaching,
        strengths: coaching.strengths.slice(0, MAX_SENTENCES),
        recommendations: coaching.recommendations.slice(0, MAX_SENTENCES),
      },
      observations: observations.filter(isOneOfTheFirst),
    },
  };
}

/** Shortens the compliance or the quality findings, violations included. */
function shortenFindings<Group extends object>(group: Group): Group {
  const shortened = Object.entries(group).map(([name, member]) => [
    name,
    Array.isArray(member) ? member.map(shortenFinding) : hasCitations(member) ? shortenFinding(member) : member,
  ]);
  return { ...group, ...Object.fromEntries(shortened) };
}

interface Cited {
  readonly evidence: string;
  readonly citations: Citation[];
  /** The service's own finding, where a person has decided. */
  readonly system?: Cited | null;
}

const hasCitations = (member: unknown): member is Cited =>
  typeof member === 'object' && member !== null && 'citations' in member;

/** Keeps the quotation that is the evidence, and the first of each other speaker: some findings rest on the words of both. */
function shortenFinding<Finding extends Cited>(finding: Finding): Finding {
  const { evidence, citations } = finding;
  const main = citations.find(({ quote }) => quote === evidence);
  const isFirstOfSpeaker = ({ speaker }: Citation, at: number) =>
    speaker !== main?.speaker && citations.findIndex((other) => other.speaker === speaker) === at;
  return {
    ...finding,
    citations: citations.filter((citation, at) => citation === main || isFirstOfSpeaker(citation, at)),
    ...(finding.system && { system: shortenFinding(finding.system) }),
  };
}

function citedIn(value: unknown): ReadonlySet<number> {
  const ids = [...JSON.stringify(value).matchAll(/"segment_id":(\d+)/g)].map(([, id]) => Number(id));
  return new Set(ids);
}

const textOf = (examples: object) => `${JSON.stringify(examples, null, 2)}\n`;

/**
 * Makes the files that hold the examples. @param config of a service that has nothing in it yet
 * @returns the texts of the files, by their paths
 */
export async function examplesTexts(config: Config): Promise<ReadonlyMap<string, string>> {
  const { analyses, scorecards, reviews } = makeExamples(await runSampleCall(config));
  return new Map([
    ['src/pages/site/examples/analyses.json', textOf(analyses)],
    ['src/pages/site/examples/scorecards.json', textOf(scorecards)],
    ['src/pages/site/examples/reviews.json', textOf(reviews)],
  ]);
}

// Makes the examples of the API document from a run: gives them ids, times and addresses that never change, and shortens the call.
import type { Citation, Observation, Results, Transcript } from '../../../clients/typescript/src/index.js';
import type { SampleRun } from './run-sample-call.js';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const IDS = { completed: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10', failed: '6f0f3f6f-0b52-4a53-9d0f-5f0c8a1e3b7d' };
const ACCEPTED_MS = Date.UTC(2026, 10, 20, 9);
const PROCESSING_MS = 8_123;
const FINISHED_MS = ACCEPTED_MS + PROCESSING_MS;
const LINK_EXPIRES_MS = ACCEPTED_MS + 3_600_000;
const SERVICE = 'https://calls.example.com';
const WEBHOOK_URL = 'https://hooks.example.com/calls';

const MAX_OBSERVATIONS_OF_A_CATEGORY = 2;
const MAX_SENTENCES = 3;

/** Of the whole document, by name. A shortened call keeps all findings and scores, and every segment that is cited. */
export type Examples = Readonly<Record<keyof SampleRun, Json>>;

export function makeExamples(run: SampleRun): Examples {
  const ids = new Map([
    [run.completed.id, IDS.completed],
    [run.failed.id, IDS.failed],
  ]);
  const examples = { ...run, events: run.events.map(readEvent) };
  const made = Object.entries(examples).map(([name, value]) => [name, steady(shorten(value), ids)]);
  const { events, ...others } = Object.fromEntries(made);
  return { ...others, events: `${events.map(writeEvent).join('\n\n')}\n\n` };
}

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
    case 'completed_at':
      return new Date(FINISHED_MS).toISOString();
    case 'processing_time_ms':
      return PROCESSING_MS;
    case 'webhook_url':
      return WEBHOOK_URL;
    case 'url':
      return steadyLink(String(member));
    default:
      return member;
  }
}

function steadyLink(link: string): string {
  const { pathname, searchParams } = new URL(link);
  searchParams.set('expires', String(LINK_EXPIRES_MS / 1000));
  searchParams.set('signature', 'c2ln');
  return `${SERVICE}${pathname}?${searchParams}`;
}

/** Shortens every completed analysis in the value. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  if (isJudgedCall(value)) return { ...value, ...shortenCall(value) };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shorten(member)]));
}

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

/** Of the compliance or the quality findings, violations included. */
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
  };
}

function citedIn(value: unknown): ReadonlySet<number> {
  const ids = [...JSON.stringify(value).matchAll(/"segment_id":(\d+)/g)].map(([, id]) => Number(id));
  return new Set(ids);
}

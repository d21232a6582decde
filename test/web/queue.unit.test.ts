// What of the queue needs no browser.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DE } from '../../web/src/texts/de.js';
import { EN } from '../../web/src/texts/en.js';
import {
  countFilters,
  filtersOf,
  isNarrower,
  pageOf,
  paramsOf,
  REASONS,
  wantedOf,
} from '../../web/src/views/queue/queue-filters.js';
import { nextIn, standingOf } from '../../web/src/views/queue/standing.js';

const { schemas } = JSON.parse(readFileSync('openapi.json', 'utf8')).components;
const CARD = '6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10';
const UNTIL = '2026-11-26T10:42:00.000Z';

const itemOf = (claimed_by: string | null, analysis_id = 'a') => ({
  analysis_id,
  created: 1_790_000_000,
  agent_id: 'agent-7',
  contact_id: 'cust-42',
  duration_seconds: 60,
  reasons: ['flagged' as const],
  doubts: [],
  returned: false,
  severity: 3,
  worth: 0.5,
  claimed_by,
  claimed_until: claimed_by === null ? null : UNTIL,
});

it('has words for each reason that the document names, in both languages', () => {
  expect([...REASONS]).toEqual(schemas.ReviewReason.enum);
  for (const texts of [EN, DE] as Readonly<Record<string, string>>[])
    for (const reason of schemas.ReviewReason.enum)
      for (const key of [`queue.reason.${reason}`, `queue.tag.${reason}`]) expect(texts[key], key).toMatch(/\w/);
});

describe('how a call stands in the queue', () => {
  const held = { analysisId: 'a', until: Date.parse(UNTIL) };
  const seen = { item: itemOf('mara'), held: null, reviewer: 'mara', wasListed: true };

  it('is mine, or another reviewer’s, as the service says', () => {
    expect(standingOf('a', seen)).toEqual({ kind: 'mine', until: Date.parse(UNTIL) });
    expect(standingOf('a', { ...seen, reviewer: 'jon' })).toEqual({
      kind: 'taken',
      by: 'mara',
      until: Date.parse(UNTIL),
      wasMine: false,
    });
    expect(standingOf('a', { ...seen, reviewer: 'jon', held })).toMatchObject({ kind: 'taken', wasMine: true });
  });

  it('has ended where my claim ran out, and is open where I had none', () => {
    expect(standingOf('a', { ...seen, item: itemOf(null), held })).toEqual({ kind: 'ended', until: held.until });
    expect(standingOf('a', { ...seen, item: itemOf(null) })).toEqual({ kind: 'open' });
    expect(standingOf('a', { ...seen, item: itemOf(null), held: { ...held, analysisId: 'b' } })).toEqual({
      kind: 'open',
    });
  });

  it('is done where the queue had it, and nothing where it never had', () => {
    expect(standingOf('a', { ...seen, item: null })).toEqual({ kind: 'done' });
    expect(standingOf('a', { ...seen, item: null, wasListed: false, held })).toEqual({ kind: 'done' });
    expect(standingOf('a', { ...seen, item: null, wasListed: false })).toEqual({ kind: 'none' });
  });

  it('gives of a page what comes next', () => {
    const items = [itemOf('jon', 'a'), itemOf('mara', 'b'), itemOf(null, 'c'), itemOf(null, 'd')];
    expect(nextIn(items)).toBe(items[2]);
    expect(nextIn(items.slice(0, 2))).toBeNull();
  });
});

describe('the filters of the queue', () => {
  it('become what the API takes, and what is no filter is passed over', () => {
    const filters = { reason: 'violation', agent_id: 'agent-7', scorecard_id: CARD, from: '2026-11-20', page: '2' };
    expect(paramsOf(filters)).toEqual({
      reason: 'violation',
      agent_id: 'agent-7',
      scorecard_id: CARD,
      // The first second of the day counts: the API takes calls after a second.
      created_after: new Date(2026, 10, 20).getTime() / 1000 - 1,
      livemode: true,
      order: 'severity',
      skip: 50,
      limit: 50,
    });
    expect(paramsOf({ reason: 'other', scorecard_id: 'x', from: 'soon', page: '-1' })).toMatchObject({
      reason: undefined,
      scorecard_id: undefined,
      created_after: undefined,
      skip: 0,
    });
    expect(pageOf({ page: '0' })).toBe(1);
    expect(countFilters(filters)).toBe(4);
  });

  it('tell what claiming can go by', () => {
    expect(wantedOf({ reason: 'flagged', agent_id: '', scorecard_id: CARD })).toEqual({
      reason: 'flagged',
      agent_id: undefined,
      livemode: true,
      order: 'severity',
    });
    const chosen = { reason: 'flagged', agent_id: 'agent-7', mode: 'test', order: 'worth' };
    expect(filtersOf(wantedOf(chosen))).toEqual(chosen);
    expect(countFilters({ mode: 'test', order: 'worth' }), 'filters').toBe(0);
    const narrower = [{ reason: 'flagged', agent_id: 'agent-7' }, { scorecard_id: CARD }, { from: '2026-11-20' }];
    expect(narrower.map(isNarrower)).toEqual([false, true, true]);
  });
});

// What the views of retention, holds and the audit log compute without a browser.
import { describe, expect, it } from 'vitest';
import { type AuditEntry, CallAnalysisError, type RetentionSettings } from '../../clients/typescript/src/browser.js';
import { DATA } from '../../web/src/texts/en/data.js';
import { factsOf, goneIn, isHmac, placeOf, sentenceOf, targetOf } from '../../web/src/views/data/audit/entries.js';
import { faultsOfIds, idsIn, isOfId } from '../../web/src/views/data/call-ids.js';
import {
  countedIn,
  NEW,
  paramsOf as paramsOfErasure,
  withSubject,
} from '../../web/src/views/data/erasures/erasure-form.js';
import { draftOf, goingOf, paramsOf } from '../../web/src/views/data/retention/retention-form.js';

const CALL = '6a1f0c9e-4d27-4b83-9e15-2c7d8f3b5a60';
const MARA = '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10';

const entry = (action: string, by: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '5b0c2a7e-8d41-4a0b-9a53-6f1f6d1b2c3d',
  object: 'audit_entry',
  sequence: 1,
  at: 1_790_000_000,
  livemode: true,
  actor: { kind: 'member', id: MARA },
  action: action as AuditEntry['action'],
  subject: { type: 'analysis', id: CALL },
  request_id: null,
  client_address: null,
  details: {},
  hash: null,
  ...by,
});

describe('retention', () => {
  it('is sent whole, with null for an empty field', () => {
    const settings = {
      recordings_days: 90,
      originals_days: null,
      transcripts_days: 0,
      analyses_days: null,
      audit_days: 400,
      audit_reads: true,
    } as RetentionSettings;
    const { audit_reads: reads, ...days } = paramsOf(draftOf(settings));
    expect({ ...days, audit_reads: reads }).toEqual(settings);
    expect(paramsOf({ ...draftOf(settings), recordings_days: '', audit_days: ' ' })).toMatchObject({
      recordings_days: null,
      audit_days: null,
    });
  });

  it('tells only of what would go', () => {
    expect(goingOf({ recordings: 1_204, transcripts: 0, analyses: 17 })).toEqual([
      ['recordings', 1_204],
      ['analyses', 17],
    ]);
  });
});

describe('ids of calls', () => {
  it('are read from what a person pastes, each once', () => {
    expect(idsIn(` a,b;\n\nc\tb `)).toEqual(['a', 'b', 'c']);
    expect(idsIn(' ')).toEqual([]);
  });

  it('have their faults, each with its id', () => {
    const refused = (loc: readonly string[]) =>
      new CallAnalysisError({
        kind: 'api',
        detail: 'refused',
        status: 422,
        items: [{ type: 'enum', loc, msg: 'Input should be an analysis of the account', input: 'a' }],
      });
    const ofIds = refused(['body', 'analysis_ids', '0']);
    expect(faultsOfIds(ofIds)).toEqual(['a: Input should be an analysis of the account']);
    expect([ofIds, refused(['body', 'name']), new Error('x')].map(isOfId)).toEqual([true, false, false]);
  });
});

describe('an erasure', () => {
  const typed = { ...NEW, name: ' cust-42 ', ids: 'a b', reason: ' Request ' };

  it('names what was chosen alone, in the scope that is the default for it', () => {
    expect(paramsOfErasure(typed)).toEqual({ contact_id: 'cust-42', scope: 'calls', reason: 'Request' });
    const ofAgent = withSubject(typed, 'agent');
    expect(paramsOfErasure(ofAgent)).toEqual({ agent_id: 'cust-42', scope: 'traces', reason: 'Request' });
    const ofIds = { ...withSubject(ofAgent, 'analyses'), reference: 'DSR-118' };
    expect(paramsOfErasure(ofIds)).toEqual({
      analysis_ids: ['a', 'b'],
      scope: 'calls',
      reason: 'Request',
      reference: 'DSR-118',
    });
  });

  it('tells of what there is', () => {
    const none = { recordings: 0, evaluations: 0, reviews: 0, deliveries: 0, idempotent_answers: 0 };
    expect(countedIn({ ...none, analyses: 3, exports: 2 })).toEqual([
      ['analyses', 3],
      ['exports', 2],
    ]);
  });
});

describe('an entry of the audit log', () => {
  it('is told by a sentence of its own, where what it tells has one', () => {
    const settings = (id: string) => entry('settings.changed', { subject: { type: 'settings', id } });
    const told = [
      entry('recording.original_read'),
      settings('sign_in'),
      settings('of_tomorrow'),
      entry('export.read', { subject: { type: 'audit', id: MARA } }),
      entry('redaction.started', { subject: { type: 'redaction', id: CALL } }),
      entry('auth.login_failed', { actor: { kind: 'service', id: 'service' } }),
      entry('member.changed', { subject: { type: 'member', id: MARA } }),
    ].map(sentenceOf);
    expect(told).toEqual([
      'recording_original_read',
      'settings_sign_in',
      'settings_changed',
      'audit_exported',
      'redaction_started_many',
      'auth_login_refused',
      'member_changed_self',
    ]);
    for (const name of told) expect(DATA).toHaveProperty([`audit.did.${name}`]);
  });

  it('leads to the call that it is about, unless that was deleted', () => {
    const dispute = entry('dispute.opened', { subject: { type: 'dispute', id: 'd' }, details: { analysis_id: CALL } });
    expect(targetOf(dispute)).toEqual({ type: 'analysis', id: CALL });
    expect(placeOf(targetOf(dispute), new Set())).toBe(`/calls/${CALL}`);
    expect(placeOf(targetOf(dispute), goneIn([entry('analysis.deleted')]))).toBeNull();
    expect([...goneIn([entry('review.created')])]).toEqual([]);
    expect(placeOf({ type: 'settings', id: 'redaction' }, new Set())).toBeNull();
  });

  it('has no names in its details, and says so', () => {
    const words = 'ab'.repeat(32);
    const facts = factsOf(entry('search', { details: { found: 0, words, agent_id: null } }));
    expect(facts).toEqual([
      ['found', 0],
      ['words', words],
    ]);
    expect([words, MARA, 7, 'AB'.repeat(32)].map(isHmac)).toEqual([true, false, false, false]);
  });
});

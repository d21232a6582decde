// Agent and contact of a file by its name, and when an upload is sent again.
import { describe, expect, it } from 'vitest';
import { CallAnalysisError } from '../../clients/typescript/src/browser.js';
import { DEFAULT_PATTERN, MAX_PARTY, MAX_PATTERN, patternOf, readName } from '../../web/src/sending/name-pattern.js';
import { pauseAfter } from '../../web/src/sending/pause.js';

const read = (pattern: string, name: string) => readName(patternOf(pattern), name);

describe('the pattern of file names', () => {
  it.each([
    ['agent-7_cust-42_2026-11-20.wav', { agent: 'agent-7', contact: 'cust-42' }],
    ['agent-7_cust-42_a_b_c.mp3', { agent: 'agent-7', contact: 'cust-42' }],
    // What only leads to "and anything else" may be missing with it.
    ['agent-7_cust-42.wav', { agent: 'agent-7', contact: 'cust-42' }],
    ['agent-7_cust-42_.wav', { agent: 'agent-7', contact: 'cust-42' }],
    ['Jürgen Müller_+49 30 1_x.flac', { agent: 'Jürgen Müller', contact: '+49 30 1' }],
    ['no-ending_cust', { agent: 'no-ending', contact: 'cust' }],
    // An ending has five characters at most: this is a part of the name.
    ['a_b.recorded at noon', { agent: 'a', contact: 'b.recorded at noon' }],
  ])('reads %s as people have it', (name, parties) => {
    expect(read(DEFAULT_PATTERN, name)).toEqual(parties);
  });

  it.each(['monday.wav', '_cust-42_x.wav', 'agent-7__x.wav', '', '.wav', `${'a'.repeat(MAX_PARTY + 1)}_b.wav`])(
    'says that "%s" does not fit',
    (name) => {
      expect(read(DEFAULT_PATTERN, name)).toBeNull();
    },
  );

  it.each([
    ['{contact} - {agent}', 'cust 42 - agent 7.wav', { agent: 'agent 7', contact: 'cust 42' }],
    ['{date}_{agent}', '2026-11-20_agent-7.wav', { agent: 'agent-7' }],
    ['*-{ Agent }-...', '0001-seven-x-y.wav', { agent: 'seven' }],
    ['call_{agent}_in', 'call_seven_in_in.wav', { agent: 'seven_in' }],
    ['call_{agent}_in', 'call_seven_out.wav', null],
    ['call_{agent}_in', 'CALL_seven_in.wav', null],
    // Characters of regular expressions are themselves.
    ['({agent})+.*{contact}', '(a)+.xxb.wav', null],
    ['[{agent}]^{contact}$', '[a]^b$.wav', { agent: 'a', contact: 'b' }],
  ])('%s tells of %s', (pattern, name, parties) => {
    expect(read(pattern, name)).toEqual(parties);
  });

  it.each([
    ['', 'none'],
    ['…', 'none'],
    ['{caller}_{date}', 'none'],
    ['{agent}_{agent}', 'twice'],
    ['{agent}{contact}', 'touching'],
    ['…{agent}', 'touching'],
    ['{agent}_{contact', null],
    ['}{agent}{', null],
  ])('"%s" has the fault %s', (pattern, fault) => {
    expect(patternOf(pattern).fault).toBe(fault);
    if (fault !== null) expect(read(pattern, 'a_b.wav')).toBeNull();
  });

  it('never goes back and forth in a name, which would take years, and reads a hundred characters of a pattern', () => {
    const long = 'a_'.repeat(50_000);
    for (const pattern of [`${'*_'.repeat(45)}{agent}b`, '(a+)+{agent}', '{'.repeat(5_000)])
      expect(read(pattern, long)).toBeNull();
    expect(patternOf(`${'x'.repeat(MAX_PATTERN)}{agent}`).fault).toBe('none');
  });
});

describe('an upload that failed', () => {
  const api = (status: number) => new CallAnalysisError({ kind: 'api', status, detail: 'No.' });

  it('is sent again when the service asks for it, however often', () => {
    expect(pauseAfter(api(429), '7', 0)).toEqual({ why: 'limit', ms: 7_000 });
    expect(pauseAfter(api(429), '7', 50)).toEqual({ why: 'limit', ms: 7_000 });
    expect(pauseAfter(api(429), null, 0)).toEqual({ why: 'limit', ms: 1_000 });
    expect(pauseAfter(api(429), 'soon', 0)).toEqual({ why: 'limit', ms: 1_000 });
    expect(pauseAfter(api(429), '999999', 0)).toEqual({ why: 'limit', ms: 3_600_000 });
  });

  it('is sent again after a cut, each time a little later', () => {
    const cut = new CallAnalysisError({ kind: 'connection', detail: 'Cut.' });
    expect([0, 1, 2, 9].map((failures) => pauseAfter(cut, null, failures)?.ms)).toEqual([1_000, 2_000, 4_000, 15_000]);
    expect(pauseAfter(new CallAnalysisError({ kind: 'timeout', detail: 'Silent.' }), null, 0)?.why).toBe('cut');
  });

  it('is sent again three times where the service is in trouble, and not where it was refused', () => {
    expect(pauseAfter(api(503), null, 2)).toEqual({ why: 'trouble', ms: 4_000 });
    expect(pauseAfter(api(503), null, 3)).toBeNull();
    // The first request with this key still runs.
    expect(pauseAfter(api(409), null, 0)?.why).toBe('trouble');
    for (const status of [400, 402, 403, 404, 413, 415, 422]) expect(pauseAfter(api(status), null, 0)).toBeNull();
    expect(pauseAfter(new Error('a fault of the page'), null, 0)).toBeNull();
  });
});

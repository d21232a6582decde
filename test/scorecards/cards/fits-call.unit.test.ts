import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type CompletedCall, fitsCall, isInSample } from '../../../src/scorecards/cards/fits-call.js';

const CALL: CompletedCall = {
  analysisId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  language: 'en',
  agentId: 'agent-7',
  metadata: { queue: 'sales', line: 7, vip: true, tags: ['x'] },
};

describe('a default scorecard', () => {
  it.each([
    ['nothing', {}],
    ['its language', { language: ['de', 'en'] }],
    ['its agent', { agent_id: ['agent-7'] }],
    ['a text of its metadata', { metadata: { queue: ['service', 'sales'] } }],
    ['a number and a boolean of its metadata, as text', { metadata: { line: ['7'], vip: ['true'] } }],
    ['every call', { sample_percent: 100 }],
  ])('that asks for %s fits the call', (_, appliesTo) =>
    expect(fitsCall(appliesTo, CALL), 'the scorecard fits').toBe(true),
  );

  it.each([
    ['another language', { language: ['de'] }],
    ['another agent', { agent_id: ['agent-8'] }],
    ['another value of the metadata', { metadata: { queue: ['service'] } }],
    ['a key that the metadata lacks', { metadata: { region: ['north'] } }],
    ['a key whose value is a list', { metadata: { tags: ['x'] } }],
    ['two keys of which one fits', { metadata: { queue: ['sales'], line: ['8'] } }],
  ])('that asks for %s does not', (_, appliesTo) =>
    expect(fitsCall(appliesTo, CALL), 'the scorecard fits').toBe(false),
  );

  it('that asks for a language fits a call whose language was written in capitals', () => {
    expect(fitsCall({ language: ['en'] }, { ...CALL, language: 'EN' }), 'en was not taken for EN').toBe(true);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an object', { name: '' }],
  ])('that asks for a value never fits %s', (value, given) => {
    const call = { ...CALL, metadata: { queue: given } };
    for (const wanted of ['undefined', 'null', '[object Object]'])
      expect(fitsCall({ metadata: { queue: [wanted] } }, call), `"${wanted}" fits ${value}`).toBe(false);
  });

  it('that takes a part of the calls takes none of those outside it, whatever else fits', () => {
    // The id is drawn as 48, see below.
    const taken = (percent: number) => fitsCall({ agent_id: ['agent-7'], sample_percent: percent }, CALL);
    expect([taken(48), taken(49)], 'The sample was not held to').toEqual([false, true]);
  });

  it('that asks for a language does not fit a call whose language is not known', () => {
    expect(fitsCall({ language: ['en'] }, { ...CALL, language: null }), 'the scorecard fits').toBe(false);
  });
});

describe('the sample', () => {
  it('is drawn from the id of the analysis alone, by a rule that others can repeat [scorecards 18]', () => {
    // sha256sum of the id begins with 6316e01c: 1662443548 % 100 = 48.
    const drawn = Array.from({ length: 100 }, (_, index) => isInSample(CALL.analysisId, index + 1)).indexOf(true);
    expect(drawn, 'the number that is drawn').toBe(48);
  });

  it('of a larger percentage holds that of a smaller one, and is about as large as it says', () => {
    const ids = Array.from({ length: 5_000 }, () => randomUUID());
    const small = ids.filter((id) => isInSample(id, 10));
    expect(small.filter((id) => !isInSample(id, 25))).toEqual([]);
    // Six standard deviations.
    expect(Math.abs(small.length - 500)).toBeLessThan(6 * Math.sqrt(5_000 * 0.1 * 0.9));
  });
});

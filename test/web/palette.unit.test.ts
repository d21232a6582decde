// The command palette, as far as it needs no browser.
// cspell:ignore Prüfliste prufl Maße
import { describe, expect, it } from 'vitest';
import { fits, isCallId, namesIn } from '../../web/src/shell/palette/matching.js';

describe('the command palette', () => {
  it.each([
    ['Review queue', 'queue rev', true],
    ['Prüfliste', 'prufl', true],
    ['Maße', 'MASSE', true],
    ['Review queue', 'queues', false],
    ['Review queue', '', true],
    ['a.c', 'a*c', false],
  ])('%s fits %s: %s', (name, typed, is) => {
    expect(fits(name, typed)).toBe(is);
  });

  it('names each agent and contact of the found calls once, where its own name fits', () => {
    const call = (agent_id: string, contact_id: string) => ({ call: { agent_id, contact_id } });
    const calls = [call('agent-2', 'cust-1'), call('agent-1', 'agent-7'), call('agent-2', 'cust-3')];
    expect(namesIn(calls, 'agent_id', 'AGENT')).toEqual(['agent-2', 'agent-1']);
    expect(namesIn(calls, 'contact_id', 'agent')).toEqual(['agent-7']);
  });

  it('knows the id of a call', () => {
    const ids = [' 9A4d6e0b-5c1f-4d8a-8b35-1f0a2c7e9d42 ', '9a4d6e0b', 'agent-7'];
    expect(ids.filter(isCallId)).toEqual(ids.slice(0, 1));
  });
});

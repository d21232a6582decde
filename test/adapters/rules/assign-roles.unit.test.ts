import { describe, expect, it } from 'vitest';
import { assignRoles } from '../../../src/adapters/rules/assign-roles.js';
import { loadRuleBook } from '../../../src/adapters/rules/rule-book.js';
import type { Segment, Speaker } from '../../../src/ports/transcript.js';
import { segmentsOf } from '../../support/audio/segments.js';
import {
  badCall,
  bareScript,
  goodCall,
  MISHEARD_GOOD,
  misheard,
  type Script,
} from '../../support/builders/rule-calls.js';

const book = loadRuleBook('en');

describe('assigning roles', () => {
  const assign = (segments: readonly Segment[]) => assignRoles(book, segments);
  const relabelled = (script: Script, agent: Speaker, customer: Speaker) =>
    segmentsOf(bareScript(script).map(([speaker, text]) => [speaker === 'agent' ? agent : customer, text]));

  it.each([
    ['good', goodCall],
    ['bad', badCall],
    ['misheard', misheard(goodCall, MISHEARD_GOOD)],
  ])('knows the agent of the %s call on either label', (_, script) => {
    for (const [agent, customer] of [
      ['speaker_0', 'speaker_1'],
      ['speaker_1', 'speaker_0'],
    ] as const) {
      const { speakers, segments } = assign(relabelled(script, agent, customer));
      expect(segments).toBeNull();
      expect(speakers[agent]?.role).toBe('agent');
      expect(speakers[customer]?.role).toBe('customer');
      expect(speakers[agent]?.confidence).toBeGreaterThan(0.9);
    }
  });

  it('has a confidence of 0.5 where no speaker says a cue', () => {
    const { speakers } = assign(
      segmentsOf([
        ['speaker_0', 'the weather is nice'],
        ['speaker_1', 'it was raining yesterday'],
      ]),
    );
    expect(Object.values(speakers).map(({ confidence }) => confidence)).toEqual([0.5, 0.5]);
  });

  it('leaves a third voice without a role', () => {
    const { speakers } = assign([
      ...relabelled(goodCall, 'speaker_0', 'speaker_2'),
      ...segmentsOf([['speaker_1', 'please hold']]).map((each) => ({ ...each, id: 99 })),
    ]);
    expect(Object.keys(speakers).sort()).toEqual(['speaker_0', 'speaker_2']);
  });

  it('gives roles to single segments where all have one label, and no wrong ones', () => {
    for (const script of [goodCall, badCall]) {
      const { speakers, segments } = assign(relabelled(script, 'speaker_0', 'speaker_0'));
      expect(speakers).toEqual({});
      const assigned = Object.entries(segments ?? {});
      expect(assigned.length).toBeGreaterThanOrEqual(script.length / 2);
      expect(assigned.filter(([id, { role }]) => script[Number(id)]?.[0] !== role)).toEqual([]);
    }
  });

  it('gives a role to a single party', () => {
    const { speakers } = assign(segmentsOf([['speaker_0', 'thank you for calling how can i help you']]));
    expect(speakers).toMatchObject({ speaker_0: { role: 'agent' } });
    expect(assign([])).toEqual({ speakers: {}, segments: null });
  });
});

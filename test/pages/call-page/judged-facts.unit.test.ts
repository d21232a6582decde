import { describe, expect, it } from 'vitest';
import {
  distinctCitations,
  findingsOf,
  furtherObservations,
  furtherStrengths,
} from '../../../src/pages/call-page/judged-facts.js';
import { sampleReportedCall } from '../../support/builders/reported-call.js';

const { analysis, results } = sampleReportedCall();
const { greeting } = results.quality;
const observation = {
  rule: 'r',
  category: 'agent_practice',
  description: 'The agent greeted.',
  speaker: 'agent',
  observed: true,
  confidence: 0.9,
  evidence: 'x',
};

describe('the facts of a report', () => {
  it('say of each finding whether it was done, was not done, or cannot be said', () => {
    const compliance = {
      ...results.compliance,
      identity_verification: { ...results.compliance.identity_verification, performed: false },
      privacy_protection: { ...results.compliance.privacy_protection, performed: false, assessable: false },
    };
    const states = findingsOf({ ...results, compliance }).map(({ title, state }) => [title, state]);
    expect(states).toContainEqual(['Greeted the customer', 'done']);
    expect(states).toContainEqual(["Did not verify the customer's identity", 'not-done']);
    expect(states).toContainEqual(["Protected the customer's data", 'not-assessable']);
  });

  it('come once: an observation with the words of a finding is left out, another one stays', () => {
    const [citation] = greeting.citations;
    if (!citation) throw new Error('The sample has a greeting');
    const told = { ...observation, citations: [{ ...citation, start: citation.end - 0.5, end: citation.end + 1 }] };
    const further = { ...observation, citations: [{ ...citation, segment_id: 1 }] };
    const missed = { ...observation, observed: false, citations: [] };
    expect(furtherObservations({ ...results, observations: [told, further, missed] })).toEqual([further, missed]);
  });

  it('quote the same words once: of quotations that overlap, the longest', () => {
    const at = (start: number, end: number, quote: string, segment_id = 0) => ({
      segment_id,
      speaker: 'agent',
      start,
      end,
      quote,
      verification: 'verified',
    });
    const [short, long, later, elsewhere] = [
      at(1, 2, 'how can i help'),
      at(1, 2.5, 'how can i help you today'),
      at(2.5, 4, 'i am sorry'),
      at(1, 2, 'how can i help', 4),
    ] as const;
    expect(distinctCitations([short, long, later, elsewhere])).toEqual([long, later, elsewhere]);
  });

  it('leave out the strengths that the rules made of the findings, and keep those of a language model', () => {
    const by = (name: string) => {
      const engine = analysis.metadata.engine && { ...analysis.metadata.engine, analysis: name };
      return furtherStrengths({ ...analysis, metadata: { ...analysis.metadata, engine } });
    };
    expect(by('rules')).toEqual([]);
    expect(by('openai:gpt-6-luna')).toEqual(['Clear greeting']);
  });
});

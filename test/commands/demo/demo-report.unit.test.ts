import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { CompletedAnalysis } from '../../../clients/typescript/src/index.js';
import { callReport, stageLine } from '../../../src/commands/demo/demo-report.js';
import { sampleReportedCall } from '../../support/builders/reported-call.js';

/** As the client of the interface has it. */
const analysis: CompletedAnalysis = JSON.parse(JSON.stringify(sampleReportedCall().analysis));
const lines = (changed: Partial<CompletedAnalysis> = {}) =>
  callReport({ ...analysis, ...changed }, 0.18).map(stripVTControlCharacters);

describe('the result of the demo', () => {
  it('says above the transcript what heard the call and judged it, and how far to trust that', () => {
    const shown = lines();
    const at = shown.findIndex((line) => line.includes('Transcript'));
    expect(shown[at + 1]).toBe(
      '  Transcribed by sample, evaluated by sample; grade demo: for demos, not for assessing agents',
    );
  });

  it('says of each finding and violation whose verdict it is', () => {
    const [citation] = analysis.results.quality.greeting.citations;
    if (!citation) throw new Error('The sample has a greeting');
    const violation = {
      rule: 'pin_requested',
      description: 'The agent asked for the PIN.',
      confidence: 1,
      evidence: citation.quote,
      flagged: false,
      citations: [citation],
      upheld: false,
      source: 'human',
      system: { confidence: 0.9 },
    };
    const violations: CompletedAnalysis['results']['compliance']['violations'] = JSON.parse(
      JSON.stringify([violation]),
    );
    const compliance = { ...analysis.results.compliance, violations };
    const shown = lines({ results: { ...analysis.results, compliance } });
    expect(shown).toContain('  ✓ Greeted the customer (AI, 95 % confident)');
    expect(shown).toContain(
      '  – no violation: The agent asked for the PIN. (Dismissed by a reviewer; AI: violation, 90 % confident)',
    );
  });

  it('says each thing once: of the observations and strengths, only what no finding has told', () => {
    const [citation] = analysis.results.quality.greeting.citations;
    if (!citation) throw new Error('The sample has a greeting');
    const observation = {
      rule: 'r',
      category: 'agent_practice' as const,
      speaker: 'agent',
      observed: true,
      confidence: 0.9,
      evidence: citation.quote,
    };
    const observations = [
      { ...observation, description: 'The agent greeted.', citations: [citation] },
      { ...observation, description: 'The customer thanked.', citations: [{ ...citation, segment_id: 1 }] },
    ];
    const engine = { ...analysis.metadata.engine, analysis: 'rules' };
    const shown = lines({
      results: { ...analysis.results, observations },
      metadata: { ...analysis.metadata, engine },
    }).join('\n');
    expect(shown).toContain('• The customer thanked.');
    expect(shown).not.toContain('The agent greeted.');
    expect(shown).not.toContain('Clear greeting');
    expect(shown).toContain('→ Name the next step');
    expect(lines().join('\n')).not.toContain('Other observations');
  });

  it('says beside each score how much it rests on, where the results know it', () => {
    expect(lines().join('\n')).toContain(
      'Compliance 100 (100 % assessed)   Quality 100 (100 % assessed)   Customer effort',
    );
    const { coverage: _, ...compliance } = { coverage: 1, ...analysis.results.compliance };
    const quality = { ...analysis.results.quality, overall_score: null, coverage: 0.25 };
    expect(lines({ results: { ...analysis.results, compliance, quality } }).join('\n')).toContain(
      'Compliance 100   Quality not assessable (25 % assessed)   Customer effort',
    );
  });

  it('tells each stage in a line where there is no terminal', () => {
    const progress = { stage: 'transcribing', percent: 40 } as const;
    expect(stageLine(progress)).toBe('  transcribing…');
  });
});

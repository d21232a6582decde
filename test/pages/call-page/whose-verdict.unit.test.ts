// What a report says of whose verdict it shows, from results that a person overruled.
import { describe, expect, it } from 'vitest';
import type { ViolationResponse } from '../../../src/calls/results/findings.response.js';
import { NO_VERDICTS, type Verdicts } from '../../../src/calls/results/verdicts.js';
import { overrule } from '../../../src/judgement/overrule.js';
import { decidedByPersons, findingsOf } from '../../../src/pages/call-page/judged-facts.js';
import { reportPage } from '../../../src/pages/call-page/report-page.js';
import type { ReportedCall } from '../../../src/pages/call-page/reported-call.js';
import { verdictOn, verdictOnViolation } from '../../../src/pages/call-page/whose-verdict.js';
import { sampleReportedCall } from '../../support/builders/reported-call.js';

const call = sampleReportedCall();
const [citation] = call.results.quality.greeting.citations;
if (!citation) throw new Error('The sample has a greeting');
const VIOLATION: ViolationResponse = {
  rule: 'pin_requested',
  description: 'The agent asked for the PIN.',
  confidence: 0.9,
  evidence: citation.quote,
  flagged: true,
  citations: [citation],
  upheld: true,
  source: 'system',
  system: null,
};
const system = {
  ...call.results,
  compliance: { ...call.results.compliance, violations: [VIOLATION], score: 80 },
};
const violationVerdict = (upheld: boolean) => ({
  rule: 'pin_requested',
  segmentId: citation.segment_id,
  upheld,
  reviewId: 'r',
});

function reviewed(verdicts: Partial<Verdicts>): ReportedCall {
  const results = overrule(system, { ...NO_VERDICTS, ...verdicts });
  const systemScores = { compliance: system.compliance.score, quality: system.quality.overall_score };
  return { ...call, results, systemScores };
}

const wordsOf = (shown: ReportedCall) =>
  [...reportPage(shown, null).parts]
    .join('')
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('whose verdict it is', () => {
  it('is said of each finding: how sure the service was, or that a person decided and what the service said', () => {
    const { results } = reviewed({
      findings: { 'compliance.identity_verification': { answer: 'no', citations: [], reviewId: 'r' } },
    });
    const shown = findingsOf(results).map(({ title, verdict }) => `${title}: ${verdict.text}`);
    expect(shown).toContain("Did not verify the customer's identity: Decided by a reviewer; AI: yes, 95 % confident");
    expect(
      shown.filter((line) => line.endsWith(': AI, 95 % confident')),
      'findings of the service',
    ).toHaveLength(7);
  });

  it('names what was not assessable so, and rounds how sure the service was to hundredths', () => {
    const human = { source: 'human', confidence: 1, system: { confidence: 0 } };
    expect(verdictOn(human, () => 'not assessable').text).toBe('Decided by a reviewer; AI: not assessable');
    expect(verdictOn({ confidence: 0.6249 }, () => '')).toEqual({ text: 'AI, 62 % confident', byPerson: false });
    expect(verdictOn({ source: 'system', confidence: 0 }, () => '').text).toBe('AI');
  });

  it('is said of a violation, whether a person upheld or dismissed it', () => {
    const shown = (upheld: boolean) => {
      const [violation] = reviewed({ violations: [violationVerdict(upheld)] }).results.compliance.violations;
      return violation && verdictOnViolation(violation).text;
    };
    expect(shown(true)).toBe('Confirmed by a reviewer; AI: violation, 90 % confident');
    expect(shown(false)).toBe('Dismissed by a reviewer; AI: violation, 90 % confident');
    expect(verdictOnViolation(VIOLATION).text).toBe('AI, 90 % confident');
  });

  it('counts what persons decided', () => {
    const both = reviewed({
      findings: { 'quality.greeting': { answer: 'yes', citations: [], reviewId: 'r' } },
      violations: [violationVerdict(false)],
    });
    expect(decidedByPersons(both.results)).toEqual({ findings: 1, violations: 1 });
    expect(decidedByPersons(system)).toEqual({ findings: 0, violations: 0 });
  });
});

describe('the report of a call that a person reviewed', () => {
  it('strikes a dismissed violation through, apart from those that stand, and leaves its words', () => {
    const page = [...reportPage(reviewed({ violations: [violationVerdict(false)] }), null).parts].join('');
    expect(page).toContain('<s>The agent asked for the PIN.</s>');
    expect(page).toContain('Dismissed violations</h3>');
    expect(page).not.toContain('>Violations</h3>');
    expect(page).toContain('Dismissed by a reviewer; AI: violation, 90 % confident');
    const [, dismissed = ''] = page.split('Dismissed violations</h3>');
    expect(dismissed.split('</ul>')[0], 'the dismissed violations').toContain(citation.quote);
  });

  it('shows the score of the service alone where it differs, and what the verdicts leave as it was', () => {
    const words = wordsOf(reviewed({ violations: [violationVerdict(false)] }));
    expect(words).toContain('Compliance 100 of 100; 100 % assessed; without reviews: 80');
    expect(words).toContain('Quality 100 of 100; 100 % assessed Customer effort');
    expect(words).toContain(
      'A person decided 1 violation, and the scores are updated. Summary, sentiment and coaching are by AI.',
    );
  });

  it('says so where no score was assessable before, and nothing where no person decided', () => {
    const decided = reviewed({ violations: [violationVerdict(false)] });
    const words = wordsOf({ ...decided, systemScores: { compliance: null, quality: 100 } });
    expect(words).toContain('100 % assessed; without reviews: not assessable');
    expect(wordsOf({ ...call, results: system })).not.toMatch(/person decided|service alone/);
  });

  it('says of a quotation that a correction has changed its turn', () => {
    const quoted = { ...citation, stale: true as const };
    const found = { answer: 'yes', citations: [quoted], reviewId: 'r' } as const;
    expect(wordsOf(reviewed({ findings: { 'quality.greeting': found } }))).toContain(
      'Agent, 0:00; the turn was corrected since',
    );
  });
});

// What a person should look at in a judged call, and what a look is worth.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResultsResponse } from '../../src/calls/results/analysis-results.response.js';
import type { ViolationResponse } from '../../src/calls/results/findings.response.js';
import { writePart } from '../../src/calls/results/judged-findings.js';
import type { Doubt } from '../../src/calls/review-tasks/doubt.js';
import { doubtOfCall, doubtOfForm } from '../../src/judgement/worth.js';
import { FINDING_NAMES, type FindingName, type FindingPart, findingsIn } from '../../src/ports/findings.js';
import { computeFigures } from '../../src/scorecards/answers/figures.js';
import type { JudgedAnswer } from '../../src/scorecards/answers/judged-answer.js';
import { writtenAnswers, writtenForm } from '../scorecards/written-forms.js';

interface Verdict {
  readonly confidence: number;
  readonly flagged: boolean;
  readonly assessable: boolean;
  readonly source?: 'human' | 'system';
}

const WEIGHTS: Readonly<Record<FindingName, number>> = {
  identity_verification: 0.3,
  mandatory_disclosures: 0.3,
  privacy_protection: 0.2,
  purpose_declaration: 0.2,
  call_resolution: 0.45,
  empathetic_language: 0.3,
  greeting: 0.25,
  professionalism: 0,
};

const SURE: Verdict = { confidence: 0.9, flagged: false, assessable: true };
const UNSURE: Verdict = { confidence: 0.5, flagged: true, assessable: true };
const NOT_HEARD: Verdict = { confidence: 0, flagged: true, assessable: false };

type Violation = Pick<ViolationResponse, 'rule' | 'confidence' | 'source' | 'upheld'> &
  Partial<Pick<ViolationResponse, 'citations'>>;

interface Drawn {
  readonly findings?: Partial<Record<FindingName, Verdict>>;
  readonly violations?: readonly Violation[];
  readonly kind?: string;
}

/** Results as `judgeCall` gives them; scores and coverage as they follow from the findings. */
function results({ findings = {}, violations = [], kind = 'conversation' }: Drawn): ResultsResponse {
  const finding = (name: FindingName) => ({
    performed: true,
    present: true,
    resolved: true,
    missing: [],
    evidence: '',
    citations: [],
    ...(findings[name] ?? SURE),
  });
  const score = (part: FindingPart) => {
    const coverage = findingsIn(part).reduce((sum, name) => sum + (finding(name).assessable ? WEIGHTS[name] : 0), 0);
    const isEnough = part === 'compliance' ? coverage >= 0.4 : coverage >= 0.5 && finding('call_resolution').assessable;
    return { score: isEnough ? 100 : null, coverage };
  };
  const quality = score('quality');
  return {
    call_kind: kind,
    not_judged_reason: null,
    compliance: {
      ...writePart('compliance', finding),
      violations: violations.map((one) => ({ description: '', evidence: '', flagged: true, citations: [], ...one })),
      ...score('compliance'),
    },
    quality: {
      sentiment_analysis: { overall_sentiment: 'neutral', customer_sentiment: 'neutral', agent_sentiment: 'neutral' },
      ...writePart('quality', finding),
      overall_score: quality.score,
      coverage: quality.coverage,
    },
    coaching: { customer_effort_score: null, strengths: [], recommendations: [] },
    observations: [],
    manipulation_suspected: false,
    summary: '',
  };
}

const ofCall = (drawn: Drawn, roleConfidence = 0.99) => summed(doubtOfCall(results(drawn), roleConfidence));
const summed = ({ reasons, worth }: Doubt): Summed => ({ reasons, worth });
type Summed = Pick<Doubt, 'reasons' | 'worth'>;
const all = (verdict: Verdict) => Object.fromEntries(FINDING_NAMES.map((name) => [name, verdict]));

describe('a call', () => {
  it.each<[string, Drawn, number, Summed]>([
    ['nothing where every finding is sure', {}, 0.99, { reasons: [], worth: 0 }],
    [
      'nothing of single findings that are not assessable, while the scores stand',
      { findings: { purpose_declaration: NOT_HEARD, empathetic_language: NOT_HEARD, professionalism: NOT_HEARD } },
      0.99,
      { reasons: [], worth: 0 },
    ],
    [
      'a flagged finding by its weight: 0.3 × (1 − 0.5)',
      { findings: { identity_verification: UNSURE } },
      0.99,
      { reasons: ['flagged'], worth: 0.15 },
    ],
    [
      'a finding that is in no score, worth nothing',
      { findings: { professionalism: UNSURE } },
      0.99,
      { reasons: ['flagged'], worth: 0 },
    ],
    [
      'a violation by what it takes off, once a rule and by its surest place: 0.2 × (1 − 0.9) + 0.2 × (1 − 0.4)',
      {
        violations: [
          { rule: 'pin_requested', confidence: 0.7 },
          { rule: 'pin_requested', confidence: 0.9 },
          { rule: 'rude', confidence: 0.4 },
        ],
      },
      0.99,
      { reasons: ['violation'], worth: 0.14 },
    ],
    [
      'a withheld score by what it lacks: the verdict on the matter, 0.45',
      { findings: { call_resolution: NOT_HEARD, empathetic_language: NOT_HEARD } },
      0.99,
      { reasons: ['withheld'], worth: 0.45 },
    ],
    [
      'a withheld score of quality by its coverage: 0.5 − 0.45',
      { findings: { greeting: NOT_HEARD, empathetic_language: NOT_HEARD } },
      0.99,
      { reasons: ['withheld'], worth: 0.05 },
    ],
    ['both scores withheld: 0.4 + 0.5', { findings: all(NOT_HEARD) }, 0.99, { reasons: ['withheld'], worth: 0.9 }],
    [
      'roles that are not clear by 1 − role_confidence, and nothing beside them',
      { findings: all(NOT_HEARD) },
      0.45,
      { reasons: ['roles_unclear', 'withheld'], worth: 0.55 },
    ],
    ['nothing of a voicemail', { findings: all(NOT_HEARD), kind: 'voicemail' }, 0, { reasons: [], worth: 0 }],
    [
      'everything at once, in the order of the reasons',
      { findings: { ...all(NOT_HEARD), greeting: UNSURE }, violations: [{ rule: 'rude', confidence: 0.8 }] },
      0.6,
      { reasons: ['violation', 'flagged', 'withheld'], worth: 1 },
    ],
  ])('has in doubt: %s', (_, drawn, roleConfidence, expected) => {
    expect(ofCall(drawn, roleConfidence)).toEqual(expected);
  });

  it('has nothing in doubt that a person has decided', () => {
    const decided = { source: 'human' } as const;
    expect(
      ofCall({
        findings: { identity_verification: { ...UNSURE, ...decided } },
        violations: [
          { rule: 'rude', confidence: 0.7, upheld: false, ...decided },
          { rule: 'pin_requested', confidence: 1, upheld: true, ...decided },
        ],
      }),
    ).toEqual({ reasons: [], worth: 0 });
  });

  it('is worth no more for a second violation of a rule that a person has upheld once', () => {
    const violations: Violation[] = [
      { rule: 'rude', confidence: 1, upheld: true, source: 'human' },
      { rule: 'rude', confidence: 0.5 },
    ];
    expect(ofCall({ violations })).toEqual({ reasons: ['violation'], worth: 0 });
  });

  it('is worth as much for the second violation of a rule where a person has dismissed the first', () => {
    const violations: Violation[] = [
      { rule: 'rude', confidence: 1, upheld: false, source: 'human' },
      { rule: 'rude', confidence: 0.5, upheld: true, source: 'system' },
    ];
    expect(ofCall({ violations })).toEqual({ reasons: ['violation'], worth: 0.1 });
  });

  it('has no score withheld any more where a person has decided all that could bring it', () => {
    const decided = { ...NOT_HEARD, source: 'human' } as const;
    expect(ofCall({ findings: { call_resolution: decided, empathetic_language: decided } })).toEqual({
      reasons: [],
      worth: 0,
    });
  });
});

const confidence = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);
const verdict = fc
  .record({ confidence, flagged: fc.boolean(), assessable: fc.boolean() })
  .map((one) => (one.assessable ? one : NOT_HEARD));
const drawnCall = fc.record({
  findings: fc.record(
    Object.fromEntries(FINDING_NAMES.map((name) => [name, verdict])) as Record<FindingName, typeof verdict>,
  ),
  violations: fc.array(fc.record({ rule: fc.constantFrom('a', 'b', 'c'), confidence }), { maxLength: 5 }),
});
const roles = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);

describe('any call', () => {
  it('is worth 0 to 1, with four decimals at most, and nothing without a reason', () => {
    fc.assert(
      fc.property(drawnCall, roles, (drawn, role) => {
        const { worth, reasons } = ofCall(drawn, role);
        expect(worth).toBeGreaterThanOrEqual(0);
        expect(worth).toBeLessThanOrEqual(1);
        expect(Math.round(worth * 10_000) / 10_000).toBe(worth);
        if (reasons.length === 0) expect(worth).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is worth less, or as much, the surer each verdict is', () => {
    const surer = (one: number, by: number) => Math.min(1, one + by);
    fc.assert(
      fc.property(drawnCall, roles, confidence, fc.nat(), (drawn, role, by, place) => {
        const name = FINDING_NAMES[place % FINDING_NAMES.length] ?? 'greeting';
        const before = drawn.findings[name];
        const raised = before.assessable ? { ...before, confidence: surer(before.confidence, by) } : before;
        const violations = drawn.violations.map((one, index) =>
          index === place % 5 ? { ...one, confidence: surer(one.confidence, by) } : one,
        );
        const { worth } = ofCall({ findings: { ...drawn.findings, [name]: raised }, violations }, role);
        expect(worth).toBeLessThanOrEqual(ofCall(drawn, role).worth);
      }),
      { numRuns: 2_000 },
    );
  });

  it('loses worth, and gains no reason, by what a person decides', () => {
    fc.assert(
      fc.property(drawnCall, roles, fc.nat(), (drawn, role, place) => {
        const name = FINDING_NAMES[place % FINDING_NAMES.length] ?? 'greeting';
        const decided: Verdict = { confidence: 1, flagged: false, assessable: true, source: 'human' };
        const violations = drawn.violations.map(
          (one, index): Violation => (index === place % 5 ? { ...one, source: 'human', upheld: place % 2 === 0 } : one),
        );
        const before = ofCall(drawn, role);
        const after = ofCall({ findings: { ...drawn.findings, [name]: decided }, violations }, role);
        expect(before.reasons).toEqual(expect.arrayContaining([...after.reasons]));
        // Dismissing the surest of two violations of a rule leaves the less sure one alone in doubt.
        if (place % 5 >= drawn.violations.length || place % 2 === 0)
          expect(after.worth).toBeLessThanOrEqual(before.worth);
      }),
      { numRuns: 2_000 },
    );
  });
});

const FORM = writtenForm('opening 40: notice 10; tag 0 / closing 60: offer 20; solved 10 human; tone 10 no! suggest', {
  min_coverage: 0.5,
});
const NO_END = writtenForm('opening 40: notice 10 no!; recording 30 / closing 60: offer 20', { min_coverage: 0.5 });

function ofForm(
  form: typeof FORM,
  answers: string,
  more: Readonly<Record<string, Partial<JudgedAnswer>>> = {},
): Summed {
  const judged = writtenAnswers(answers).map((one) => ({ ...one, ...more[one.question] }));
  return summed(doubtOfForm(form, judged, computeFigures(form, judged)));
}

describe('an evaluation', () => {
  const flagged = (sure: number) => ({ flagged: true, confidence: sure });

  it.each<[string, Summed, string, Readonly<Record<string, Partial<JudgedAnswer>>>, typeof FORM]>([
    ['nothing where every answer is sure', { reasons: [], worth: 0 }, 'notice=yes recording=yes offer=yes', {}, NO_END],
    [
      'a flagged answer by its share: 0.4 × 3/4 × (1 − 0.5)',
      { reasons: ['flagged'], worth: 0.15 },
      'notice=yes recording=yes offer=yes',
      { recording: flagged(0.5) },
      NO_END,
    ],
    [
      'an answer that ended the call as failed, by the whole form',
      { reasons: ['flagged'], worth: 0.3 },
      'notice=no! recording=yes offer=yes',
      { notice: flagged(0.7) },
      NO_END,
    ],
    [
      'such an answer without its proof',
      { reasons: ['needs_review'], worth: 0.4 },
      'notice=no~ recording=yes offer=yes',
      { notice: flagged(0.6) },
      NO_END,
    ],
    [
      'questions that wait for a person: 0.6 × 1/4, and a suggestion 0.6 × 1/4 × (1 − 0.8)',
      { reasons: ['awaiting_human'], worth: 0.18 },
      'notice=yes tag=yes offer=yes tone=yes',
      { tone: { confidence: 0.8 } },
      FORM,
    ],
    [
      'a score that is withheld, by what it lacks: 0.5 − 0.4',
      { reasons: ['withheld'], worth: 0.1 },
      'notice=yes recording=yes offer=?',
      {},
      NO_END,
    ],
    [
      'nothing of a question that could not be assessed, while there is a score',
      { reasons: [], worth: 0 },
      'notice=? recording=yes offer=yes',
      { notice: { flagged: true } },
      NO_END,
    ],
    [
      'a tag that is flagged, worth nothing',
      { reasons: ['flagged'], worth: 0 },
      'notice=yes tag=yes offer=yes solved=@yes tone=@yes',
      { tag: flagged(0.2) },
      FORM,
    ],
  ])('has in doubt: %s', (_, expected, answers, more, form) => {
    expect(ofForm(form, answers, more)).toEqual(expected);
  });

  it('has nothing in doubt that a person has answered', () => {
    expect(ofForm(FORM, 'notice=yes tag=yes offer=yes solved=@yes tone=@no')).toEqual({ reasons: [], worth: 0 });
  });

  it('has nothing in doubt that follows from a finding which a person has decided', () => {
    const written = writtenForm('opening 100: greeting 10 no!', {});
    const judge = { kind: 'finding', finding: 'greeting', answer: 'yes', otherwise: 'no' } as const;
    const sections = written.sections.map((section) => ({
      ...section,
      questions: section.questions.map((question) => ({ ...question, judge })),
    }));
    const form = { ...written, sections };
    const judged = writtenAnswers('greeting=no~').map((one) => ({ ...one, flagged: true, confidence: 0.5 }));
    const decided = results({ findings: { greeting: { ...SURE, confidence: 1, source: 'human' } } });
    expect(doubtOfForm(form, judged, computeFigures(form, judged)).reasons).toEqual(['needs_review']);
    expect(doubtOfForm(form, judged, computeFigures(form, judged, decided))).toMatchObject({ reasons: [], worth: 0 });
  });

  it('is worth 1 at most, whatever is in doubt', () => {
    const unsure = { flagged: true, confidence: 0 };
    const doubt = ofForm(NO_END, 'notice=no~ recording=yes offer=no', { recording: unsure, offer: unsure });
    expect(doubt).toEqual({ reasons: ['needs_review', 'flagged'], worth: 1 });
  });
});

describe('the doubts one by one', () => {
  const named = ({ items }: Doubt) => items.map(({ reason, subject, said }) => [reason, subject, said]);

  it('name the finding with its answer, each violation with its turn, and the score that is missing', () => {
    const said = {
      segment_id: 4,
      speaker: 'agent',
      start: 1,
      end: 2,
      quote: 'Your PIN',
      verification: 'exact',
    } as const;
    const citations = [said];
    const doubt = doubtOfCall(
      results({
        findings: { identity_verification: UNSURE, call_resolution: NOT_HEARD, empathetic_language: NOT_HEARD },
        violations: [{ rule: 'pin_requested', confidence: 0.9, citations }],
      }),
      0.99,
    );
    expect(named(doubt)).toEqual([
      ['violation', 'pin_requested', '4'],
      ['flagged', 'compliance.identity_verification', expect.stringMatching(/^(yes|no)$/)],
      ['withheld', 'quality', null],
    ]);
  });

  it('name the question, and which answer fails the call', () => {
    const judged = writtenAnswers('notice=no recording=yes offer=yes').map((one) =>
      one.question === 'notice' ? { ...one, flagged: true, autoFail: 'proved' as const } : one,
    );
    const doubt = doubtOfForm(NO_END, judged, computeFigures(NO_END, judged));
    expect(doubt.items).toEqual([expect.objectContaining({ subject: 'notice', said: 'no', fails: true })]);
  });
});

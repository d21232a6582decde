// Checks that `npm run bench -- --only quality` counts wrong verdicts on labelled dialogues: each test plants one.
import { describe, expect, it } from 'vitest';
import { BARS, weighBars } from '../../../bench/quality/bars.mjs';
import { type ScoredDialogue, scoreDialogue, tally, tallyRoles } from '../../../bench/quality/dialogue-score.mjs';

const LABELS = {
  greeting: true,
  purpose: true,
  identity: true,
  identity_kinds: ['name', 'postcode'],
  disclosure: false,
  privacy: null,
  sensitive: true,
  resolution: true,
  trouble: true,
  empathy: true,
  dismissive: false,
  violations: ['pin_requested'],
  professionalism: true,
};
const CITATION = { segment_id: 0, speaker: 'agent', start: 0, end: 1, quote: 'hello' };

type Told = boolean | null;

/** Results that say of every finding what the labels say, except for the changes. */
function results(
  changes: { told?: Record<string, Told>; rules?: string[]; conduct?: string[]; unproved?: string } = {},
) {
  const right: Record<string, Told> = {
    ...{ greeting: true, purpose_declaration: true, identity_verification: true, mandatory_disclosures: false },
    ...{ privacy_protection: null, call_resolution: true, empathetic_language: true, professionalism: true },
  };
  const told = { ...right, ...changes.told };
  const finding = (name: string, answer: string) => ({
    [name]: {
      [answer]: told[name] === true,
      assessable: told[name] !== null,
      citations: told[name] === null || changes.unproved === name ? [] : [CITATION],
    },
  });
  return {
    compliance: {
      ...finding('identity_verification', 'performed'),
      ...finding('privacy_protection', 'performed'),
      ...finding('mandatory_disclosures', 'performed'),
      ...finding('purpose_declaration', 'performed'),
      violations: (changes.rules ?? ['pin_requested']).map((rule) => ({ rule, citations: [CITATION] })),
      score: 100,
    },
    quality: {
      ...finding('call_resolution', 'resolved'),
      ...finding('greeting', 'present'),
      ...finding('empathetic_language', 'present'),
      ...finding('professionalism', 'present'),
      overall_score: null,
    },
    observations: (changes.conduct ?? []).map((rule) => ({ rule, observed: true, citations: [CITATION] })),
  };
}

const scored = (changes?: Parameters<typeof results>[0], labels: object = {}): ScoredDialogue =>
  scoreDialogue(results(changes), { ...LABELS, ...labels });
const findingIn = (given: ScoredDialogue[], name: string) => tally(given).findings.find((each) => each.name === name);
const ruleIn = (given: ScoredDialogue[], name: string) => tally(given).violations.find((each) => each.name === name);

describe('The score of a labelled dialogue', () => {
  it('finds no fault where every verdict is right', () => {
    expect(tally([scored()])).toMatchObject({
      ...{ falseAccusations: 0, deeds: 5, unproved: 0, accusedDialogues: 0, withScore: 1 },
      ...{ verdicts: 7, rightVerdicts: 7 },
    });
  });

  it.each(['greeting', 'purpose_declaration', 'identity_verification', 'call_resolution', 'empathetic_language'])(
    'counts a false accusation about %s',
    (name) => {
      const { falseAccusations, accusedDialogues } = tally([scored({ told: { [name]: false } }), scored()]);
      expect([falseAccusations, accusedDialogues]).toEqual([1, 1]);
    },
  );

  it('counts two false accusations of one call as one accused call', () => {
    const { falseAccusations, accusedDialogues } = tally([
      scored({ told: { greeting: false, call_resolution: false } }),
    ]);
    expect([falseAccusations, accusedDialogues]).toEqual([2, 1]);
  });

  it('does not count a deed that is not assessable as an accusation, but as not recalled', () => {
    const given = [scored({ told: { call_resolution: null } }), scored()];
    expect(tally(given).falseAccusations, 'false accusations').toBe(0);
    expect(findingIn(given, 'call_resolution')?.recall, 'recall of a deed that is not assessable').toBe(0.5);
  });

  it('counts praise for what was not done against precision', () => {
    const given = [scored({ told: { mandatory_disclosures: true } }), scored({}, { disclosure: true })];
    expect(findingIn(given, 'mandatory_disclosures')?.precision, 'precision of praise for what was not done').toBe(0);
    expect(tally(given)).toMatchObject({ verdicts: 14, rightVerdicts: 12 });
  });

  it('counts a verdict on what a reviewer left open against precision', () => {
    const given = [
      scored({ told: { call_resolution: false } }, { resolution: null }),
      scored({ told: { call_resolution: false } }, { resolution: false }),
    ];
    expect(
      findingIn(given, 'call_resolution')?.precisionOfFalse,
      'precision of a verdict that a reviewer left open',
    ).toBe(0.5);
  });

  it('counts a verdict without a quotation', () => {
    expect(tally([scored({ unproved: 'greeting' })]).unproved, 'verdicts without a quotation').toBe(1);
  });

  it('counts a violation that was missed, and one that was invented', () => {
    const given = [scored({ rules: [] }), scored({ rules: ['card_security_code_requested'] }, { violations: [] })];
    expect(ruleIn(given, 'pin_requested')).toMatchObject({ recall: 0, precision: null });
    expect(ruleIn(given, 'security_code_requested')).toMatchObject({ recall: null, precision: 0 });
  });

  it('reads the names that a language model gives to violations', () => {
    expect(
      ruleIn([scored({ rules: ['asked_for_pin'] })], 'pin_requested')?.recall,
      'recall of a violation that has another name',
    ).toBe(1);
  });

  it('counts a call that is wrongly told as dismissive', () => {
    const given = [scored({ conduct: ['dismissive_language'] })];
    expect(ruleIn(given, 'dismissive_language')?.cells.false.true, 'calls wrongly told as dismissive').toBe(1);
  });
});

describe('The tally of roles', () => {
  it('counts swapped roles only where they are judged', () => {
    const calls = [
      { agentChannel: 0, toldChannel: 1, confidence: 0.6 },
      { agentChannel: 0, toldChannel: 1, confidence: 0.5 },
      { agentChannel: 1, toldChannel: 1, confidence: 0.9 },
    ];
    expect(tallyRoles(calls, 0.6)).toEqual({ calls: 3, right: 1, swapped: 1, undecided: 1 });
  });
});

describe('The bars', () => {
  it('are missed by a value beyond them, met at them, and not measured without a value', () => {
    const bars = weighBars({ dialogues: { 'accused-0': 0.021, 'greeting-recall': 0.95, 'pin-precision': null } });
    const met = Object.fromEntries(bars.map((bar) => [bar.id, bar.met]));
    expect(met).toMatchObject({ 'accused-0': false, 'greeting-recall': true, 'pin-precision': null });
  });

  it('have one id each, and one limit each', () => {
    const ids = BARS.map(({ part, id }) => `${part} ${id}`);
    expect(new Set(ids).size, 'different ids').toBe(ids.length);
    expect(BARS.filter(({ min, max }) => (min === null) === (max === null))).toEqual([]);
  });
});

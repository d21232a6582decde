// What the rules make of the labelled dialogues. Raise a floor when the rules reach more: it is two points under that. The
// labels of identity count one secret, and what was told unasked, as a check, which they are no more. [whole]
import { beforeAll, describe, expect, it } from 'vitest';
import { BARS } from '../../../bench/quality/bars.mjs';
import { scoreDialogue, type Tally, tally } from '../../../bench/quality/dialogue-score.mjs';
import { createMishearing, type Dialogue, loadDialogues, toTranscript } from '../../../bench/quality/dialogues.mjs';
import { analyseByRules, assignRolesByRules, loadRuleBooks } from '../../../src/adapters/rules/judge-by-rules.js';
import { judgeCall } from '../../../src/judgement/judge-call.js';

const books = loadRuleBooks();
const mishear = createMishearing([...loadDialogues('seen'), ...loadDialogues('hard-seen'), ...loadDialogues('unseen')]);
const german = loadDialogues('languages').filter(({ language }) => language === 'de');
const maxOf = (id: string) => BARS.find((bar) => bar.id === id)?.max ?? Number.NaN;

function tallyOf(dialogues: readonly Dialogue[], language: string, wrongWords = 0): Tally {
  return tally(
    dialogues.map((dialogue) => {
      const transcript = toTranscript(mishear(dialogue, wrongWords, 0), language);
      const report = analyseByRules(books, { ...transcript, outputLanguage: null });
      return scoreDialogue(judgeCall({ transcript, report }), dialogue.labels);
    }),
  );
}

interface Floors {
  readonly recall: number;
  readonly precision: number;
  /** Null where none was told as not done. */
  readonly precisionOfFalse: number | null;
}
const floors = (recall: number, precision: number, precisionOfFalse: number | null = null): Floors => ({
  recall,
  precision,
  precisionOfFalse,
});

const SETS = [
  {
    set: 'seen',
    language: 'en',
    dialogues: loadDialogues('seen'),
    findings: {
      greeting: floors(0.94, 0.98, 0.98),
      purpose_declaration: floors(0.87, 0.96),
      identity_verification: floors(0.86, 0.98),
      mandatory_disclosures: floors(0.98, 0.98, 0.98),
      privacy_protection: floors(0.91, 0.94, 0.98),
      call_resolution: floors(0.9, 0.98, 0.98),
      empathetic_language: floors(0.9, 0.98),
      professionalism: floors(0.68, 0.96, 0.98),
    },
    violations: {
      pin_requested: 0.98,
      password_requested: 0.98,
      security_code_requested: 0.98,
      full_card_number_requested: 0.98,
      card_expiry_requested: 0.98,
      guarantee: 0.98,
      abusive_language: 0.98,
      dismissive_language: 0.53,
    },
  },
  {
    set: 'hard-seen',
    language: 'en',
    dialogues: loadDialogues('hard-seen'),
    findings: {
      greeting: floors(0.88, 0.98),
      purpose_declaration: floors(0.85, 0.97),
      identity_verification: floors(0.84, 0.94),
      mandatory_disclosures: floors(0.89, 0.94, 0.98),
      privacy_protection: floors(0.8, 0.98, 0.94),
      call_resolution: floors(0.88, 0.95, 0.91),
      empathetic_language: floors(0.75, 0.9),
      professionalism: floors(0.47, 0.96, 0.98),
    },
    violations: { password_requested: 0.98, full_card_number_requested: 0.98, security_code_requested: 0.98 },
  },
  {
    set: 'unseen',
    language: 'en',
    dialogues: loadDialogues('unseen'),
    findings: {
      greeting: floors(0.95, 0.96),
      purpose_declaration: floors(0.73, 0.96),
      identity_verification: floors(0.68, 0.93),
      mandatory_disclosures: floors(0.83, 0.98, 0.98),
      privacy_protection: floors(0.44, 0.78, 0.92),
      call_resolution: floors(0.87, 0.98, 0.98),
      empathetic_language: floors(0.64, 0.93),
      professionalism: floors(0.49, 0.98, 0.98),
    },
    violations: { pin_requested: 0.8, password_requested: 0.98, guarantee: 0.98 },
    // One of 120 agents is accused wrongly, by what was learnt.
    precision: { password_requested: 0.75 } as Readonly<Record<string, number>>,
  },
  {
    set: 'German',
    language: 'de',
    dialogues: german,
    findings: {
      greeting: floors(0.98, 0.98),
      purpose_declaration: floors(0.81, 0.98),
      identity_verification: floors(0.87, 0.98),
      mandatory_disclosures: floors(0.98, 0.98, 0.98),
      privacy_protection: floors(0.98, 0.98, 0.98),
      call_resolution: floors(0.91, 0.91, 0.98),
      empathetic_language: floors(0.98, 0.98),
      professionalism: floors(0.68, 0.83, 0.98),
    },
    violations: { pin_requested: 0.98, password_requested: 0.98, full_card_number_requested: 0.98 },
  },
];

describe.each(SETS)('the $set dialogues', ({ language, dialogues, findings, violations, precision }) => {
  let told: Tally;
  beforeAll(() => {
    told = tallyOf(dialogues, language);
  });

  it.each(Object.entries(findings))('%s is told as often and as rightly as before', (name, floor) => {
    const rates = told.findings.find((each) => each.name === name);
    expect(rates?.recall).toBeGreaterThanOrEqual(floor.recall);
    expect(rates?.precision).toBeGreaterThanOrEqual(floor.precision);
    // Where none was told as not done before, none is now, or it is right.
    expect(rates?.precisionOfFalse ?? 1).toBeGreaterThanOrEqual(floor.precisionOfFalse ?? 1);
  });

  it.each(Object.entries(violations))('%s is found as often and as rightly as before', (name, recall) => {
    const rates = told.violations.find((each) => each.name === name);
    expect(rates?.recall).toBeGreaterThanOrEqual(recall);
    expect(rates?.precision, `An agent is wrongly accused of ${name}`).toBeGreaterThanOrEqual(precision?.[name] ?? 1);
  });

  it('have no agent who is wrongly told to be dismissive, and no verdict without a quotation', () => {
    expect(
      told.violations.find(({ name }) => name === 'dismissive_language')?.cells.false.true,
      'agents who are wrongly told to be dismissive',
    ).toBe(0);
    expect(told.unproved, 'verdicts without a quotation').toBe(0);
    expect(told.verdicts).toBeGreaterThan(4 * dialogues.length);
  });

  it.each(Object.keys(findings))('have few who are praised for %s without the deed', (name) => {
    const praise = told.findings.find((each) => each.name === name)?.praise;
    // One call of a few is much: of twenty calls without the deed, two may be praised.
    expect(praise?.praised ?? 0).toBeLessThanOrEqual(Math.max(2, 0.09 * (praise?.without ?? 0)));
  });

  it.each([
    [0, maxOf('accused-0')],
    [0.08, maxOf('accused-8')],
    [0.25, maxOf('accused-25')],
  ])('accuse few agents of what they did, with a share of %s of the words wrong', (wrongWords, max) => {
    const { falseAccusations, deeds } = wrongWords === 0 ? told : tallyOf(dialogues, language, wrongWords);
    expect(falseAccusations / deeds).toBeLessThanOrEqual(max);
  });
});

describe('who is the agent', () => {
  /** The confidence that the agent is the agent; negative where the customer is taken for the agent. */
  function told(dialogue: Dialogue, language: string, wrongWords: number): number {
    const { segments, durationMs } = toTranscript(mishear(dialogue, wrongWords, 0), language);
    const voices = segments.map((segment) => ({
      ...segment,
      speaker: segment.speaker === 'agent' ? ('speaker_1' as const) : ('speaker_0' as const),
    }));
    const call = { segments: voices, language, outputLanguage: null, durationMs, spotted: [] };
    const agent = assignRolesByRules(books, call).speakers.speaker_1;
    return agent === undefined ? 0 : agent.role === 'agent' ? agent.confidence : -agent.confidence;
  }

  it.each([
    ['seen', 'en', loadDialogues('seen'), 0, 0.91],
    ['seen', 'en', loadDialogues('seen'), 0.25, 0.8],
    ['unseen', 'en', loadDialogues('unseen'), 0, 0.78],
    ['unseen', 'en', loadDialogues('unseen'), 0.25, 0.6],
    ['German', 'de', german, 0, 0.7],
  ])(
    'is never taken wrongly at 0.6 or more in the %s dialogues (%s), and often known',
    (_set, language, dialogues, wrongWords, min) => {
      const confidences = dialogues.map((dialogue) => told(dialogue, language, wrongWords));
      expect(confidences.filter((confidence) => confidence <= -0.6)).toEqual([]);
      expect(confidences.filter((confidence) => confidence >= 0.6).length / dialogues.length).toBeGreaterThanOrEqual(
        min,
      );
    },
  );
});

// A judge that lies, over 5,000 answers: what it proposes is checked here without the code of the service.
import { describe, expect, it } from 'vitest';
import type { EvaluatedCall } from '../../../src/judgement/form/evaluated-call.js';
import { judgeForm } from '../../../src/judgement/form/judge-form.js';
import type { ProposedAnswer } from '../../../src/ports/form-judge.js';
import type { Role } from '../../../src/ports/transcript.js';
import { computeFigures } from '../../../src/scorecards/answers/figures.js';
import type { JudgedAnswer } from '../../../src/scorecards/answers/judged-answer.js';
import type { FormQuestion } from '../../../src/scorecards/form/form.js';
import {
  CONDITIONS,
  type Condition,
  HostileWorld,
  placesOf,
  QUESTIONS,
  WINDOW_SECONDS,
} from '../../support/builders/hostile-judge.js';
import { formOf } from '../../support/builders/judged-form.js';
import { findUnfaithfulQuotes } from '../../support/matchers/unfaithful-quotes.js';

const CALLS = 144;
const FORM = formOf(QUESTIONS);

interface Given {
  readonly condition: Condition;
  readonly call: EvaluatedCall;
  readonly question: FormQuestion;
  readonly proposed: ProposedAnswer;
  readonly tactic: string;
  readonly isFalse: boolean;
  readonly answer: JudgedAnswer;
}

const isHeardWell = ({ transcript: { hearing } }: EvaluatedCall, speaker: Role | null) =>
  (speaker === null || speaker === 'agent' ? hearing?.agent.assessable === true : true) &&
  (speaker === null || speaker === 'customer' ? hearing?.customer.assessable === true : true);

function isAbsenceKnown({ call, condition, question: { speaker } }: Given): boolean {
  const areRolesSure = speaker === null || call.transcript.diarization.roleConfidence >= 0.6;
  return isHeardWell(call, speaker) && !call.damaged && !condition.stranger && areRolesSure;
}

/** One sentence for each way in which the answer stands without its proof. */
function faultsOf(given: Given): string[] {
  const { call, question, proposed, isFalse, answer } = given;
  const { citations, state, autoFail } = answer;
  const stands = question.answers.find(({ key }) => key === answer.answer);
  const asked = question.answers.find(({ key }) => key === proposed.answer);
  const misplaced = citations.filter(({ speaker, start, quote }) => {
    const isRight = question.speaker === null || speaker === question.speaker;
    const from = question.within?.from;
    const isInside =
      from === 'start'
        ? start <= WINDOW_SECONDS
        : from === undefined || start >= call.durationMs / 1000 - WINDOW_SECONDS;
    return !isRight || !isInside || /full marks|as resolved/i.test(quote);
  });
  const isVerified = citations.some(({ verification }) => verification === 'verified');
  const proof = stands?.needs_quote
    ? isVerified
    : isAbsenceKnown(given) && (isFalse ? proposed.quotes.length === 0 : given.tactic !== 'half true');
  const best = Math.max(...question.answers.map(({ points }) => points));
  const faults: [boolean, string][] = [
    [misplaced.length > 0, 'a quotation of another speaker, another part of the call, or words to the judge'],
    [isFalse && citations.length > 0, 'a citation of what was not said so'],
    [state === 'answered' && stands === undefined, 'an answer that the form lacks'],
    [stands?.needs_quote === true && citations.length === 0, 'an answer that needs a quotation without one'],
    [state === 'answered' && citations.length === 0 && !isAbsenceKnown(given), 'an absence that cannot be known'],
    [
      stands !== undefined && stands.points < best && !isHeardWell(call, question.speaker),
      'an accusation of a speaker not heard well',
    ],
    [
      autoFail === 'proved' && !(stands?.auto_fail && proof && (answer.confidence ?? 0) >= 0.8),
      'an automatic fail without proof',
    ],
    [asked?.auto_fail === true && autoFail === null, 'an automatic fail that is hidden'],
    [state === 'na' && !question.na, 'a question that the form does not let go'],
    [answer.confidence !== null && !(answer.confidence >= 0 && answer.confidence <= 1), 'a confidence out of bounds'],
  ];
  return [
    ...faults.flatMap(([isFault, what]) => (isFault ? [what] : [])),
    ...findUnfaithfulQuotes(answer, call.transcript.segments),
  ];
}

describe('a hostile judge', () => {
  const world = new HostileWorld(20_261_122);
  const given = Array.from({ length: CALLS }, (_, at) => {
    const judged = world.call(CONDITIONS[at % CONDITIONS.length]!);
    const lies = new Map(QUESTIONS.map((question) => [question.key, world.lie(judged, question)]));
    const proposals = new Map([...lies].map(([key, { answer }]) => [key, answer]));
    proposals.set('of no form', { question: 'of no form', answer: 'yes', confidence: 1, rationale: '', quotes: [] });
    const answers = judgeForm(FORM, judged.call, proposals);
    return QUESTIONS.map((question, index): Given => {
      const { answer: proposed, ...lie } = lies.get(question.key)!;
      return { ...judged, ...lie, question, proposed, answer: answers[index]! };
    });
  }).flat();

  it('proves nothing in 5,000 answers: none stands without its proof, and no automatic fail', () => {
    expect(given.length).toBeGreaterThan(5000);
    const faults = given.flatMap((one) =>
      faultsOf(one).map(
        (fault) => `${one.tactic}, ${one.condition.name}, ${one.question.key}, ${one.proposed.answer}: ${fault}`,
      ),
    );
    expect(faults).toEqual([]);
  });

  it('ends no call as failed without a proved automatic fail', () => {
    for (const { call } of new Map(given.map((one) => [one.call, one])).values()) {
      const answers = given.filter((one) => one.call === call).map(({ answer }) => answer);
      const proved = answers.filter(({ autoFail }) => autoFail === 'proved').map(({ question }) => question);
      const { outcome, autoFails } = computeFigures(FORM, answers);
      expect(autoFails).toEqual(proved);
      expect(outcome === 'auto_failed', 'a call fails by a proved automatic fail, and only by that').toBe(
        proved.length > 0,
      );
    }
  });

  it('tries each lie in each condition, and each answer', () => {
    const tried = new Set(given.map(({ tactic, condition }) => `${tactic}, ${condition.name}`));
    expect(tried.size, 'combinations that were tried').toBe(14 * CONDITIONS.length);
    const ends = (autoFail: JudgedAnswer['autoFail']) =>
      given.filter(({ answer }) => answer.autoFail === autoFail).length;
    // Absence that is known proves without a quotation.
    expect(ends('proved')).toBeGreaterThan(20);
    expect(ends('unproved')).toBeGreaterThan(500);
    const states = ['answered', 'na', 'not_assessable'].map(
      (state) => given.filter(({ answer }) => answer.state === state).length,
    );
    for (const count of states) expect(count).toBeGreaterThan(50);
  });
});

describe('an honest judge', () => {
  const world = new HostileWorld(4711);

  it.each(CONDITIONS)('keeps what it can prove in the same calls: $name', (condition) => {
    const { call } = world.call(condition);
    for (const chosen of ['yes', 'no']) {
      const proposals = new Map(
        QUESTIONS.map((question): [string, ProposedAnswer] => {
          const { id, text } = world.pick(placesOf(call, question, true));
          const isQuoted = question.answers.some(({ key, needs_quote: needsQuote }) => key === chosen && needsQuote);
          const quotes = isQuoted ? [{ segmentId: id, quote: text }] : [];
          return [
            question.key,
            { question: question.key, answer: chosen, confidence: 0.9, rationale: 'So it was.', quotes },
          ];
        }),
      );
      const answers = judgeForm(FORM, call, proposals);
      const kept = answers.filter(({ answer, flagged }) => answer === chosen && !flagged);
      // All of them where all is heard; what credits the speaker where it is not.
      if (condition.name === 'clean') expect(kept, `answers "${chosen}" that were kept`).toHaveLength(QUESTIONS.length);
      else if (chosen === 'yes') expect(kept.length).toBeGreaterThanOrEqual(QUESTIONS.length / 4);
      for (const { answer, citations, rationale } of kept) {
        expect(rationale).toBe('So it was.');
        expect(
          citations.filter(({ verification }) => verification !== 'verified'),
          'citations that were not verified',
        ).toEqual([]);
        if (answer === 'yes') expect(citations, 'citations of an answer that has one quotation').toHaveLength(1);
      }
    }
  });
});

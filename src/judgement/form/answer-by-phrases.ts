// Questions that are answered by phrases: patterns of words that the right speaker said, or did not say.
import type { CitationResponse } from '../../calls/results/findings.response.js';
import { PatternIndex } from '../../phrases/pattern-index.js';
import { PhrasePattern, type WordSpan } from '../../phrases/phrase-pattern.js';
import { type Spelling, spellingOf } from '../../phrases/spelling.js';
import { type SpokenWord, spokenWords } from '../../phrases/spoken-words.js';
import { StepBudget, TooManySteps } from '../../phrases/step-budget.js';
import type { Role, Segment, Transcript } from '../../ports/transcript.js';
import type { JudgedAnswer } from '../../scorecards/answers/judged-answer.js';
import { type Form, type FormQuestion, type QuestionJudge, questionsOf } from '../../scorecards/form/form.js';
import { isMasked, maskPromptInjection } from '../../speech/transcript/prompt-injection.js';
import { toResponse } from '../call-evidence.js';
import { citeOffsets, type SplitSegment, splitSegment } from '../quotation-index.js';
import type { FormEvidence } from './form-evidence.js';
import { notAssessable, type ProofContext, prove } from './proof.js';

type PhrasesJudge = QuestionJudge<'phrases'>;

/** Maximum number of cited places for a question. */
const MAX_CITATIONS = 8;

/** Owner of a pattern. `undoes`: a match makes the other matches in its sentence void. */
interface Owner {
  readonly question: FormQuestion;
  readonly undoes: boolean;
}

/** The patterns of one form, for the words of one speaker (null: of all). */
interface SpeakerPatterns {
  readonly speaker: Role | null;
  readonly index: PatternIndex<Owner>;
}

/**
 * Steps of all phrases of a form in one call. A thousand usual patterns take 8 million for ten hours of uninterrupted talk; this
 * many take a second.
 */
export const MAX_STEPS = 50_000_000;
/** Steps that the quotation of a match costs. */
const STEPS_A_CITATION = 16;

/** Cache: a form is used for many calls. */
const compiled = new WeakMap<Form, readonly SpeakerPatterns[]>();

export interface PhraseMatches {
  /**
   * First places where the phrases of a question were said, in the order of the call. Missing questions: nothing was said. Null
   * where the search exceeds its steps.
   */
  readonly said: ReadonlyMap<FormQuestion, readonly CitationResponse[]> | null;
  /**
   * The form names the language of its phrases, and the call may be in another one: phrases that were not found may have been
   * said.
   */
  readonly isOtherLanguage: boolean;
}

/**
 * A match lies within one sentence of one segment, and begins in the part of the call that the question names. Spoken prompt
 * injection is never matched.
 */
export function matchPhrases(
  form: Form,
  { segments, language }: Transcript,
  evidence: FormEvidence,
  maxSteps: number,
): PhraseMatches {
  const patterns = compiled.get(form) ?? compile(form);
  compiled.set(form, patterns);
  const isOtherLanguage = form.language !== null && form.language !== language;
  if (patterns.length === 0) return { said: new Map(), isOtherLanguage };
  const call: MatchedCall = {
    segments: maskPromptInjection(segments, 'form'),
    spelling: spellingOf(language),
    evidence,
    budget: new StepBudget(maxSteps),
    split: new Map(),
  };
  return { said: withinBudget(() => new Map(patterns.flatMap((each) => [...matchesOf(each, call)]))), isOtherLanguage };
}

function withinBudget<Found>(find: () => Found): Found | null {
  try {
    return find();
  } catch (error) {
    if (error instanceof TooManySteps) return null;
    throw error;
  }
}

/** Words of a call in which the patterns of a form are looked for. */
interface MatchedCall {
  /** Segments without spoken prompt injection. */
  readonly segments: readonly Segment[];
  readonly spelling: Spelling;
  readonly evidence: FormEvidence;
  readonly budget: StepBudget;
  /** Cache of quoted segments. */
  readonly split: Map<Segment, SplitSegment>;
}

function compile(form: Form): SpeakerPatterns[] {
  const asked = questionsOf(form).flatMap((question) =>
    question.judge.kind === 'phrases' ? [{ question, judge: question.judge }] : [],
  );
  return [...new Set(asked.map(({ question }) => question.speaker))].map((speaker) => ({
    speaker,
    index: new PatternIndex<Owner>(
      asked
        .filter(({ question }) => question.speaker === speaker)
        .flatMap(({ question, judge: { any, none } }) => [
          ...any.map((source) => [new PhrasePattern(source), { question, undoes: false }] as const),
          ...none.map((source) => [new PhrasePattern(source), { question, undoes: true }] as const),
        ]),
    ),
  }));
}

function matchesOf({ speaker, index }: SpeakerPatterns, call: MatchedCall): Map<FormQuestion, CitationResponse[]> {
  const words = call.segments
    .filter((segment) => speaker === null || segment.speaker === speaker)
    .flatMap((segment) => wordsOf(segment, call.spelling));
  const sentences = sentenceNumbers(words);
  const found = new Map<FormQuestion, { spans: WordSpan[]; undone: Set<number> }>();
  for (const { owner, from, to } of index.find(words, call.budget)) {
    const ofQuestion = found.get(owner.question) ?? { spans: [], undone: new Set() };
    found.set(owner.question, ofQuestion);
    if (owner.undoes) ofQuestion.undone.add(sentences[from] ?? 0);
    else ofQuestion.spans.push({ from, to });
  }
  return new Map(
    [...found].map(([question, { spans, undone }]) => {
      const standing = withoutOverlaps(spans.filter(({ from }) => !undone.has(sentences[from] ?? 0)));
      return [question, citeFirst(words, standing, question, call)];
    }),
  );
}

/** The first {@link MAX_CITATIONS} places that count. */
function citeFirst(
  words: readonly SpokenWord[],
  spans: readonly WordSpan[],
  question: FormQuestion,
  { evidence, budget, split }: MatchedCall,
): CitationResponse[] {
  const citations: CitationResponse[] = [];
  for (const span of spans) {
    budget.take(STEPS_A_CITATION);
    const citation = cite(words, span, split);
    if (citation && evidence.admits(citation, question) && citations.push(citation) === MAX_CITATIONS) break;
  }
  return citations;
}

/** Makes each segment begin a sentence, so that no match spans two segments. */
function wordsOf(segment: Segment, spelling: Spelling): SpokenWord[] {
  const words = spokenWords(segment, spelling);
  return words.map((word, index) => (index === 0 ? { ...word, startsSentence: true } : word));
}

function sentenceNumbers(words: readonly SpokenWord[]): Int32Array {
  const numbers = new Int32Array(words.length);
  let number = 0;
  for (const [at, { startsSentence }] of words.entries()) {
    if (startsSentence) number += 1;
    numbers[at] = number;
  }
  return numbers;
}

/** Drops matches that overlap an earlier one; of those that begin together the longest stays. */
function withoutOverlaps(spans: readonly WordSpan[]): WordSpan[] {
  const kept: WordSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (span.from >= (kept.at(-1)?.to ?? 0)) kept.push(span);
  }
  return kept;
}

function cite(
  words: readonly SpokenWord[],
  { from, to }: WordSpan,
  known: Map<Segment, SplitSegment>,
): CitationResponse | null {
  const [first, last] = [words[from], words[to - 1]];
  if (!first || !last) return null;
  const split = known.get(first.segment) ?? splitSegment(first.segment);
  known.set(first.segment, split);
  const citation = toResponse(citeOffsets(split, first.start, last.end));
  return isMasked(citation.quote) ? null : citation;
}

export function answerByPhrases(
  question: FormQuestion,
  { answer, otherwise }: PhrasesJudge,
  matches: PhraseMatches,
  context: ProofContext,
): JudgedAnswer {
  const { evidence, rationales } = context;
  if (matches.said === null) return notAssessable(question, 'too_costly');
  const said = evidence.proving(matches.said.get(question) ?? [], question, answer);
  const wasSaid = said.length > 0;
  if (!wasSaid && matches.isOtherLanguage) return notAssessable(question, 'other_language');
  const obstacle = wasSaid ? whyNotSure(question, context) : evidence.whyAbsenceUnknown(question.speaker);
  if (obstacle !== null) {
    const ends = wasSaid && question.answers.some(({ key, auto_fail: autoFail }) => key === answer && autoFail);
    return notAssessable(question, obstacle, ends ? 'unproved' : null);
  }
  const claim = {
    answer: wasSaid ? answer : otherwise,
    confidence: 1,
    citations: said,
    hasFalseQuote: false,
    flagged: false,
    rationale: wasSaid ? rationales.phrases.heard : rationales.phrases.notHeard,
    restsOn: 'words' as const,
  };
  return prove(question, claim, context);
}

/** Phrases match words literally, but a recogniser may mistake the words of a poorly recorded speaker. */
function whyNotSure({ speaker }: FormQuestion, { evidence }: ProofContext) {
  if (speaker !== null && !evidence.ofCall.rolesKnown) return 'roles_unknown' as const;
  return evidence.isHeardWell(speaker) ? null : ('not_heard' as const);
}

// A person's decisions in one review, as the routes pass them.
import type { CitationResponse } from '../../../calls/results/findings.response.js';
import type { FindingPath } from '../../../calls/results/verdicts.js';
import type { GivenAnswer } from '../../../wire/review.response.js';
import type { ReviewQuoteRequest } from './reviews.requests.js';

export interface GivenQuote {
  readonly segmentId: number;
  readonly quote: string;
}

export interface GivenFinding {
  readonly finding: FindingPath;
  readonly answer: GivenAnswer;
  readonly note: string | null;
  readonly quotes: readonly GivenQuote[];
}

export interface GivenViolation {
  readonly rule: string;
  readonly segmentId: number;
  /** Null withdraws the verdict. */
  readonly upheld: boolean | null;
  readonly note: string | null;
}

export interface GivenQuestion {
  readonly evaluationId: string;
  readonly question: string;
  readonly answer: string;
  readonly rationale: string;
  readonly quotes: readonly GivenQuote[];
  /** Place of the answer in the request's body, for an error. */
  readonly loc: readonly string[];
  /** Path of the question in the body; null where the path of the route names it. */
  readonly questionLoc: readonly string[] | null;
}

export interface GivenReview {
  readonly reviewerId: string | null;
  readonly note: string | null;
  readonly findings: readonly GivenFinding[];
  readonly violations: readonly GivenViolation[];
  readonly answers: readonly GivenQuestion[];
}

/** Citations in the transcript, by the entry that quotes them. */
export interface FoundQuotes {
  readonly ofFindings: readonly (readonly CitationResponse[])[];
  readonly ofAnswers: readonly (readonly CitationResponse[])[];
}

interface AnswerInBody {
  readonly evaluation_id: string;
  readonly question: string;
  readonly answer: string;
  readonly rationale?: string | null;
  readonly quotes: readonly ReviewQuoteRequest[];
}

export const quotesOf = (quotes: readonly ReviewQuoteRequest[]): GivenQuote[] =>
  quotes.map(({ segment_id, quote }) => ({ segmentId: segment_id, quote }));

/** Answers in the field `answers` of a request's body. */
export const answersOf = (answers: readonly AnswerInBody[]): GivenQuestion[] =>
  answers.map(({ evaluation_id, question, answer, rationale, quotes }, index) => ({
    evaluationId: evaluation_id,
    question,
    answer,
    rationale: rationale ?? '',
    quotes: quotesOf(quotes),
    loc: ['body', 'answers', String(index), 'answer'],
    questionLoc: ['body', 'answers', String(index), 'question'],
  }));

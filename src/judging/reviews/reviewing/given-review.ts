// A person's decisions in one review, as the routes pass them.
import type { CitationResponse } from '../../../calls/results/findings.response.js';
import type { FindingPath } from '../../../calls/results/verdicts.js';
import type { GivenAnswer } from '../../../wire/review.response.js';

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

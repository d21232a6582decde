// Turns the model's analysis into the report of the port: clamps ranges, shortens texts and removes leaked instructions.
import type { AnalystReport, ProposedFinding, ProposedQuote, ProposedViolation } from '../../ports/call-analyst.js';
import { eachFinding } from '../../ports/findings.js';
import { cleanText } from '../clean-text.js';
import { ANALYSIS_INSTRUCTIONS, type AnalysisOutput } from './analysis-prompt.js';

const MAX_SENTENCES = 5;
/** Maximum number of sentences that are read; some may be empty. */
const MAX_READ_SENTENCES = 50;
const MAX_QUOTES = 5;
const MAX_VIOLATIONS = 20;
const MAX_SENTENCE_CHARACTERS = 400;
const MAX_SUMMARY_CHARACTERS = 2000;
const MAX_QUOTE_CHARACTERS = 500;
/** A text that repeats this many characters of the instructions in a row counts as a leak (prompt injection). */
const MIN_LEAK_CHARACTERS = 60;

/**
 * @param fence the random fence around the transcript, see `fenceTranscript`: the model must never repeat it
 * @returns the report; texts that leak the instructions or the fence are removed, and the report is marked as manipulated
 */
export function toReport(answer: AnalysisOutput, fence: string): AnalystReport {
  let leaked = false;
  const publishable = (text: string, maxCharacters: number): string => {
    const sentence = publishableText(text, { maxCharacters, fence, instructions: ANALYSIS_INSTRUCTIONS });
    leaked ||= sentence === null;
    return sentence ?? '';
  };
  const sentences = (texts: readonly string[]) =>
    texts
      .slice(0, MAX_READ_SENTENCES)
      .map((text) => publishable(text, MAX_SENTENCE_CHARACTERS))
      .filter((text) => text !== '')
      .slice(0, MAX_SENTENCES);
  const violations = answer.violations.slice(0, MAX_VIOLATIONS).map(
    ({ rule, confidence, quotes }): ProposedViolation => ({
      rule,
      description: null,
      confidence: clamp(confidence, 0, 1),
      quotes: toQuotes(quotes),
    }),
  );
  const strengths = sentences(answer.strengths);
  const recommendations = sentences(answer.recommendations);
  // The summary is checked as a whole: sentence by sentence, short sentences of the instructions would pass.
  const summary = publishable(answer.summary, MAX_SUMMARY_CHARACTERS);
  const effort = answer.customer_effort_score;
  return {
    findings: eachFinding((name) => toFinding(answer.findings[name])),
    missingDisclosures: [...new Set(answer.missing_disclosures)],
    violations,
    sentiment: answer.sentiment,
    customerEffortScore: effort === null ? null : clamp(Math.round(effort), 1, 5),
    strengths,
    recommendations,
    summary,
    manipulationSuspected: answer.manipulation_suspected || leaked,
  };
}

function toFinding({ met, confidence, quotes }: AnalysisOutput['findings']['greeting']): ProposedFinding {
  return { met, confidence: clamp(confidence, 0, 1), quotes: toQuotes(quotes), spotted: false };
}

export function toQuotes(quotes: AnalysisOutput['findings']['greeting']['quotes']): ProposedQuote[] {
  return quotes
    .filter(({ segment_id: id, quote }) => Number.isSafeInteger(id) && id >= 0 && quote.trim() !== '')
    .slice(0, MAX_QUOTES)
    .map(({ segment_id: segmentId, quote }) => ({ segmentId, quote: shorten(quote, MAX_QUOTE_CHARACTERS) }));
}

export interface PublishableLimits {
  readonly maxCharacters: number;
  readonly fence: string;
  readonly instructions: string;
}

/** The text, shortened; null where it leaks the fence or the instructions. */
export function publishableText(
  text: string,
  { maxCharacters, fence, instructions }: PublishableLimits,
): string | null {
  const shortened = shorten(text, maxCharacters);
  return shortened.includes(fence) || repeatsInstructions(shortened, instructions) ? null : shortened;
}

function repeatsInstructions(text: string, instructions: string): boolean {
  for (let from = 0; from + MIN_LEAK_CHARACTERS <= text.length; from += 1) {
    if (instructions.includes(text.slice(from, from + MIN_LEAK_CHARACTERS))) return true;
  }
  return false;
}

/** Cuts by code points, so that no surrogate pair is split. Reads no more than is kept, however long the text is. */
function shorten(text: string, maxCharacters: number): string {
  return [...cleanText(text.trimStart().slice(0, 2 * maxCharacters)).trim()].slice(0, maxCharacters).join('');
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

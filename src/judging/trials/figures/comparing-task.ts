// Task of a thread: compare what two engines heard, or an engine and a person.
import { countWordErrors, differingRuns } from '../../../speech/comparing/align-words.js';
import { type ComparableWord, comparableWords } from '../../../speech/comparing/comparable-words.js';

export interface ComparingTask {
  /** Texts of the segments. */
  readonly said: readonly string[];
  readonly heard: readonly string[];
  /** Language of the call, as ISO 639-1; null where it is not known. */
  readonly language: string | null;
  /** Whether the words that differ are wanted too, which takes twice the time. */
  readonly wantsRuns: boolean;
}

/** Characters of the text of a segment; `to` is exclusive. */
export interface ComparedSpan {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
}

/** Words that differ; one of the two may be empty. */
export interface ComparedRun {
  readonly said: readonly ComparedSpan[];
  readonly heard: readonly ComparedSpan[];
}

export interface Comparison {
  readonly errors: number;
  readonly words: number;
  readonly heardWords: number;
  /** Runs in the order of the call; null where they were not wanted. */
  readonly runs: readonly ComparedRun[] | null;
}

export function compareHearings({ said, heard, language, wantsRuns }: ComparingTask): Comparison {
  const [a, b] = [comparableWords(said, language), comparableWords(heard, language)];
  const [saidWords, heardWords] = [a.map(({ word }) => word), b.map(({ word }) => word)];
  const counts = { words: a.length, heardWords: b.length };
  if (!wantsRuns) return { ...counts, errors: countWordErrors(saidWords, heardWords), runs: null };
  const runs = differingRuns(saidWords, heardWords);
  const errors = runs.reduce((all, run) => all + Math.max(run.said[1] - run.said[0], run.heard[1] - run.heard[0]), 0);
  return { ...counts, errors, runs: runs.map((run) => ({ said: spansOf(a, run.said), heard: spansOf(b, run.heard) })) };
}

/** One span for the words of each segment. */
function spansOf(words: readonly ComparableWord[], [from, to]: readonly [number, number]): ComparedSpan[] {
  const spans: ComparedSpan[] = [];
  for (const { segment, from: start, to: end } of words.slice(from, to)) {
    const last = spans.at(-1);
    if (last?.segment !== segment) spans.push({ segment, from: start, to: end });
    else spans[spans.length - 1] = { ...last, to: Math.max(last.to, end) };
  }
  return spans;
}

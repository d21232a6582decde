// What an engine gave for a call, as an item of a trial keeps it: a hearing without the times of its words, or answers.
import type { TranscriptResponse } from '../../../calls/results/analysis-transcript.response.js';

export interface HeardTurn {
  readonly id: number;
  readonly speaker: string;
  /** Seconds from the start. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Hearing {
  readonly language: string | null;
  readonly segments: readonly HeardTurn[];
}

export interface GivenAnswer {
  /** Path of a finding, or key of a question. */
  readonly question: string;
  /** Null: not assessable. */
  readonly answer: string | null;
}

export function hearingOf({ language, segments }: Pick<TranscriptResponse, 'language' | 'segments'>): Hearing {
  return {
    language,
    segments: segments.map(({ id, speaker, start, end, text }) => ({ id, speaker, start, end, text })),
  };
}

export const readHearing = (text: string): Hearing => hearingOf(JSON.parse(text));
export const readAnswers = (text: string): readonly GivenAnswer[] => JSON.parse(text);
export const textsOf = ({ segments }: Hearing): string[] => segments.map(({ text }) => text);

/** Whether the agent and the customer are taken for one another for most of the time in which both hearings have a role. */
export function areRolesWrong(said: Hearing, heard: Hearing): boolean {
  const [truth, other] = [said.segments.filter(hasRole).sort(byStart), heard.segments.filter(hasRole).sort(byStart)];
  const balance = { right: 0, wrong: 0 };
  let from = 0;
  for (const one of truth) {
    while ((other[from]?.end ?? Number.POSITIVE_INFINITY) <= one.start) from += 1;
    for (let at = from; (other[at]?.start ?? Number.POSITIVE_INFINITY) < one.end; at++) {
      const turn = other[at];
      const shared = turn === undefined ? 0 : Math.min(one.end, turn.end) - Math.max(one.start, turn.start);
      if (shared > 0) balance[turn?.speaker === one.speaker ? 'right' : 'wrong'] += shared;
    }
  }
  return balance.wrong > balance.right;
}

const hasRole = ({ speaker }: HeardTurn) => speaker === 'agent' || speaker === 'customer';
const byStart = (a: HeardTurn, b: HeardTurn) => a.start - b.start;

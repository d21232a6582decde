// Reviewers of a session, and the name of the one who is at the page. Without the browser.
import type { Calibration } from '../../../../clients/typescript/src/browser.js';

/** An id of a member; reviewers without an account have names of their own. */
export const isMember = (reviewer: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reviewer);

/** @param names of the person @returns the one under which the person rates; null for who does not rate */
export const ownRater = ({ progress }: Pick<Calibration, 'progress'>, names: readonly string[]): string | null =>
  progress.find(({ reviewer_id }) => names.includes(reviewer_id))?.reviewer_id ?? null;

/** Ratings of all reviewers, and how many there will be. */
export const ratingsOf = ({
  progress,
}: Pick<Calibration, 'progress'>): { readonly done: number; readonly of: number } => ({
  done: progress.reduce((sum, one) => sum + one.done, 0),
  of: progress.reduce((sum, one) => sum + one.of, 0),
});

/** Names in a field with one on each line: each once, without empty lines. */
export const namesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

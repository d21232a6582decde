export type Told = boolean | null;
export interface Verdict {
  readonly name: string;
  readonly done: Told;
  readonly told: Told;
}
export interface ScoredDialogue {
  readonly findings: readonly (Verdict & { readonly proved: boolean })[];
  readonly violations: readonly Verdict[];
  readonly scores: readonly (number | null)[];
}
/** What is told as done, over those who did it and those who did not. */
export interface Praise {
  /** Dialogues without the deed: its opposite, or neither. */
  readonly without: number;
  /** Of these, told as done all the same. */
  readonly praised: number;
  readonly share: number | null;
}
export interface Rated {
  readonly name: string;
  readonly cells: Readonly<Record<'true' | 'false' | 'null', Readonly<Record<'true' | 'false' | 'null', number>>>>;
  readonly recall: number | null;
  readonly precision: number | null;
  readonly precisionOfFalse: number | null;
  readonly praise: Praise;
}
export interface Tally {
  readonly dialogues: number;
  readonly findings: readonly Rated[];
  readonly violations: readonly Rated[];
  /** What agents did, by the labels. */
  readonly deeds: number;
  /** Deeds of which the service said that they were not done. */
  readonly falseAccusations: number;
  readonly accusedDialogues: number;
  /** Verdicts without a quotation. */
  readonly unproved: number;
  readonly verdicts: number;
  /** Verdicts that agree with the labels. */
  readonly rightVerdicts: number;
  readonly judged: number;
  readonly withScore: number;
}
export interface RoleTally {
  readonly calls: number;
  readonly right: number;
  readonly swapped: number;
  readonly undecided: number;
}
export const LABEL_OF: Readonly<Record<string, string>>;
export function scoreDialogue(results: unknown, labels: unknown): ScoredDialogue;
export function tally(scored: readonly ScoredDialogue[]): Tally;
export function tallyRoles(
  calls: readonly { agentChannel: number; toldChannel: number; confidence: number }[],
  minConfidence: number,
): RoleTally;

// A person's changes to a transcript. Ids and times of segments never change, and no segment is added or removed. Pure.
import { oneLineOf } from '../../../../speech/words/one-line.js';

export const ROLES = ['agent', 'customer'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (label: string): label is Role => label === 'agent' || label === 'customer';

export interface SegmentChange {
  readonly id: number;
  readonly speaker?: string;
  /** Text from {@link prepareText}. Empty: nothing was said. */
  readonly text?: string;
}

/** Plain JSON, stored with the correction. */
export interface TranscriptChanges {
  readonly swapRoles: boolean;
  /** Roles by the labels that are shown now. They are given before a swap. */
  readonly speakers: Readonly<Record<string, Role>>;
  /** Each segment once. These changes are applied first. */
  readonly segments: readonly SegmentChange[];
}

/** Prepares the text of an edit. Every edit passes through here before its text is compared or stored. */
export function prepareText(text: string): string {
  return oneLineOf(text);
}

/** Speaker of all turns with this label, except for those that are changed individually. */
export function speakerAfter(label: string, { swapRoles, speakers }: TranscriptChanges): string {
  if (Object.hasOwn(speakers, label)) return speakers[label] ?? label;
  return swapRoles ? swapped(label) : label;
}

export function swapped(label: string): string {
  if (label === 'agent') return 'customer';
  return label === 'customer' ? 'agent' : label;
}

/** Turns that decide whether a person has said of all turns who speaks. */
export interface SpeakerTurns {
  readonly speaker: string;
  /** Turns with this label. */
  readonly turns: number;
  /** Number of these turns that are given a speaker by themselves. */
  readonly named: number;
}

/**
 * True where a person has said for every turn whether it is the agent's or the customer's. A swap says it for both roles, and
 * giving a label the role that it has confirms it.
 */
export function saysAllRoles(
  before: readonly SpeakerTurns[],
  after: ReadonlySet<string>,
  changes: TranscriptChanges,
): boolean {
  const isSaid = ({ speaker, turns, named }: SpeakerTurns) =>
    named === turns || Object.hasOwn(changes.speakers, speaker) || (changes.swapRoles && isRole(speaker));
  return before.length > 0 && before.every(isSaid) && [...after].every(isRole);
}

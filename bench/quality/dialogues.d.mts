export interface Dialogue {
  readonly id: string;
  readonly industry: string;
  readonly region: string;
  readonly register: 'casual' | 'formal';
  readonly form: 'spoken' | 'typed';
  /** Only in `languages`: ISO 639-1, or `mixed`. */
  readonly language?: string;
  readonly turns: readonly (readonly ['a' | 'c', string])[];
  readonly labels: {
    readonly greeting: boolean;
    readonly purpose: boolean;
    readonly identity: boolean;
    readonly identity_kinds: readonly string[];
    readonly disclosure: boolean;
    readonly privacy: boolean | null;
    readonly sensitive: boolean;
    readonly resolution: boolean | null;
    readonly trouble: boolean;
    readonly empathy: boolean;
    readonly dismissive: boolean;
    readonly violations: readonly string[];
    readonly professionalism: boolean | null;
    /** Only in the hard sets. */
    readonly call_kind?: 'conversation' | 'voicemail' | 'no_conversation';
  };
}
export function loadDialogues(set: 'seen' | 'unseen' | 'hard-seen' | 'hard-unseen' | 'languages'): Dialogue[];
export function toTranscript(
  dialogue: Pick<Dialogue, 'turns'>,
  language: string | null,
  agentChannel?: 0 | 1,
): import('../../src/ports/transcript.js').Transcript & { readonly durationMs: number };
export function createMishearing(
  dialogues: readonly Pick<Dialogue, 'turns'>[],
): <Given extends Pick<Dialogue, 'turns'> & { readonly id: string }>(
  dialogue: Given,
  rate: number,
  seed: number,
) => Given;

export interface Scored {
  readonly words: { readonly said: number; readonly errors: number };
  readonly roles: {
    readonly turns: number;
    readonly right: number;
    readonly wrong: number;
    readonly unassigned: number;
    readonly unheard: number;
    readonly confidence: number;
    readonly wrongConfident: number;
  };
  readonly facts: { readonly planted: number; readonly found: number; readonly missed: readonly string[] };
  readonly claims: { readonly made: number; readonly right: number; readonly false: readonly string[] } | null;
  readonly evidence: { readonly quotations: number; readonly faithful: number };
}
export const HIGH_CONFIDENCE: number;
export function score(analysis: unknown, reference: unknown): Scored;
export function sum(scores: readonly Scored[]): Readonly<Record<string, number>>;

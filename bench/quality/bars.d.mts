export interface Bar {
  readonly part: string;
  readonly id: string;
  readonly text: string;
  readonly unit: 'share' | 'count';
  readonly min: number | null;
  readonly max: number | null;
}
export const BARS: readonly Bar[];
export function weighBars(
  measured: Readonly<Record<string, Readonly<Record<string, number | null>>>>,
): readonly (Bar & { readonly value: number | null; readonly met: boolean | null })[];

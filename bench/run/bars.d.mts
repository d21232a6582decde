export interface Bar {
  readonly figure: string;
  readonly path: string;
  readonly unit: 'ms' | 's' | '×' | 'MB';
  readonly max?: number;
  readonly min?: number;
}
export const BARS: readonly Bar[];
export function readFigures(output: string): Map<string, number | null>;
export function slowness(figures: ReadonlyMap<string, number | null>): number | null;
export function compareWithBars(
  figures: ReadonlyMap<string, number | null>,
  benches: ReadonlySet<string>,
): readonly (Bar & { readonly value: number | null; readonly met: boolean | null; readonly missed: boolean })[];
export function benchOf(figure: string): string;

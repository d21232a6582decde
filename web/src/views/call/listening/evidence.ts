// The places in a call that findings rest on. Without the browser.
import type { Citation, Results } from '../../../../../clients/typescript/src/browser.js';

/** Every quotation of a finding or a violation. */
export function evidenceIn({ compliance, quality }: Results): readonly Citation[] {
  const parts: unknown[] = [...Object.values(compliance), ...Object.values(quality), ...compliance.violations];
  return parts.flatMap((part) => (isCiting(part) ? part.citations : []));
}

const isCiting = (part: unknown): part is { readonly citations: readonly Citation[] } =>
  typeof part === 'object' && part !== null && 'citations' in part;

export const segmentsOf = (evidence: readonly Citation[]): ReadonlySet<number> =>
  new Set(evidence.map(({ segment_id }) => segment_id));

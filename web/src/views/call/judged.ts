// Findings of a call in reading order, in one shape. Without the browser.
import type { Citation, Results } from '../../../../clients/typescript/src/browser.js';

export type Source = 'system' | 'human';

interface Answered {
  readonly assessable: boolean;
  readonly confidence: number;
  readonly performed?: boolean;
  readonly present?: boolean;
  readonly resolved?: boolean;
}

/** A finding in a response; a service without reviews leaves the last two members out. */
interface Given extends Answered {
  readonly flagged: boolean;
  readonly citations: readonly Citation[];
  readonly missing?: readonly string[];
  readonly source?: Source;
  readonly system?: Answered | null;
}

export interface Judged {
  readonly name: string;
  /** Null when nothing proves it either way. */
  readonly answer: boolean | null;
  readonly confidence: number;
  readonly isFlagged: boolean;
  readonly citations: readonly Citation[];
  readonly missing: readonly string[];
  readonly source: Source;
  /** Answer of the service, when a person decided differently. */
  readonly system: { readonly answer: boolean | null } | null;
}

export interface Violated {
  readonly rule: string;
  readonly description: string;
  readonly confidence: number;
  readonly citations: readonly Citation[];
  readonly flagged: boolean;
  /** False when a person dismissed it. */
  readonly upheld?: boolean;
  readonly source?: Source;
}

const COMPLIANCE = [
  'identity_verification',
  'privacy_protection',
  'mandatory_disclosures',
  'purpose_declaration',
] as const;
const QUALITY = ['greeting', 'call_resolution', 'empathetic_language', 'professionalism'] as const;

export const complianceOf = ({ compliance }: Results): readonly Judged[] => judgedIn(compliance, COMPLIANCE);
export const qualityOf = ({ quality }: Results): readonly Judged[] => judgedIn(quality, QUALITY);

/** Findings of the given names. One that the service leaves out, such as one unknown to an earlier release, is skipped. */
function judgedIn(part: object, names: readonly string[]): readonly Judged[] {
  const given = part as Readonly<Record<string, Given | undefined>>;
  return names.flatMap((name) => {
    const finding = given[name];
    return finding === undefined ? [] : [judgedOf(name, finding)];
  });
}

function judgedOf(name: string, finding: Given): Judged {
  return {
    name,
    answer: answerOf(finding),
    confidence: finding.confidence,
    isFlagged: finding.flagged,
    citations: finding.citations,
    missing: finding.missing ?? [],
    source: finding.source ?? 'system',
    system: finding.system ? { answer: answerOf(finding.system) } : null,
  };
}

export function answerOf(finding: Omit<Answered, 'confidence'>): boolean | null {
  if (!finding.assessable) return null;
  return finding.performed ?? finding.present ?? finding.resolved ?? null;
}

export interface Mark {
  readonly seconds: number;
  /** `violation`: proved against the agent. `flag`: a person should check it. */
  readonly kind: 'violation' | 'flag';
}

/** Places that a person should hear, in order. */
export function marksOf(results: Results): readonly Mark[] {
  const violations = (results.compliance.violations as readonly Violated[])
    .filter(({ upheld }) => upheld !== false)
    .flatMap(({ citations }) => firstOf(citations, 'violation'));
  const flags = [...complianceOf(results), ...qualityOf(results)]
    .filter(({ isFlagged }) => isFlagged)
    .flatMap(({ citations }) => firstOf(citations, 'flag'));
  return [...violations, ...flags].sort((one, other) => one.seconds - other.seconds);
}

const firstOf = (citations: readonly Citation[], kind: Mark['kind']): readonly Mark[] =>
  citations.slice(0, 1).map(({ start }) => ({ seconds: start, kind }));

/** Every quotation of a finding or a violation. */
export function evidenceIn({ compliance, quality }: Results): readonly Citation[] {
  const parts: unknown[] = [...Object.values(compliance), ...Object.values(quality), ...compliance.violations];
  return parts.flatMap((part) => (isCiting(part) ? part.citations : []));
}

const isCiting = (part: unknown): part is { readonly citations: readonly Citation[] } =>
  typeof part === 'object' && part !== null && 'citations' in part;

export const segmentsOf = (evidence: readonly Citation[]): ReadonlySet<number> =>
  new Set(evidence.map(({ segment_id }) => segment_id));

// An auditor's program: rebuilds the published counts from the lines of an archive. It knows the page of evidence alone.
import { type Files, linesIn, manifestOf } from '../../support/builders/evidence-archives.js';

interface CallLine {
  readonly created: number;
  readonly duration_ms: number;
  readonly compliance_score: number | null;
  readonly quality_score: number | null;
  readonly not_assessable: number | null;
  readonly flagged: boolean | null;
  readonly violations: readonly string[];
  readonly reviewed: boolean;
  readonly overruled: boolean | null;
}

interface EvaluationLine {
  readonly analysis_created: number;
  readonly scorecard: { readonly id: string; readonly revision: number };
  readonly score: number | null;
  readonly coverage: number;
  readonly outcome: string;
  readonly superseded: boolean;
  readonly reviewed: boolean;
  readonly overruled: boolean | null;
  readonly given_answers: readonly string[] | null;
}

interface UsageLine {
  readonly created: number;
  readonly hundredths: number;
}

const OUTCOMES = ['passed', 'failed', 'auto_failed', 'needs_review', 'not_assessable'];

const monthOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 7);

function groups<Line>(lines: readonly Line[], keyOf: (line: Line) => string): Map<string, Line[]> {
  const found = new Map<string, Line[]>();
  for (const line of lines) {
    const group = found.get(keyOf(line)) ?? [];
    group.push(line);
    found.set(keyOf(line), group);
  }
  return found;
}

const sum = <Line>(lines: readonly Line[], of: (line: Line) => number | boolean | null) =>
  lines.reduce((total, line) => total + Number(of(line) ?? 0), 0);

const scores = <Line>(lines: readonly Line[], of: (line: Line) => number | null) => ({
  n: lines.filter((line) => of(line) !== null).length,
  sum: sum(lines, of),
});

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

const callCounts = (lines: readonly CallLine[]) => ({
  object: 'call_counts',
  n: lines.length,
  audio_ms: sum(lines, (line) => line.duration_ms),
  not_assessable: sum(lines, (line) => line.not_assessable),
  flagged: sum(lines, (line) => line.flagged),
  reviewed: sum(lines, (line) => line.reviewed),
  overruled: sum(lines, (line) => line.overruled),
  compliance_scores: scores(lines, (line) => line.compliance_score),
  quality_scores: scores(lines, (line) => line.quality_score),
  violations: tally(lines.flatMap((line) => line.violations)),
});

const evaluationCounts = (lines: readonly EvaluationLine[]) => ({
  object: 'evaluation_counts',
  scorecard_id: lines[0]?.scorecard.id,
  revision: lines[0]?.scorecard.revision,
  n: lines.length,
  coverage_percent: sum(lines, (line) => Math.round(line.coverage * 100)),
  reviewed: sum(lines, (line) => line.reviewed),
  overruled: sum(lines, (line) => line.overruled),
  ...Object.fromEntries(OUTCOMES.map((name) => [name, lines.filter(({ outcome }) => outcome === name).length])),
  scores: scores(lines, (line) => line.score),
  answers: tally(lines.flatMap((line) => line.given_answers ?? [])),
});

const usageCounts = (lines: readonly UsageLine[]) => ({
  object: 'usage_counts',
  n: lines.length,
  hundredths: sum(lines, (line) => line.hundredths),
});

/** As the lines of `counts.jsonl`, in no order. */
export function rebuiltCounts(files: Files): object[] {
  const { from, to, livemode } = manifestOf(files);
  const within = (month: string) => {
    const next = new Date(`${month}-01T00:00:00Z`);
    next.setUTCMonth(next.getUTCMonth() + 1);
    const begin = Date.parse(`${month}-01T00:00:00Z`) / 1000;
    return { month, from: Math.max(from, begin), to: Math.min(to, next.getTime() / 1000), livemode };
  };
  const calls = linesIn<CallLine>(files, 'calls.jsonl').filter(({ flagged }) => flagged !== null);
  const judged = linesIn<EvaluationLine>(files, 'evaluations.jsonl').filter(
    ({ superseded, given_answers }) => !superseded && given_answers !== null,
  );
  const cardOf = ({ analysis_created: at, scorecard: { id, revision } }: EvaluationLine) =>
    `${monthOf(at)} ${id} ${revision}`;
  const usage = linesIn<UsageLine>(files, 'usage.jsonl');
  return [
    ...[...groups(calls, ({ created }) => monthOf(created))].map(([month, lines]) => ({
      ...within(month),
      ...callCounts(lines),
    })),
    ...[...groups(judged, cardOf)].map(([key, lines]) => ({ ...within(key.slice(0, 7)), ...evaluationCounts(lines) })),
    ...[...groups(usage, ({ created }) => monthOf(created))].map(([month, lines]) => ({
      ...within(month),
      ...usageCounts(lines),
    })),
  ];
}

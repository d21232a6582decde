import { describe, expect, it } from 'vitest';
import type {
  Analysis,
  AnalysisSummary,
  CompletedAnalysis,
  CompletedAnalysisSummary,
  ErrorCode,
  FailedAnalysis,
  ProcessingAnalysis,
} from '../../../clients/typescript/src/index.js';
import { readExamples } from '../../../src/platform/http/openapi/stored-examples.js';

type Got = Analysis | AnalysisSummary;

/** It compiles only where the status tells the type. */
function tell(analysis: Analysis): string {
  switch (analysis.status) {
    case 'processing':
      return `${analysis.progress.stage} ${analysis.progress.percent}`;
    case 'completed':
      return `${analysis.metadata.engine.grade} ${analysis.results.compliance.score} ${analysis.call.metrics.talk_ratio}`;
    case 'failed':
      return analysis.metadata.error_code satisfies ErrorCode;
    default:
      return analysis satisfies never;
  }
}

function scoreOf(analysis: Got): number | null {
  return analysis.status === 'completed' ? analysis.results.compliance.score : null;
}

interface Examples {
  readonly processing: ProcessingAnalysis;
  readonly failed: FailedAnalysis;
  readonly completed: CompletedAnalysis;
  readonly completedSummary: CompletedAnalysisSummary;
}
const EXAMPLES = readExamples<Examples>('analyses');

describe('the generated types of an analysis', () => {
  it('are distinguished by its status', () => {
    expect(tell(EXAMPLES.processing)).toBe('transcribing 45');
    expect(tell(EXAMPLES.failed)).toBe('not_audio');
    expect(tell(EXAMPLES.completed)).toMatch(/^demo \d+ [\d.]+$/);
  });

  it('are distinguished in either view', () => {
    expect(scoreOf(EXAMPLES.completedSummary)).toBe(EXAMPLES.completed.results.compliance.score);
  });

  it('say that a summary has no evidence', () => {
    const { identity_verification } = EXAMPLES.completedSummary.results.compliance;
    // @ts-expect-error The member is one of the full view.
    expect(identity_verification.evidence).toBeUndefined();
  });

  it('let custom keys stand beside those of the service', () => {
    const { metadata } = EXAMPLES.completed;
    const { webhook_url, campaign }: { webhook_url: string | null; campaign?: unknown } = metadata;
    expect([webhook_url, campaign]).toEqual(['https://hooks.example.com/calls', 'spring']);
  });
});

// Step 4: asks the analyst about compliance, quality and coaching. Its report is a proposal: in step 5 judge-call.ts checks
// each quotation and computes the scores.
import { Injectable } from '@nestjs/common';
import { AnalysisClaims } from '../analysis/analysis-claims.js';
import { type AnalystReport, CallAnalyst } from '../ports/call-analyst.js';
import type { Transcript } from '../ports/transcript.js';
import type { CallRun } from './call-run.js';
import { removePromptInjection } from './transcript/prompt-injection.js';

const STEP = 'analyse';
const NOT_JUDGED_BEFORE = {
  professionalism: { met: false, confidence: 0, quotes: [], spotted: false, assessable: false },
};

@Injectable()
export class AnalyseCall {
  constructor(
    private readonly claims: AnalysisClaims,
    private readonly analyst: CallAnalyst,
  ) {}

  /** @returns null for a call without a spoken word: the analyst is not asked */
  async run({ call, signal }: CallRun, durationMs: number, transcript: Transcript): Promise<AnalystReport | null> {
    if (transcript.segments.length === 0) return null;
    const done = (await this.claims.readCheckpoints<AnalystReport>(call, STEP)).get(0);
    // A report of an earlier release lacks the newer findings.
    if (done) return { ...done, findings: { ...NOT_JUDGED_BEFORE, ...done.findings } };
    const { outputLanguage } = call;
    const report = await this.analyst.analyse(
      { ...transcript, segments: removePromptInjection(transcript.segments), durationMs, outputLanguage },
      signal,
    );
    await this.claims.recordCheckpoint(null, call, STEP, 0, report, { stage: 'settling', percent: 95 });
    return report;
  }
}

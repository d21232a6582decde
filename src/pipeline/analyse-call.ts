// Step 4: asks the analyst about compliance, quality and coaching. Its report is a proposal: in step 5 judge-call.ts checks
// each quotation and computes the scores.
import { Injectable } from '@nestjs/common';
import { AnalysisClaims } from '../analysis/analysis-claims.js';
import { type AnalystEngine, type AnalystReport, CallAnalyst } from '../ports/call-analyst.js';
import type { Transcript } from '../ports/transcript.js';
import type { CallRun } from './call-run.js';
import { natureOf } from './judgement/call-kind/call-kind.js';
import { removePromptInjection } from './transcript/prompt-injection.js';

const STEP = 'analyse';
const NOT_JUDGED_BEFORE = {
  professionalism: { met: false, confidence: 0, quotes: [], spotted: false, assessable: false },
};

export interface AnalysedCall {
  /** Null for a call that is no conversation: the analyst is not asked. */
  readonly report: AnalystReport | null;
  /** The analyst that judged: another worker than the one that settles may have asked it. */
  readonly judgedBy: AnalystEngine;
}

/** A checkpoint of an earlier release does not name the analyst. */
interface ReportCheckpoint extends AnalystReport {
  readonly judgedBy?: AnalystEngine;
}

@Injectable()
export class AnalyseCall {
  constructor(
    private readonly claims: AnalysisClaims,
    private readonly analyst: CallAnalyst,
  ) {}

  async run(
    { call, signal }: Pick<CallRun, 'call' | 'signal'>,
    durationMs: number,
    transcript: Transcript,
    analyst = this.analyst,
  ): Promise<AnalysedCall> {
    const { name, grade, rulesVersion } = analyst.engine;
    const present: AnalystEngine = { name, grade, rulesVersion };
    if (natureOf(transcript).kind !== 'conversation') return { report: null, judgedBy: present };
    const done = (await this.claims.readCheckpoints<ReportCheckpoint>(call, STEP)).get(0);
    if (done) {
      const { judgedBy = present, ...report } = done;
      // A report of an earlier release lacks the newer findings.
      return { report: { ...report, findings: { ...NOT_JUDGED_BEFORE, ...report.findings } }, judgedBy };
    }
    const { outputLanguage } = call;
    const report = await analyst.analyse(
      { ...transcript, segments: removePromptInjection(transcript.segments), durationMs, outputLanguage },
      signal,
    );
    const checkpoint: ReportCheckpoint = { ...report, judgedBy: present };
    await this.claims.recordCheckpoint(null, call, STEP, 0, checkpoint, { stage: 'settling', percent: 95 });
    return { report, judgedBy: present };
  }
}

// Step 4: asks the analyst about compliance, quality and coaching. Its report is a proposal: in step 5 judge-call.ts checks
// each quotation and computes the scores.
import { Injectable } from '@nestjs/common';
import { StepRecords } from '../../calls/claims/step-records.js';
import { natureOf } from '../../judgement/call-kind/call-kind.js';
import { type AnalystEngine, type AnalystReport, CallAnalyst, type NotJudgedReason } from '../../ports/call-analyst.js';
import { whyNotJudgedBy } from '../../ports/provider-error.js';
import type { Transcript } from '../../ports/transcript.js';
import { removePromptInjection } from '../../speech/transcript/prompt-injection.js';
import { askOnRecord } from './ask-analyst.js';
import type { StepRun } from './call-run.js';

const STEP = 'analyse';
const NOT_JUDGED_BEFORE = {
  professionalism: { met: false, confidence: 0, quotes: [], spotted: false, assessable: false },
};

export interface AnalysedCall {
  /** Null for a call that is no conversation: the analyst is not asked. Null too where `notJudged` says why. */
  readonly report: AnalystReport | null;
  /** Why the analyst, when asked, did not judge. Null where it did, and where it was not asked. */
  readonly notJudged: NotJudgedReason | null;
  /** The analyst that judged: another worker than the one that settles may have asked it. */
  readonly judgedBy: AnalystEngine;
}

/** A checkpoint of an earlier release does not name the analyst. */
interface ReportCheckpoint extends AnalystReport {
  readonly judgedBy?: AnalystEngine;
}

interface DeclinedCheckpoint {
  readonly notJudged: NotJudgedReason;
  readonly judgedBy: AnalystEngine;
}

@Injectable()
export class AnalyseCall {
  constructor(
    private readonly records: StepRecords,
    private readonly analyst: CallAnalyst,
  ) {}

  async run(
    { call, signal }: Pick<StepRun, 'call' | 'signal'>,
    durationMs: number,
    transcript: Transcript,
    analyst = this.analyst,
  ): Promise<AnalysedCall> {
    const { name, grade, rulesVersion, named } = analyst.engine;
    const present: AnalystEngine = { name, grade, rulesVersion, ...(named && { named }) };
    if (natureOf(transcript).kind !== 'conversation') return { report: null, notJudged: null, judgedBy: present };
    const done = (await this.records.readCheckpoints<ReportCheckpoint | DeclinedCheckpoint>(call, STEP)).get(0);
    if (done && 'notJudged' in done) return { report: null, ...done };
    if (done) {
      const { judgedBy = present, ...report } = done;
      // A report of an earlier release lacks the newer findings.
      const findings = { ...NOT_JUDGED_BEFORE, ...report.findings };
      return { report: { ...report, findings }, notJudged: null, judgedBy };
    }
    const { outputLanguage } = call;
    const segments = removePromptInjection(transcript.segments);
    const answer = await askOnRecord(this.records, analyst, { call, durationMs }, () =>
      analyst.analyse({ ...transcript, segments, durationMs, outputLanguage }, signal),
    ).catch((error: unknown) => {
      const notJudged = whyNotJudgedBy(error);
      if (notJudged === null) throw error;
      return { notJudged };
    });
    const checkpoint: ReportCheckpoint | DeclinedCheckpoint = { ...answer, judgedBy: present };
    await this.records.recordCheckpoint(null, call, STEP, 0, checkpoint, { stage: 'settling', percent: 95 });
    return 'notJudged' in answer
      ? { report: null, notJudged: answer.notJudged, judgedBy: present }
      : { report: answer, notJudged: null, judgedBy: present };
  }
}

// Step 4: asks the analyst about compliance, quality and coaching. Its report is a proposal: in step 5 judge-call.ts checks
// each quotation and computes the scores.
import { Injectable } from '@nestjs/common';
import { type SteppedCall, StepRecords } from '../../calls/claims/step-records.js';
import { SPENT } from '../../calls/claims/step-statements.js';
import type { StageUse } from '../../calls/results/stage-figures.js';
import { natureOf } from '../../judgement/call-kind/call-kind.js';
import { StageUses } from '../../judgement/stage-uses.js';
import {
  type AnalystEngine,
  type AnalystReport,
  CallAnalyst,
  type NotJudgedReason,
  type UsedTokens,
} from '../../ports/call-analyst.js';
import { ProviderError, whyNotJudgedBy } from '../../ports/provider-error.js';
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
  /** Left out where no model tells its tokens. */
  readonly use?: StageUse;
}

interface Used {
  /** Tokens of the judgement and of attempts at it that failed. Left out where no model tells them. */
  readonly used?: readonly UsedTokens[];
}

type Judged = Omit<AnalysedCall, 'use'> & Used;

/** A checkpoint of an earlier release does not name the analyst. */
interface ReportCheckpoint extends Omit<AnalystReport, 'tokens'>, Used {
  readonly judgedBy?: AnalystEngine;
}

interface DeclinedCheckpoint extends Used {
  readonly notJudged: NotJudgedReason;
  readonly judgedBy: AnalystEngine;
}

@Injectable()
export class AnalyseCall {
  constructor(
    private readonly records: StepRecords,
    private readonly analyst: CallAnalyst,
    private readonly uses: StageUses,
  ) {}

  async run(
    { call, signal }: Pick<StepRun, 'call' | 'signal'>,
    durationMs: number,
    transcript: Transcript,
    analyst = this.analyst,
  ): Promise<AnalysedCall> {
    const { used, ...judged } = await this.judge({ call, signal }, durationMs, transcript, analyst);
    return used ? { ...judged, use: this.uses.ofJudgement(used, call.accountId) } : judged;
  }

  private async judge(
    { call, signal }: Pick<StepRun, 'call' | 'signal'>,
    durationMs: number,
    transcript: Transcript,
    analyst: CallAnalyst,
  ): Promise<Judged> {
    const { name, grade, rulesVersion, named } = analyst.engine;
    const present: AnalystEngine = { name, grade, rulesVersion, ...(named && { named }) };
    if (natureOf(transcript).kind !== 'conversation') return { report: null, notJudged: null, judgedBy: present };
    const done = (await this.records.readCheckpoints<ReportCheckpoint | DeclinedCheckpoint>(call, STEP)).get(0);
    if (done && 'notJudged' in done) return { report: null, ...done };
    if (done) {
      const { judgedBy = present, used, ...report } = done;
      // A report of an earlier release lacks the newer findings.
      const findings = { ...NOT_JUDGED_BEFORE, ...report.findings };
      return { report: { ...report, findings }, notJudged: null, judgedBy, ...(used && { used }) };
    }
    const { outputLanguage } = call;
    const segments = removePromptInjection(transcript.segments);
    const engine = named?.name ?? null;
    const { tokens, ...answer } = await askOnRecord(this.records, analyst, { call, durationMs }, () =>
      analyst.analyse({ ...transcript, segments, durationMs, outputLanguage }, signal),
    ).catch(async (error: unknown) => {
      const tokens = error instanceof ProviderError ? error.tokens : null;
      const notJudged = whyNotJudgedBy(error);
      if (notJudged !== null) return { notJudged, tokens };
      if (tokens !== null) await this.records.recordSpent(call, { engine, tokens });
      throw error;
    });
    const used = tokens ? await this.withSpent(call, { engine, tokens }) : null;
    const judged = { judgedBy: present, ...(used && { used }) };
    const checkpoint: ReportCheckpoint | DeclinedCheckpoint = { ...answer, ...judged };
    await this.records.recordCheckpoint(null, call, STEP, 0, checkpoint, { stage: 'settling', percent: 95 });
    return 'notJudged' in answer
      ? { report: null, notJudged: answer.notJudged, ...judged }
      : { report: answer, notJudged: null, ...judged };
  }

  /** Adds the tokens of earlier runs, whose attempts failed. */
  private async withSpent(call: SteppedCall, own: UsedTokens): Promise<UsedTokens[]> {
    const spent = await this.records.readCheckpoints<UsedTokens>(call, SPENT);
    return [...spent.values(), own];
  }
}

// Carries out one claimed correction: the transcript is corrected, the analyst asked again, the findings judged, all stored.
// Only the analyst's answer is a checkpoint, since it may cost money: the rest is the same each time.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../../platform/database/prepared.js';
import { CallAnalyst } from '../../../ports/call-analyst.js';
import { SandboxEngines } from '../../../ports/scenario.js';
import { ClaimLost } from '../../../work/claim.js';
import type { Run } from '../../../work/kind-of-work.js';
import { askAnalyst } from './correcting/ask-analyst.js';
import { Correcting } from './correcting/correcting.js';
import type { AnalystAnswer, CallToCorrect, CorrectedCall } from './correcting/correcting-task.js';
import { type ClaimedCorrection, CorrectionClaims } from './correction-claims.js';
import { SettleCorrection } from './settle-correction.js';

@Injectable()
export class CorrectCall {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: CorrectionClaims,
    private readonly correcting: Correcting,
    private readonly analyst: CallAnalyst,
    private readonly sandbox: SandboxEngines,
    private readonly settle: SettleCorrection,
  ) {}

  /** @throws ClaimLost, also when the analysis was deleted; ProviderError; GaveWay */
  async run(correction: ClaimedCorrection, { signal, giveWay }: Run): Promise<void> {
    const { accountId, baseVersion, changes, judgesAgain } = correction;
    const call = await this.readCall(correction);
    const corrected = { call, changes: JSON.parse(changes), version: judgesAgain ? baseVersion : baseVersion + 1 };
    const answer = (await this.claims.readAnswer(correction)) ?? (await this.ask(correction, corrected, signal));
    await giveWay();
    const judged = await this.correcting.judge(accountId, { ...corrected, answer }, signal);
    signal.throwIfAborted();
    await this.settle.complete(correction, judged, answer, signal);
  }

  private async ask(
    correction: ClaimedCorrection,
    corrected: CorrectedCall,
    signal: AbortSignal,
  ): Promise<AnalystAnswer> {
    const analyst = correction.isScenario ? this.sandbox.analyst : this.analyst;
    const shown = await this.correcting.read(correction.accountId, corrected, signal);
    const answer = await askAnalyst(analyst, shown, signal);
    if (shown === null) return answer;
    await this.claims.recordAnswer(correction, answer);
    return answer;
  }

  private async readCall({ analysisId, accountId, baseVersion }: ClaimedCorrection): Promise<CallToCorrect> {
    const [row] = await queryPrepared<CallRow>(this.dataSource, READ, [analysisId, accountId, baseVersion]);
    if (!row) throw new ClaimLost();
    const { words, metrics, engine, duration_ms, output_language: outputLanguage } = row;
    const durationMs = duration_ms === null ? null : Number(duration_ms);
    return { words, metrics, engine, durationMs, outputLanguage };
  }
}

interface CallRow {
  readonly words: string;
  readonly metrics: string;
  readonly engine: string;
  readonly duration_ms: string | null;
  readonly output_language: string | null;
}

const READ: PreparedStatement = {
  name: 'call-to-correct',
  text: `SELECT p.words, p.metrics, p.engine, a.duration_ms, a.output_language
         FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id
         WHERE a.id = $1 AND a.account_id = $2 AND p.transcript_version = $3`,
};

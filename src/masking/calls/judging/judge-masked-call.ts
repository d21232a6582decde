// Judges a masked call again, by its masked words. What the analyst answered is a checkpoint.
import { Injectable } from '@nestjs/common';
import { askAnalyst } from '../../../judging/reviews/corrections/correcting/ask-analyst.js';
import { Correcting } from '../../../judging/reviews/corrections/correcting/correcting.js';
import type {
  AnalystAnswer,
  CorrectedCall,
  JudgedVersion,
} from '../../../judging/reviews/corrections/correcting/correcting-task.js';
import { CallAnalyst } from '../../../ports/call-analyst.js';
import { SandboxEngines } from '../../../ports/scenario.js';
import type { Run } from '../../../work/kind-of-work.js';
import { CallRedactionClaims, type ClaimedCallRedaction } from '../call-redaction-claims.js';

/** The columns of a call by which it is judged. */
export interface MaskedCallRow {
  readonly words: string;
  readonly metrics: string;
  readonly engine: string;
  readonly version: number;
  readonly maskings: number;
  readonly duration_ms: string | null;
  readonly output_language: string | null;
}

@Injectable()
export class JudgeMaskedCall {
  constructor(
    private readonly claims: CallRedactionClaims,
    private readonly correcting: Correcting,
    private readonly analyst: CallAnalyst,
    private readonly sandbox: SandboxEngines,
  ) {}

  /** The analyst is asked once about the same words. @throws ProviderError, ClaimLost */
  async run(redaction: ClaimedCallRedaction, call: MaskedCallRow, { signal, giveWay }: Run): Promise<JudgedVersion> {
    const { accountId } = redaction;
    const { version } = call;
    // Nothing is changed but what was masked already.
    const changes = { swapRoles: false, speakers: {}, segments: [] };
    const durationMs = call.duration_ms === null ? null : Number(call.duration_ms);
    const { words, metrics, engine, output_language: outputLanguage } = call;
    const masked: CorrectedCall = { call: { words, metrics, engine, durationMs, outputLanguage }, changes, version };
    const answer = await this.ask(redaction, call, masked, signal);
    await giveWay();
    return this.correcting.judge(accountId, { ...masked, answer }, signal);
  }

  private async ask(
    redaction: ClaimedCallRedaction,
    { version, maskings }: MaskedCallRow,
    masked: CorrectedCall,
    signal: AbortSignal,
  ): Promise<AnalystAnswer> {
    const { answer: kept, isScenario, accountId } = redaction;
    if (kept?.version === version && kept.maskings === maskings) return kept.answer;
    const shown = await this.correcting.read(accountId, masked, signal);
    const answer = await askAnalyst(isScenario ? this.sandbox.analyst : this.analyst, shown, signal);
    if (shown !== null) await this.claims.recordAnswer(redaction, { version, maskings, answer });
    return answer;
  }
}

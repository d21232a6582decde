// Carries out the masking of one claimed call: what only a model finds is masked, the recording is written anew, the call is
// judged anew, all of it is stored. Each step that costs something has a checkpoint.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { CallAnalyst } from '../../ports/call-analyst.js';
import { SandboxEngines } from '../../ports/scenario.js';
import { searchedCall } from '../../redaction/stored/stored-transcript.js';
import { askAnalyst } from '../../reviews/corrections/correcting/ask-analyst.js';
import { Correcting } from '../../reviews/corrections/correcting/correcting.js';
import type {
  AnalystAnswer,
  CorrectedCall,
  JudgedVersion,
} from '../../reviews/corrections/correcting/correcting-task.js';
import { ClaimLost, HandBack } from '../../work/claim.js';
import type { Run } from '../../work/kind-of-work.js';
import {
  CallRedactionClaims,
  type ClaimedCallRedaction,
  type MaskedSound,
  type Searched,
} from './call-redaction-claims.js';
import { MaskStoredSound } from './mask-stored-sound.js';
import { readMasked, spanOf } from './masked-facts.js';
import { SearchStoredCall } from './search-stored-call.js';
import { CallChanged, SettleCallRedaction } from './settle-call-redaction.js';

/** Of a call that is corrected and masked all the time; then other work goes on first. */
const MAX_ATTEMPTS = 5;
const WAIT_MS = 5_000;

@Injectable()
export class RedactStoredCall {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: CallRedactionClaims,
    private readonly search: SearchStoredCall,
    private readonly sound: MaskStoredSound,
    private readonly correcting: Correcting,
    private readonly analyst: CallAnalyst,
    private readonly sandbox: SandboxEngines,
    private readonly settle: SettleCallRedaction,
  ) {}

  /** @throws ClaimLost, also when the analysis was deleted; ProviderError; GaveWay; HandBack */
  async run(redaction: ClaimedCallRedaction, run: Run): Promise<void> {
    const { signal, giveWay } = run;
    const { isTextMasked, ...searched } = await this.search.run(redaction, signal);
    await giveWay();
    const sound = await this.maskSound(redaction, searched, signal);
    await giveWay();
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const call = await this.read(redaction);
      const { version, maskings } = call;
      const judged = isTextMasked || sound?.audio === 'withheld' ? await this.judge(redaction, call, run) : null;
      signal.throwIfAborted();
      try {
        return await this.settle.complete(redaction, { searched, sound, judged, version, maskings }, signal);
      } catch (error) {
        if (!(error instanceof CallChanged)) throw error;
      }
    }
    throw new HandBack('yielding', WAIT_MS);
  }

  /** Null where no recording is to be masked. */
  private async maskSound(
    redaction: ClaimedCallRedaction,
    { isExact, limits }: Searched,
    signal: AbortSignal,
  ): Promise<MaskedSound | null> {
    if (redaction.sound) return redaction.sound;
    if (redaction.wanted.mode === 'text') return null;
    const call = await this.read(redaction);
    const { original_key: key, original_format: format, redacted_key: renditionKey } = call;
    if (key === null || format === null) return null;
    const words = {
      redactions: readMasked(call).redactions.map(spanOf),
      segments: searchedCall(JSON.parse(call.words)).segments,
      isExact,
    };
    const sound = await this.sound.run(redaction, { key, format, renditionKey }, words, signal);
    if (sound.audio === 'withheld') await this.search.maskBySegment(redaction, limits, signal);
    await this.claims.recordSound(null, redaction, sound);
    return sound;
  }

  private async judge(
    redaction: ClaimedCallRedaction,
    call: CallRow,
    { signal, giveWay }: Run,
  ): Promise<JudgedVersion> {
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
    { version, maskings }: CallRow,
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

  private async read({ analysisId, accountId }: ClaimedCallRedaction): Promise<CallRow> {
    const [row] = await queryPrepared<CallRow>(this.dataSource, READ, [analysisId, accountId]);
    if (!row) throw new ClaimLost();
    return row;
  }
}

interface CallRow {
  readonly words: string;
  readonly metrics: string;
  readonly engine: string;
  readonly version: number;
  readonly maskings: number;
  readonly redaction: string | null;
  readonly redactions: string | null;
  readonly duration_ms: string | null;
  readonly output_language: string | null;
  readonly original_key: string | null;
  readonly original_format: string | null;
  readonly redacted_key: string | null;
}

const READ: PreparedStatement = {
  name: 'call-to-mask',
  text: `SELECT p.words, p.metrics, p.engine, p.transcript_version AS version, p.maskings, p.redaction, p.redactions,
           a.duration_ms, a.output_language, a.original_key, a.original_format, a.redacted_key
         FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id
         WHERE a.id = $1 AND a.account_id = $2`,
};

// Masks one claimed call: masks what only a model finds, rewrites the recording, evaluates the call again, and stores everything.
// Each expensive step has a checkpoint.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { searchedCall } from '../../redaction/stored/stored-transcript.js';
import { ClaimLost, HandBack } from '../../work/claim.js';
import type { Run } from '../../work/kind-of-work.js';
import {
  CallRedactionClaims,
  type ClaimedCallRedaction,
  type MaskedSound,
  type Searched,
} from './call-redaction-claims.js';
import { JudgeMaskedCall, type MaskedCallRow } from './judging/judge-masked-call.js';
import { MaskStoredSound } from './mask-stored-sound.js';
import { readMasked, spanOf } from './masked-facts.js';
import { SearchStoredCall } from './search-stored-call.js';
import { CallChanged, SettleCallRedaction } from './settle-call-redaction.js';

/** Attempts at a call that is corrected and masked all the time; then other work goes on first. */
const MAX_ATTEMPTS = 5;
const WAIT_MS = 5_000;

@Injectable()
export class RedactStoredCall {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: CallRedactionClaims,
    private readonly search: SearchStoredCall,
    private readonly sound: MaskStoredSound,
    private readonly judging: JudgeMaskedCall,
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
      const judged = isTextMasked || sound?.audio === 'withheld' ? await this.judging.run(redaction, call, run) : null;
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

  private async read({ analysisId, accountId }: ClaimedCallRedaction): Promise<CallRow> {
    const [row] = await queryPrepared<CallRow>(this.dataSource, READ, [analysisId, accountId]);
    if (!row) throw new ClaimLost();
    return row;
  }
}

interface CallRow extends MaskedCallRow {
  readonly redaction: string | null;
  readonly redactions: string | null;
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

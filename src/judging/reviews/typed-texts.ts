// Masks what reviewers type beside a call, where redaction is on for the call or for its account: a secret in a note would
// stand in reviews, webhooks and exports.
import { Injectable, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import { Masking } from '../../redaction/masking/masking.js';
import { MaskingModule } from '../../redaction/masking/masking.module.js';
import { RedactionSettings } from '../../redaction/settings/redaction-settings.js';
import { RedactionSettingsModule } from '../../redaction/settings/redaction-settings.module.js';

const READ: PreparedStatement = {
  name: 'redaction-of-typed-texts',
  text: 'SELECT redact FROM analysis WHERE id = $1 AND account_id = $2',
};

@Injectable()
export class TypedTexts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: RedactionSettings,
    private readonly masking: Masking,
  ) {}

  /** Redaction of what is typed beside a call: the call's own, else the account's of this moment; null where neither is on. */
  async wantedFor(accountId: string, analysisId: string): Promise<WantedRedaction | null> {
    const [call] = await queryPrepared<{ redact: string | null }>(this.dataSource, READ, [analysisId, accountId]);
    return call?.redact ? JSON.parse(call.redact) : this.settings.wantedFor(accountId, null);
  }

  /** Masks texts in their order; those that are null or empty stay so. */
  async mask<Text extends string | null>(
    accountId: string,
    analysisId: string,
    texts: readonly Text[],
  ): Promise<Text[]> {
    const typed = texts.flatMap((text) => (text ? [text as string] : []));
    const wanted = typed.length === 0 ? null : await this.wantedFor(accountId, analysisId);
    if (wanted === null) return [...texts];
    const masked = await this.masking.maskTyped(accountId, { texts: typed, wanted }, new AbortController().signal);
    let next = 0;
    return texts.map((text) => (text ? ((masked[next++] ?? text) as Text) : text));
  }
}

@Module({ imports: [MaskingModule, RedactionSettingsModule], providers: [TypedTexts], exports: [TypedTexts] })
export class TypedTextsModule {}

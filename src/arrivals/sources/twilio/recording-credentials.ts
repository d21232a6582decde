// With which credentials a recording is fetched that a callback announced: those of its source, at the API of its account alone.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow } from '../../../platform/database/sql.js';
import type { DownloadCredentials } from '../../../platform/outbound/outbound-door.js';
import { CredentialsOfCall } from '../../../recordings/receiving/credentials-of-call.js';
import { SourceCredentials } from '../source-credentials.js';
import { originOf, type TwilioCredentials, type TwilioSettings, withoutChannels } from '../twilio-callback.js';

interface TwilioSource {
  readonly id: string;
  readonly settings: TwilioSettings;
  readonly credentials_encrypted: Buffer;
}

@Injectable()
export class RecordingCredentials extends CredentialsOfCall {
  constructor(
    private readonly dataSource: DataSource,
    private readonly credentials: SourceCredentials,
  ) {
    super();
  }

  async find(analysisId: string): Promise<DownloadCredentials | null> {
    const source = await queryRow<TwilioSource>(this.dataSource, SOURCE_OF_CALL, [analysisId]);
    if (!source) return null;
    const { auth_token } = this.credentials.open<TwilioCredentials>(source.id, source.credentials_encrypted);
    const basic = Buffer.from(`${source.settings.account_sid}:${auth_token}`).toString('base64');
    return { origin: originOf(source.settings), authorization: `Basic ${basic}` };
  }

  override otherAddressOf(url: string): string | null {
    return withoutChannels(url);
  }
}

/** A call that was there before its callback came was submitted with an address of its own. */
const SOURCE_OF_CALL = `
  SELECT s.id, s.settings, s.credentials_encrypted FROM source_item AS i JOIN source AS s ON s.id = i.source_id
  WHERE i.analysis_id = $1 AND i.status = 'taken' AND s.kind = 'twilio' AND s.deleted_at IS NULL`;

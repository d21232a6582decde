// Links to the recordings of a call: what clients hear, the recording as it was sent, and what plays in every browser.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { notFound } from '../../platform/errors/api-error.js';
import { ObjectStore } from '../../ports/object-store.js';
import { originalOf, type RecordingRow } from '../original-recording.js';
import { askPlayback, PLAYBACK_FORMAT, type PlaybackRow } from '../playback/playback.js';
import { contentTypeOf, LINK_LIFETIME_SECONDS, type RecordingFile, recordingOf } from '../recording-file.js';

const ORIGINAL_LINK_LIFETIME_SECONDS = 300;

/** Which of a call's recordings a link leads to. */
export interface WantedAudio {
  readonly variant: 'current' | 'original';
  /** `play`: what plays in every browser. It stands for the current one alone. */
  readonly rendition: 'as_stored' | 'play';
}

interface AudioLink {
  readonly url: string;
  readonly expiresAt: Date;
  /** True while a rendition for playing is awaited in the place of what the link leads to. */
  readonly isPreparing: boolean;
}

export interface LinkedSound extends RecordingFile {
  readonly url: string;
  readonly isPreparing: boolean;
}

type FoundRecordings = RecordingRow & PlaybackRow & { readonly id: string };

const GET_RECORDINGS: PreparedStatement = {
  name: 'analysis-recordings',
  text: `SELECT a.id, a.status, a.storage_key, a.audio_format, a.redact, p.redaction, a.original_key, a.original_format,
           a.playback, a.playback_key
         FROM analysis a LEFT JOIN analysis_payload p ON p.analysis_id = a.id AND a.status = 'completed'
         WHERE a.id = $1 AND a.account_id = $2`,
};

@Injectable()
export class AudioLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
  ) {}

  /** Null where there is no such recording. @throws ApiError 404 */
  async get(accountId: string, id: string, { variant, rendition }: WantedAudio): Promise<AudioLink | null> {
    const found = await this.find(accountId, id);
    const isOriginal = variant === 'original';
    const lifetime = isOriginal ? ORIGINAL_LINK_LIFETIME_SECONDS : LINK_LIFETIME_SECONDS;
    const expiresAt = new Date(Date.now() + lifetime * 1000);
    const sound = isOriginal ? await this.original(found) : await this.current(found, rendition === 'play');
    return sound && { url: sound.url, expiresAt, isPreparing: sound.isPreparing };
  }

  /** Finds the sound that a page plays; null where no recording can be heard. @throws ApiError 404 */
  async findPlayed(accountId: string, id: string): Promise<LinkedSound | null> {
    return this.current(await this.find(accountId, id), true);
  }

  private async find(accountId: string, id: string): Promise<FoundRecordings> {
    const [found] = await queryPrepared<FoundRecordings>(this.dataSource, GET_RECORDINGS, [id, accountId]);
    if (!found) throw notFound('Analysis');
    return found;
  }

  /** Leads to the recording itself where no rendition is needed, and until there is one. Asks for it where nothing is known. */
  private async current(found: FoundRecordings, isPlayed: boolean): Promise<LinkedSound | null> {
    const recording = recordingOf(found);
    if (recording === null) return null;
    const { id, playback, playback_key: key } = found;
    const expiresInSeconds = LINK_LIFETIME_SECONDS;
    if (isPlayed && playback === 'made' && key !== null) {
      const file = { key, contentType: contentTypeOf(PLAYBACK_FORMAT) };
      const fileName = `${id}-play.${PLAYBACK_FORMAT}`;
      return { ...file, url: await this.store.link({ ...file, fileName, expiresInSeconds }), isPreparing: false };
    }
    if (isPlayed && playback === null) await askPlayback(this.dataSource, id);
    const fileName = `${id}.${found.audio_format}`;
    const url = await this.store.link({ ...recording, fileName, expiresInSeconds });
    return { ...recording, url, isPreparing: isPlayed && playback !== 'as_is' };
  }

  private async original(found: FoundRecordings): Promise<LinkedSound | null> {
    const original = originalOf(found);
    if (original === null) return null;
    const file = { key: original.key, contentType: contentTypeOf(original.format) };
    const fileName = `${found.id}-original.${original.format}`;
    const url = await this.store.link({ ...file, fileName, expiresInSeconds: ORIGINAL_LINK_LIFETIME_SECONDS });
    return { ...file, url, isPreparing: false };
  }
}

// The calls of AssemblyAI's REST API.
import { z } from 'zod';
import type { VendorJob } from '../../ports/vendors/vendor-jobs.js';
import { ProviderFailure, readOrRefuse } from '../vendor/provider-failure.js';
import type { VendorClient } from '../vendor/vendor-client.js';

/** Members of a request that the service sends. */
export interface TranscriptRequest {
  /** Models, in the order of preference. */
  readonly speech_models: readonly string[];
  readonly language_code?: string;
  readonly language_detection?: true;
  readonly speaker_labels?: true;
}

/** A member that may be absent, of any type. */
const anything = z.unknown().optional();
const transcriptShape = z.object({
  status: z.enum(['queued', 'processing', 'completed', 'error']),
  audio_url: anything,
  error: anything,
  text: anything,
  words: anything,
  language_code: anything,
  audio_duration: anything,
});

export type AssemblyAiTranscript = z.infer<typeof transcriptShape>;

const createdShape = z.object({ id: z.string().regex(/^[\w-]{8,100}$/) });
const uploadShape = z.object({ upload_url: z.url().max(2_000) });
const listShape = z.object({
  transcripts: z.array(createdShape.extend({ audio_url: anything, created: z.string() })),
});

/** Words in place of the address of a transcript that was deleted; the list leaves out their scheme. */
const DELETED = /deleted_by_user$/;
const MAX_SMALL_RESPONSE_BYTES = 1024 * 1024;
const PAGE_SIZE = 200;
/** 100,000 jobs: more than one account requests between a kill and the next look. */
const MAX_PAGES = 500;
/** Difference between the clocks of AssemblyAI and of this service. */
const CLOCK_MARGIN_MS = 10 * 60_000;
const CHECK_DEADLINE_MS = 15_000;
/** AssemblyAI says 400 for an id that it does not know. */
const UNKNOWN_ID = [400, 404];

export class AssemblyAiApi {
  constructor(private readonly client: VendorClient) {}

  /** @returns the address of the audio, which only AssemblyAI can read */
  async upload(file: File, signal: AbortSignal): Promise<string> {
    const contentType = 'application/octet-stream';
    const answer = await this.client.send({
      method: 'POST',
      path: '/v2/upload',
      body: file,
      contentType,
      signal,
      isStep: () => true,
      reasonOf: quotaIn,
    });
    return readOrRefuse(() => uploadShape.parse(answer).upload_url);
  }

  /** @returns the id of the job; null where the key may not use the audio (403) */
  async request(
    asked: TranscriptRequest & { readonly audio_url: string },
    signal: AbortSignal,
  ): Promise<string | null> {
    const answer = await this.client.send({
      method: 'POST',
      path: '/v2/transcript',
      body: asked,
      signal,
      absentAt: [403],
      // AssemblyAI says both with the status 400 and in words alone.
      reasonOf: (words) =>
        quotaIn(words) ?? (asked.language_code !== undefined && /language/i.test(words) ? 'language' : null),
    });
    return answer === null ? null : readOrRefuse(() => createdShape.parse(answer).id);
  }

  /** @returns null where the job does not exist, or was deleted */
  async read(id: string, maxBytes: number, signal: AbortSignal): Promise<AssemblyAiTranscript | null> {
    const answer = await this.client.send({
      method: 'GET',
      path: `/v2/transcript/${id}`,
      signal,
      absentAt: UNKNOWN_ID,
      maxResponseBytes: maxBytes,
      isStep: (given) => Object(given).status !== 'completed',
      secondsOf: (given) => (Object(given).status === 'completed' && Number(Object(given).audio_duration)) || 0,
    });
    if (answer === null) return null;
    const transcript = readOrRefuse(() => transcriptShape.parse(answer));
    return DELETED.test(String(transcript.audio_url)) ? null : transcript;
  }

  /** @returns false where the job cannot be deleted yet */
  async delete(id: string, signal: AbortSignal): Promise<boolean> {
    const path = `/v2/transcript/${id}`;
    const limits = { path, signal, isCheck: true, maxResponseBytes: 64 * MAX_SMALL_RESPONSE_BYTES } as const;
    if ((await this.client.send({ method: 'DELETE', absentAt: UNKNOWN_ID, ...limits })) !== null) return true;
    return (await this.client.send({ method: 'GET', absentAt: UNKNOWN_ID, ...limits })) === null;
  }

  /** Reads the list, newest first, back to the time of the request. @returns the id of the job; null where it is not listed */
  async findListed({ audioUrl, sentMsAgo }: VendorJob, signal: AbortSignal, isSweep = false): Promise<string | null> {
    const since = Date.now() - (sentMsAgo ?? 0) - CLOCK_MARGIN_MS;
    let before = '';
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await this.client.send({
        method: 'GET',
        path: `/v2/transcript?limit=${PAGE_SIZE}${before}`,
        signal,
        maxResponseBytes: MAX_SMALL_RESPONSE_BYTES,
        isStep: () => true,
        ...(isSweep && { isCheck: true as const }),
      });
      const { transcripts } = readOrRefuse(() => listShape.parse(answer));
      // Nothing less than the whole address: a job of another call must not be taken for this one.
      const found = transcripts.find((each) => each.audio_url === audioUrl);
      if (found !== undefined) return found.id;
      const oldest = transcripts.at(-1);
      if (oldest === undefined || timeOf(oldest.created) < since) return null;
      before = `&before_id=${oldest.id}`;
    }
    throw new ProviderFailure('transcription', new Error('the list of transcripts has no end')).trouble(
      'failing',
      false,
    );
  }

  async check(): Promise<void> {
    await this.client.send({
      method: 'GET',
      path: '/v2/transcript?limit=1',
      signal: new AbortController().signal,
      isCheck: true,
      deadlineMs: CHECK_DEADLINE_MS,
      maxResponseBytes: MAX_SMALL_RESPONSE_BYTES,
    });
  }
}

function quotaIn(words: string): 'quota' | null {
  return /\b(?:balance|funds)\b/i.test(words) ? 'quota' : null;
}

/** Milliseconds since 1970. AssemblyAI's times are of UTC, with or without saying so. */
function timeOf(created: string): number {
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(created) ? created : `${created}Z`);
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

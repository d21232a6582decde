// AssemblyAI's transcripts, on a real socket: it keeps uploads and jobs, counts what it charges for, and refuses what AssemblyAI
// would refuse, so that no test passes with a request that fails in production.
// Sources, read on 29 November 2026: www.assemblyai.com/docs: api-reference/files/upload, api-reference/transcripts/list,
// pre-recorded-audio/{guides/common_errors_and_solutions,delete-transcripts,rate-limits,multichannel}, billing-and-pricing, faq
// (limits of size and length, retention); github.com/AssemblyAI/assemblyai-api-spec openapi.yml (005e433b); the types of npm's
// assemblyai 4.41.5.
// Not checked, since no request was sent to AssemblyAI: whether unknown members are refused (here they are, as is all that the
// service does not send); that `audio_url` in the list is the address that the upload gave (its type says so); how soon the list
// shows a job (after a deletion, public reports say minutes); whether a job under way can be deleted (here it cannot).
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { StubAnswer } from './openai-stub.js';
import { startVendorStub, type VendorAnswering, type VendorStub, type VendorStubRequest } from './vendor-stub.js';

const MAX_UPLOAD_BYTES = 2_200_000_000;
const MODELS = ['universal-3-5-pro', 'universal-3-pro', 'universal-2'];
const LANGUAGES = 'en es fr de it pt nl hi ja zh fi ko pl ru tr uk vi da sv no cs'.split(' ');

const transcriptRequest = z
  .strictObject({
    audio_url: z.url(),
    speech_models: z.array(z.enum(MODELS)).min(1),
    language_code: z.enum(LANGUAGES).optional(),
    language_detection: z.boolean().optional(),
    speaker_labels: z.boolean().optional(),
  })
  .refine(
    (body) => (body.language_code === undefined) === (body.language_detection === true),
    'one way to the language',
  );
const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(10),
  before_id: z.string().optional(),
});

/** A refusal in AssemblyAI's shape. */
export const refuseAssemblyAi = (status: number, error: string): StubAnswer => ({ status, body: { error } });

export interface AssemblyAiJob {
  id: string;
  readonly created: string;
  audio_url: string;
  status: 'queued' | 'processing' | 'completed' | 'error';
  /** Reads until the job has ended. */
  reads: number;
}

export interface AssemblyAiOptions {
  /** Members of a completed transcript. */
  readonly transcript?: object;
  /** The words with which each job fails; null for none. */
  readonly error?: string | null;
  /** Times that a job is read before it has ended. Default 1. */
  readonly reads?: number;
  /** Times that the list is read before it shows a job. Default 0. */
  readonly listedAfter?: number;
  /** Called once AssemblyAI has done what a request asks; its answer is sent in place of AssemblyAI's. */
  readonly instead?: VendorAnswering;
}

export interface AssemblyAiStub extends VendorStub {
  /** Each was requested once, and is paid for once it is completed. */
  readonly jobs: AssemblyAiJob[];
  readonly uploads: readonly string[];
}

const DELETED = 'http://deleted_by_user';

export async function startAssemblyAi(options: AssemblyAiOptions = {}): Promise<AssemblyAiStub> {
  const { transcript = {}, error = null, reads = 1, instead } = options;
  const jobs: AssemblyAiJob[] = [];
  const uploads: string[] = [];
  let lists = 0;

  const written = (job: AssemblyAiJob) => ({
    id: job.id,
    status: job.status,
    audio_url: job.audio_url,
    ...(job.audio_url === DELETED
      ? { text: 'Deleted by user.', words: null }
      : job.status === 'completed'
        ? { language_code: 'en', audio_duration: 20, utterances: null, ...transcript }
        : { text: null, words: null, ...(job.status === 'error' && { error }) }),
  });

  function answer({ method, path, query, body }: VendorStubRequest): StubAnswer {
    if (method === 'POST' && path === '/v2/upload') {
      const upload = `https://cdn.assemblyai.com/upload/${randomUUID()}`;
      uploads.push(upload);
      return { body: { upload_url: upload } };
    }
    if (method === 'POST') {
      const { audio_url } = JSON.parse(String(body));
      if (!uploads.includes(audio_url)) return refuseAssemblyAi(403, 'Cannot access uploaded file');
      const job: AssemblyAiJob = {
        id: randomUUID(),
        created: new Date().toISOString().slice(0, -1),
        audio_url,
        status: 'processing',
        reads,
      };
      jobs.push(job);
      return { body: written(job) };
    }
    if (path === '/v2/transcript') return { body: list(query) };
    const job = jobs.find(({ id }) => path === `/v2/transcript/${id}`);
    if (job === undefined) return refuseAssemblyAi(400, 'Transcript lookup error, transcript id not found');
    if (method === 'DELETE') {
      if (job.status === 'processing') return refuseAssemblyAi(400, 'The transcript is being processed.');
      job.audio_url = DELETED;
    } else if (job.status === 'processing' && --job.reads <= 0) job.status = error === null ? 'completed' : 'error';
    return { body: written(job) };
  }

  function list(query: URLSearchParams): object {
    const { limit, before_id } = listQuery.parse(Object.fromEntries(query));
    const shown = lists++ < (options.listedAfter ?? 0) ? [] : jobs.toReversed();
    const from = before_id === undefined ? 0 : shown.findIndex(({ id }) => id === before_id) + 1;
    const transcripts = shown.slice(from, from + limit).map(({ id, status, created, audio_url }) => ({
      id,
      status,
      created,
      audio_url: audio_url.replace(DELETED, 'deleted_by_user'),
      resource_url: `https://api.assemblyai.com/v2/transcript/${id}`,
      completed: null,
      error: null,
    }));
    return { page_details: { limit, result_count: transcripts.length }, transcripts };
  }

  const stub = await startVendorStub(refusalOf, async (request) => {
    const own = answer(request);
    return (await instead?.(request)) ?? own;
  });
  return { ...stub, jobs, uploads };
}

/** @returns null for a request that AssemblyAI takes */
function refusalOf({ method, path, query, headers, body }: VendorStubRequest): StubAnswer | null {
  if (!/^[0-9a-f]{32}$/.test(headers.authorization ?? '')) {
    return refuseAssemblyAi(401, 'Authentication error, API token missing/invalid');
  }
  if (method === 'POST' && path === '/v2/upload') {
    if (headers['content-type'] !== 'application/octet-stream') return refuseAssemblyAi(400, 'The body is no file');
    if (Number(headers['content-length']) > MAX_UPLOAD_BYTES) return refuseAssemblyAi(413, 'Too large');
    return body.length === 0 ? refuseAssemblyAi(400, 'Upload failed, please try again') : null;
  }
  if (method === 'POST' && path === '/v2/transcript') {
    if (headers['content-type'] !== 'application/json') return refuseAssemblyAi(400, 'The body is no JSON');
    const { error } = transcriptRequest.safeParse(JSON.parse(String(body)));
    return error === undefined ? null : refuseAssemblyAi(400, z.prettifyError(error));
  }
  if (method === 'GET' && path === '/v2/transcript') {
    const { error } = listQuery.safeParse(Object.fromEntries(query));
    return error === undefined ? null : refuseAssemblyAi(400, z.prettifyError(error));
  }
  const isOfJob = /^\/v2\/transcript\/[\w-]+$/.test(path) && ['GET', 'DELETE'].includes(method) && query.size === 0;
  return isOfJob ? null : refuseAssemblyAi(404, `No ${method} ${path}`);
}

export interface AssemblyAiWord {
  readonly text?: unknown;
  /** Milliseconds. */
  readonly start?: unknown;
  readonly end?: unknown;
  readonly confidence?: unknown;
  readonly speaker?: unknown;
}

export function assemblyAiTranscript(words: readonly AssemblyAiWord[], changes: object = {}): object {
  return { text: words.map(({ text }) => text).join(' '), words, confidence: 0.9, ...changes };
}

// Starts API and worker processes of the built service with a stub of the provider and a webhook receiver, for tests that kill,
// freeze or cut off processes.
import type pg from 'pg';
import { expect } from 'vitest';
import { type Account, openAccount, openPool, serviceEnvironment, until } from '../apps/running-service.js';
import { silence, wav } from '../audio/audio-fixtures.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../builders/scripted-call.js';
import { contractFetch } from '../clients/responses.js';
import { answerTo } from '../matchers/answers.js';
import { expectInvariants, type InvariantScope } from '../matchers/invariants.js';
import type { OpenAiStub, OpenAiStubOptions } from '../stubs/openai-stub.js';
import { startWebhookReceiver, type WebhookReceiver } from '../stubs/webhook-receiver.js';
import { freePort } from './free-port.js';
import { LONG_LEASE } from './leases.js';
import { type ServiceProcess, type ServiceProcessOptions, startServiceProcess } from './service-process.js';

/** A call of six turns, and one second of silence, for which the service asks no provider. */
const RECORDINGS = { call: recordedCall(), silence: wav([silence(1_000)]) } as const;

export interface Submission {
  readonly recording?: keyof typeof RECORDINGS | Buffer;
  readonly key?: string;
  /** Default: the first API process. */
  readonly rootUrl?: string;
  readonly webhook?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AnswerBody;
}

/** All fields that these tests read of answers. `contractFetch` checks each answer against the OpenAPI document. */
export interface AnswerBody {
  readonly id: string;
  readonly status: string;
  readonly total: number;
  readonly analyses_count: number;
  readonly detail: unknown;
  readonly metadata: { readonly error_message: string | null; readonly error_code: string | null };
}

export type FleetProcess = ServiceProcess & { readonly rootUrl: string };

export interface Fleet {
  readonly env: Readonly<Record<string, string>>;
  readonly rootUrl: string;
  readonly dataDir: string;
  readonly db: pg.Pool;
  readonly provider: OpenAiStub;
  readonly receiver: WebhookReceiver;
  /** Throws before `open` has been called. */
  readonly account: Account;
  start(
    role: 'api' | 'worker',
    env?: Readonly<Record<string, string>>,
    options?: ServiceProcessOptions,
  ): Promise<FleetProcess>;
  /** Opens an account with a live key at the first API process. */
  open(): Promise<void>;
  /** Gives the answer, whatever its status. */
  ask(path: string, init?: RequestInit & { readonly rootUrl?: string }): Promise<Answer>;
  /** Uploads a recording. Gives the answer, whatever its status. */
  post(submission?: Submission): Promise<Answer>;
  /** Submits the URL of a recording. Gives the answer, whatever its status. */
  postUrl(audioUrl: string, rootUrl?: string): Promise<Answer>;
  /** Uploads a recording and expects 201. @returns the id */
  submit(submission?: Submission): Promise<string>;
  finished(id: string, timeoutMs?: number): Promise<Answer['body']>;
  providerRequests(path: string): number;
  expectInvariants(options?: Pick<InvariantScope, 'storedKeys' | 'orphansMayWait'>): Promise<void>;
  close(): Promise<void>;
}

export async function startFleet(
  overrides: Readonly<Record<string, string>> = {},
  faults: OpenAiStubOptions = {},
): Promise<Fleet> {
  const provider = await startScriptedProvider(faults);
  const receiver = await startWebhookReceiver();
  const environment = await serviceEnvironment({
    ...providerSettings(provider),
    ...LONG_LEASE,
    WORKER_SWEEP_SECONDS: '1',
    FREE_INCLUDED_MINUTES: '100000',
    ...overrides,
  });
  const { env, rootUrl, dataDir } = environment;
  const db = openPool(env.DATABASE_URL ?? '');
  const processes: ServiceProcess[] = [];
  let account: Account | undefined;
  let firstApi = true;

  const fleet: Fleet = {
    env,
    rootUrl,
    dataDir,
    db,
    provider,
    receiver,
    get account() {
      if (!account) throw new Error('Open an account first');
      return account;
    },
    async start(role, changes = {}, options = {}) {
      const port = role === 'api' && firstApi ? (env.PORT ?? '') : String(await freePort());
      if (role === 'api') firstApi = false;
      const started = await startServiceProcess({ ...env, PROCESS: role, PORT: port, ...changes }, options);
      processes.push(started);
      return { ...started, rootUrl: `http://127.0.0.1:${changes.PORT ?? port}` };
    },
    async open() {
      account = await openAccount(`${rootUrl}/api/v1`, dataDir);
    },
    async ask(path, { rootUrl: at = rootUrl, ...init } = {}) {
      const headers = { 'x-api-key': fleet.account.liveKey, ...init.headers };
      const response = await contractFetch(`${at}/api/v1${path}`, { ...init, headers });
      const answer = { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
      return answerTo(`${init.method ?? 'GET'} ${path}`, answer);
    },
    post({ recording = 'call', key, rootUrl: at, webhook = true } = {}) {
      const bytes = typeof recording === 'string' ? RECORDINGS[recording] : recording;
      const form = new FormData();
      form.set('agent_id', 'a');
      form.set('contact_id', 'c');
      if (webhook) form.set('webhook_url', receiver.url);
      form.set('audio_file', new Blob([new Uint8Array(bytes)]), 'call.wav');
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
      return fleet.ask('/analysis', { method: 'POST', body: form, headers, ...(at && { rootUrl: at }) });
    },
    postUrl(audioUrl, at) {
      return fleet.ask('/analysis', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ agent_id: 'a', contact_id: 'c', audio_url: audioUrl }),
        ...(at && { rootUrl: at }),
      });
    },
    async submit(submission) {
      const answer = await fleet.post(submission);
      await expect(answer).toAnswer(201);
      return answer.body.id;
    },
    finished(id, timeoutMs = 300_000) {
      return until(
        async () => {
          const { body } = await fleet.ask(`/analysis/${id}`);
          return body.status === 'processing' ? null : body;
        },
        `analysis ${id}`,
        timeoutMs,
      );
    },
    providerRequests: (path) => provider.requests.filter((request) => request.path === path).length,
    expectInvariants: (options = {}) => expectInvariants({ db, dataDir, receiver, ...options }),
    async close() {
      await Promise.all(processes.map((one) => one.kill()));
      await receiver.close();
      await provider.close();
      await db.end();
      await environment.dispose();
    },
  };
  return fleet;
}

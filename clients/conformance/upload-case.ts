// Uploads in parts over a network that breaks off: what the server plays, the calls, and what must come out.
import type { DriverAnswer, DriverRequest } from './driver-process.js';
import type { UploadPlay, UploadServer } from './upload-server.js';

export interface UploadScene {
  readonly server: UploadServer;
  /** Bytes of the recording. */
  readonly size: number;
  /** Its path. */
  readonly recording: string;
  readonly sha256: string;
  /** The uploads that the server still has. */
  ids(): Promise<readonly string[]>;
  /** Calls the library. @param fresh in a process of its own */
  call(request: DriverRequest, fresh?: 'fresh'): Promise<DriverAnswer>;
  /** What is wrong, one sentence each. */
  readonly wrong: string[];
}

export interface UploadCase {
  readonly name: string;
  readonly play: (size: number) => UploadPlay;
  readonly size?: number;
  readonly run: (scene: UploadScene) => Promise<void>;
}

const MB = 1024 * 1024;
const CALLED = { agent_id: 'agent-7', contact_id: 'cust-42' };
const BUSY = { status: 503, headers: { 'retry-after': '0' }, detail: 'Busy' };

export const UPLOAD_CASES: readonly UploadCase[] = [
  {
    name: 'is cut at 1, 50 and 99 % and goes on where it was',
    play: (size) => ({ cuts: [0.01 * size, 0.5 * size, 0.99 * size] }),
    async run(scene) {
      const answer = await scene.call(create(scene));
      taken(scene, answer);
      same(scene, 'creations', scene.server.count('POST', /\/uploads$/), 1);
      // Bytes in the buffers of cut connections are sent again; a start from the first byte would send half the file twice.
      atMost(scene, 'bytes sent', scene.server.receivedBytes(), 1.45 * scene.size);
    },
  },
  {
    name: 'goes on after the service was away and came back',
    play: (size) => ({ cuts: [0.5 * size], awayMs: 1_500 }),
    async run(scene) {
      taken(scene, await scene.call(create(scene)));
      same(scene, 'creations', scene.server.count('POST', /\/uploads$/), 1);
    },
  },
  {
    name: 'of several parts is sent part by part',
    size: 40 * MB,
    // In the second part of 16 MB: what is left then are two parts, however much of the bytes at the cut was kept.
    play: (size) => ({ cuts: [0.5 * size] }),
    async run(scene) {
      taken(scene, await scene.call(create(scene)));
      same(scene, 'parts', scene.server.count('PATCH', /./), 4);
    },
  },
  {
    name: 'meets 409, 423, 460 and 503, and asks each time how much has arrived',
    play: () => ({
      steps: {
        PATCH: [{ status: 409 }, { status: 423 }, 'pass'],
        HEAD: ['pass', { status: 423 }, BUSY, 'pass'],
      },
    }),
    async run(scene) {
      taken(scene, await scene.call({ ...create(scene), client: { max_retries: 5 } }));
      same(scene, 'parts', scene.server.count('PATCH', /./), 3);
      same(scene, 'questions', scene.server.count('HEAD', /./), 4);
    },
  },
  {
    name: 'meets 460',
    play: () => ({ steps: { PATCH: [{ status: 460 }] } }),
    async run(scene) {
      taken(scene, await scene.call(create(scene)));
    },
  },
  {
    name: 'starts over where the upload has ended',
    play: (size) => ({ cuts: [0.5 * size], steps: { HEAD: ['expire'] } }),
    async run(scene) {
      taken(scene, await scene.call(create(scene)));
      same(scene, 'creations', scene.server.count('POST', /\/uploads$/), 2);
    },
  },
  {
    name: 'does not start over for ever',
    play: () => ({ steps: { PATCH: [{ status: 410 }] }, endless: ['PATCH'] }),
    async run(scene) {
      const { error } = await scene.call({ ...create(scene), client: { max_retries: 2 } });
      same(scene, 'the status', error?.status, 410);
      same(scene, 'creations', scene.server.count('POST', /\/uploads$/), 3);
    },
  },
  {
    name: 'gives up after the retries, and another process goes on with its id',
    play: () => ({ steps: { PATCH: [BUSY, BUSY, BUSY] } }),
    async run(scene) {
      const { error } = await scene.call({ ...create(scene), client: { max_retries: 2 } });
      same(scene, 'the status', error?.status, 503);
      same(scene, 'retryable', error?.retryable, true);
      const id = error?.upload_id;
      same(scene, 'the uploads that are left', JSON.stringify(await scene.ids()), JSON.stringify([id]));
      same(scene, 'analyses', scene.server.analyses.length, 0);
      const sent = await scene.call({ call: 'uploads.send', args: { id, file: scene.recording } }, 'fresh');
      same(scene, 'the offset', Reflect.get(Object(sent.result), 'offset'), scene.size);
      taken(scene, await scene.call({ call: 'analyses.create', args: { ...CALLED, upload_id: id } }), false);
    },
  },
  {
    name: 'is gone on with by the same key in another process',
    play: (size) => ({ cuts: [0.5 * size] }),
    async run(scene) {
      const options = { idempotency_key: 'one-call' };
      const { error } = await scene.call({ ...create(scene), options, client: { max_retries: 0 } });
      same(scene, 'the kind', error?.kind, 'connection');
      taken(scene, await scene.call({ ...create(scene), options }, 'fresh'));
      same(scene, 'the key', scene.server.analyses[0]?.key, 'one-call');
      atMost(scene, 'bytes sent', scene.server.receivedBytes(), 1.1 * scene.size);
    },
  },
  {
    name: 'is deleted when the call is cancelled',
    play: () => ({ steps: { PATCH: ['silence'] } }),
    async run(scene) {
      const { error } = await scene.call({ ...create(scene), options: { cancel_after_ms: 4_000 } });
      same(scene, 'the kind', error?.kind, 'cancelled');
      same(scene, 'the uploads that are left', (await scene.ids()).length, 0);
      same(scene, 'the id', error?.upload_id ?? null, null);
      same(scene, 'analyses', scene.server.analyses.length, 0);
    },
  },
  {
    name: 'stays where the analysis is refused',
    play: () => ({ refusals: [402] }),
    async run(scene) {
      const { error } = await scene.call(create(scene));
      same(scene, 'the status', error?.status, 402);
      same(scene, 'the uploads that are left', JSON.stringify(await scene.ids()), JSON.stringify([error?.upload_id]));
      const again = { call: 'analyses.create', args: { ...CALLED, upload_id: error?.upload_id } };
      taken(scene, await scene.call(again), false);
    },
  },
  {
    name: 'is refused at its beginning',
    play: () => ({ steps: { POST: [{ status: 413, detail: 'The recording is too large' }] } }),
    async run(scene) {
      const { error } = await scene.call(create(scene));
      same(scene, 'the status', error?.status, 413);
      same(scene, 'the sentence', error?.detail, 'The recording is too large');
      same(scene, 'parts', scene.server.count('PATCH', /./), 0);
    },
  },
  {
    name: 'is refused in its first bytes',
    play: () => ({ steps: { PATCH: [{ status: 400, detail: 'The file is not audio' }] } }),
    async run(scene) {
      const { error } = await scene.call(create(scene));
      same(scene, 'the status', error?.status, 400);
      same(scene, 'the sentence', error?.detail, 'The file is not audio');
      same(scene, 'parts', scene.server.count('PATCH', /./), 1);
    },
  },
  {
    name: 'ends where the service takes no byte of it',
    play: () => ({ steps: { PATCH: [{ status: 204, headers: { 'upload-offset': '0' } }] }, endless: ['PATCH'] }),
    async run(scene) {
      const { error } = await scene.call({ ...create(scene), client: { max_retries: 1 } });
      same(scene, 'the kind', error?.kind, 'answer');
      same(scene, 'parts', scene.server.count('PATCH', /./), 2);
    },
  },
  ...['', '-1', '99999999999999', 'many'].map((offset) => ({
    name: `ends where the service has "${offset}" bytes of it`,
    play: () => ({ steps: { PATCH: [{ status: 204, headers: { ...(offset && { 'upload-offset': offset }) } }] } }),
    async run(scene: UploadScene) {
      const { error } = await scene.call(create(scene));
      same(scene, 'the kind', error?.kind, 'answer');
      same(scene, 'parts', scene.server.count('PATCH', /./), 1);
    },
  })),
  {
    name: 'stays with its service whatever address that names',
    play: () => ({ steps: { POST: [{ status: 201, headers: { location: 'http://127.0.0.1:2/files/a%20b?c=d' } }] } }),
    async run(scene) {
      // The service has no such upload, so a second one is made, which it has.
      taken(scene, await scene.call(create(scene)));
      same(scene, 'questions after the first', scene.server.count('PATCH', /^\/api\/v1\/uploads\/a%20b$/), 1);
    },
  },
  {
    name: 'is made, looked at, sent and deleted by hand',
    play: () => ({}),
    async run(scene) {
      const made = await scene.call({ call: 'uploads.create', args: { length: scene.size, file_name: 'é, 1.wav' } });
      const id = Reflect.get(Object(made.result), 'id');
      const name = scene.server.requests[0]?.headers['upload-metadata'];
      same(scene, 'the name', name, `filename ${Buffer.from('é, 1.wav').toString('base64')}`);
      const empty = await scene.call({ call: 'uploads.get', args: { id } });
      same(scene, 'the offset', Reflect.get(Object(empty.result), 'offset'), 0);
      same(scene, 'the length', Reflect.get(Object(empty.result), 'length'), scene.size);
      const sent = await scene.call({ call: 'uploads.send', args: { id, file: scene.recording } });
      same(scene, 'the offset', Reflect.get(Object(sent.result), 'offset'), scene.size);
      await scene.call({ call: 'uploads.delete', args: { id } });
      const gone = await scene.call({ call: 'uploads.get', args: { id } });
      same(scene, 'the status', gone.error?.status, 404);
    },
  },
  {
    name: 'of another recording is not gone on with',
    play: () => ({}),
    async run(scene) {
      const made = await scene.call({ call: 'uploads.create', args: { length: scene.size - 1 } });
      const args = { id: Reflect.get(Object(made.result), 'id'), file: scene.recording };
      const { error } = await scene.call({ call: 'uploads.send', args });
      same(scene, 'the kind', error?.kind, 'argument');
      same(scene, 'the uploads that are left', (await scene.ids()).length, 1);
    },
  },
  {
    name: 'is not made of a recording that is small enough for a form',
    play: () => ({}),
    async run(scene) {
      await scene.call({ ...create(scene), client: { resumable_above: scene.size } });
      same(scene, 'uploads', scene.server.count('POST', /\/uploads$/), 0);
      same(scene, 'forms', scene.server.count('POST', /\/analysis$/), 1);
    },
  },
];

const create = ({ recording }: UploadScene): DriverRequest & { args: Readonly<Record<string, unknown>> } => ({
  call: 'analyses.create',
  args: { ...CALLED, file: recording, progress: true },
});

/** One analysis, of all bytes, in the order of the recording. @param withProgress where the same call has sent them */
function taken(scene: UploadScene, answer: DriverAnswer, withProgress = true): void {
  const { server, wrong, size, sha256 } = scene;
  if (answer.error) wrong.push(`the call failed: ${JSON.stringify(answer.error)}`);
  same(scene, 'analyses', server.analyses.length, 1);
  same(scene, 'the hash of what arrived', server.analyses[0]?.sha256, sha256);
  same(scene, 'agent_id', server.analyses[0]?.body.agent_id, CALLED.agent_id);
  if (!withProgress) return;
  const { progress } = answer;
  if (!progress?.monotonic || progress.last !== size || progress.total !== size)
    wrong.push(`the progress was ${JSON.stringify(progress)} of ${size}`);
}

function same({ wrong }: UploadScene, what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) wrong.push(`${what}: expected ${expected}, got ${actual}`);
}

function atMost({ wrong }: UploadScene, what: string, actual: number, most: number): void {
  if (actual > most) wrong.push(`${what}: expected at most ${most}, got ${actual}`);
}

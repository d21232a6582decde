// Measures the memory that a library takes for a large upload: the peak of the resident memory of its driver, as Linux counts it.
import { readFile, writeFile } from 'node:fs/promises';
import { CountedUploads } from './disk-uploads.js';
import type { BuiltDriver, Driver } from './driver-process.js';
import { CREDENTIAL } from './expectation.js';
import type { FaultCase } from './fault-case.js';
import { startFaultServer } from './fault-server.js';
import { startUploadServer } from './upload-server.js';

export interface MemoryOfUpload {
  /** Resident before the upload, with everything loaded that an upload needs. */
  readonly beforeBytes: number;
  readonly peakBytes: number;
  readonly milliseconds: number;
}

const MAX_FORM_BYTES = 10_000;
const UPLOAD_TIMEOUT_MS = 400_000;
/** For `clear_refs`: sets the peak back to what is resident now (proc(5)). */
const RESET_PEAK = '5';

const CASE: FaultCase = {
  name: 'a large upload',
  call: 'analyses.create',
  server: { 'POST /analysis': [{ do: 'ok', skim: true, times: 2 }] },
  expect: {},
};

/** How a recording is sent: in one request, or in parts. */
export type UploadForm = 'form' | 'parts';

/** What takes the uploads. */
interface Taker {
  readonly url: string;
  /** Of the last upload, without the rest of its request. */
  arrivedBytes(): number;
  close(): Promise<void>;
}

/** @throws when an upload fails or arrives with another length */
export async function memoryOfUpload(
  built: BuiltDriver,
  form: UploadForm,
  large: { readonly path: string; readonly bytes: number },
  /** A recording to warm up with: it loads what an upload needs. */
  small: string,
): Promise<MemoryOfUpload> {
  const taker = form === 'form' ? await takerOfForms() : await takerOfParts();
  const driver = built.start();
  try {
    const upload = (file: string) =>
      driver.ask(
        {
          call: CASE.call,
          args: { file, agent_id: 'a', contact_id: 'c', progress: true },
          client: {
            base_url: taker.url,
            api_key: CREDENTIAL,
            resumable_above: form === 'form' ? Number.MAX_SAFE_INTEGER : 1,
          },
        },
        UPLOAD_TIMEOUT_MS,
      );
    await upload(small);
    const { result } = await driver.ask({ call: 'pid' });
    const status = `/proc/${Number(result)}`;
    await writeFile(`${status}/clear_refs`, RESET_PEAK);
    const beforeBytes = await peakOf(status);
    const startedAt = performance.now();
    const { error, progress } = await upload(large.path);
    const milliseconds = Math.round(performance.now() - startedAt);
    if (error) throw new Error(`The upload failed: ${JSON.stringify(error)}`);
    if (progress?.last !== large.bytes) throw new Error(`The progress ended at ${progress?.last} of ${large.bytes}`);
    const arrived = taker.arrivedBytes();
    if (arrived < large.bytes || arrived > large.bytes + MAX_FORM_BYTES)
      throw new Error(`${arrived} bytes arrived of a recording of ${large.bytes} bytes`);
    return { beforeBytes, peakBytes: await peakOf(status), milliseconds };
  } finally {
    await endOf(driver);
    await taker.close();
  }
}

async function takerOfForms(): Promise<Taker> {
  const server = await startFaultServer(CASE);
  return { ...server, arrivedBytes: () => server.attempts.at(-1)?.body.bytes ?? 0 };
}

async function takerOfParts(): Promise<Taker> {
  const store = new CountedUploads();
  const server = await startUploadServer({}, store);
  return { ...server, arrivedBytes: () => [...store.uploads.values()].at(-1)?.offset ?? 0 };
}

/** @param status the folder of the process in /proc */
async function peakOf(status: string): Promise<number> {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`${status}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`${status} tells no VmHWM`);
  return Number(kilobytes) * 1_024;
}

async function endOf(driver: Driver): Promise<void> {
  const code = await driver.stop();
  if (code !== 0) throw new Error(`The driver ended with ${code}: ${driver.errors()}`);
}

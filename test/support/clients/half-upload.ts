// An upload that stops half way until the test finishes it.
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { recordedCall } from '../builders/scripted-call.js';
import { answerTo } from '../matchers/answers.js';

export interface HalfUpload {
  /** Sends the rest. @returns the answer */
  finish(): Promise<{ readonly status: number; readonly body: { readonly id: string; readonly status: string } }>;
}

/** Resolves when the service has accepted the headers and reads the body. */
export async function beginUpload(
  rootUrl: string,
  key: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<HalfUpload> {
  const recording = recordedCall();
  const half = recording.length / 2;
  const upload = request(`${rootUrl}/api/v1/analysis`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=x', expect: '100-continue' },
  });
  const answer = once(upload, 'response');
  // `finish` awaits the same promise and reports its error; this only prevents an unhandled rejection.
  answer.catch(() => undefined);
  upload.flushHeaders();
  await once(upload, 'continue');
  for (const [name, value] of Object.entries({ agent_id: 'a', contact_id: 'c', ...fields }))
    upload.write(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  upload.write('--x\r\nContent-Disposition: form-data; name="audio_file"; filename="a.wav"\r\n\r\n');
  upload.write(recording.subarray(0, half));
  return {
    async finish() {
      upload.write(recording.subarray(half));
      upload.end('\r\n--x--\r\n');
      const [response] = await answer;
      return answerTo('POST /analysis', { status: response.statusCode, body: JSON.parse(await text(response)) });
    },
  };
}

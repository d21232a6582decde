// The ways in which the bench of uploads sends a recording: as a form, or by tus in one part, of which then an analysis is made.
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';

const BOUNDARY = 'bench-boundary';
const TUS = { 'tus-resumable': '1.0.0' };
const chunk = randomBytes(64 * 1024);

/** @returns the status; 0 when the connection was cut after `stopAfter` bytes */
export async function sendForm(server, key, bytes, stopAfter = Number.POSITIVE_INFINITY) {
  const field = (name, value) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = Buffer.concat([
    Buffer.from(
      `${field('agent_id', 'agent-7')}${field('contact_id', 'contact-42')}--${BOUNDARY}\r\n` +
        'Content-Disposition: form-data; name="audio_file"; filename="call.wav"\r\nContent-Type: audio/wav\r\n\r\n',
    ),
    wavHeader(bytes),
  ]);
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const { status } = await send(`${server.base}/api/v1/analysis/`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    head,
    sound: bytes - 44,
    tail,
    stopAfter,
  });
  return status;
}

/** @returns the status of the analysis that was made of it */
export async function sendByTus(server, key, bytes) {
  const headers = { 'x-api-key': key, ...TUS };
  const created = await send(`${server.base}/api/v1/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': bytes, 'upload-metadata': `filename ${btoa('call.wav')}` },
  });
  if (created.status !== 201) return created.status;
  const path = new URL(created.headers.location, server.base).pathname;
  const written = await send(`${server.base}${path}`, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': 0, 'content-type': 'application/offset+octet-stream' },
    head: wavHeader(bytes),
    sound: bytes - 44,
  });
  if (written.status !== 204) return written.status;
  const body = JSON.stringify({ upload_id: path.split('/').at(-1), agent_id: 'agent-7', contact_id: 'contact-42' });
  const made = await send(`${server.base}/api/v1/analysis/`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    head: Buffer.from(body),
  });
  return made.status;
}

const NONE = Buffer.alloc(0);

function send(address, { method, headers, head = NONE, sound = 0, tail = NONE, stopAfter = Number.POSITIVE_INFINITY }) {
  return new Promise((done, failed) => {
    const outgoing = request(
      address,
      { method, headers: { ...headers, 'content-length': head.length + sound + tail.length } },
      (response) => response.resume().on('end', () => done({ status: response.statusCode, headers: response.headers })),
    );
    outgoing.on('error', (error) => (stopAfter < sound ? done({ status: 0, headers: {} }) : failed(error)));
    outgoing.write(head);
    let left = sound;
    let sent = 0;
    const next = () => {
      for (let free = true; free && left > 0; ) {
        if (sent >= stopAfter) {
          outgoing.destroy();
          return;
        }
        const part = left < chunk.length ? chunk.subarray(0, left) : chunk;
        left -= part.length;
        sent += part.length;
        free = outgoing.write(part);
      }
      if (left === 0) outgoing.end(tail);
      else outgoing.once('drain', next);
    };
    next();
  });
}

/** 16-bit stereo at 44.1 kHz: 500 MB are 47 minutes. */
function wavHeader(bytes) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(bytes - 8, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(44_100, 24);
  header.writeUInt32LE(176_400, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes - 44, 40);
  return header;
}

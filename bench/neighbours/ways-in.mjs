// The ways in which one account's recordings come by themselves, at their worst. Each begins, and gives back what ends it.
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const LINES = 100_000;
const SOURCES = 20;
const OPEN_BATCHES = 10;
/** What an account may play in a month. */
const SCENARIOS = 10_000;
const KEYS_A_PAGE = 1_000;

/** A manifest of as many lines as may be, each a call. */
export async function batch({ busy, recording }) {
  const sound = Buffer.from(await recording.arrayBuffer());
  const server = await serve((request, response) => {
    if (request.url !== '/lines.csv') return void response.end(sound);
    response.write('audio_url,agent_id,contact_id,external_id\n');
    for (let n = 0; n < LINES; n++) response.write(`${server.address}/call.wav,agent-7,contact-42,line-${n}\n`);
    response.end();
  });
  await busy.ask('/batches', { body: { manifest_url: `${server.address}/lines.csv`, format: 'csv' } });
  await pause(6_000);
  return server.close;
}

/** As many open batches as may be, each of scenarios of two hours that are masked. */
export async function maskedScenarios({ busy }) {
  const line = { agent_id: 'agent-7', contact_id: 'contact-42', scenario: 'long_call', redact: 'pii' };
  const items = Array.from({ length: SCENARIOS / OPEN_BATCHES }, () => line);
  for (let n = 0; n < OPEN_BATCHES; n++) await busy.ask('/batches', { key: busy.testKey, body: { items } });
  await pause(2_000);
  return nothing;
}

/** As many buckets as may be watched: a third refuses, a third never answers, a third has always more keys. */
export async function sources({ busy }) {
  let listed = 0;
  const server = await serve((request, response) => {
    const kind = new URL(request.url, 'http://bucket').pathname.split('/')[1];
    if (kind === 'hangs') return;
    if (kind === 'refuses') {
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<Error><Code>AccessDenied</Code><Message>No</Message></Error>');
      return;
    }
    const keys = Array.from({ length: KEYS_A_PAGE }, () => String(listed++).padStart(12, '0'));
    const contents = keys.map(
      (key) =>
        `<Contents><Key>agent-7_${key}.wav</Key><LastModified>2100-01-01T00:00:00.000Z</LastModified>` +
        `<ETag>&quot;${key}&quot;</ETag><Size>960044</Size></Contents>`,
    );
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(`<ListBucketResult><IsTruncated>true</IsTruncated>${contents.join('')}</ListBucketResult>`);
  });
  const kinds = ['refuses', 'hangs', 'endless'];
  for (let n = 0; n < SOURCES; n++)
    await busy.ask('/sources', {
      body: {
        name: `Bucket ${n}`,
        kind: 's3',
        bucket: kinds[n % kinds.length],
        endpoint: server.address,
        region: 'us-east-1',
        credentials: { access_key_id: 'AKIAIOSFODNN7EXAMPLE', secret_access_key: 'secret' },
        naming: { pattern: '{agent_id}_{contact_id}.wav' },
        start: 'all',
        every_seconds: 15,
      },
    });
  await pause(6_000);
  return server.close;
}

async function nothing() {}

async function serve(answer) {
  const server = createServer(answer);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

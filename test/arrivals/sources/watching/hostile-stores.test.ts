// Stores that send what no store should, for as long as they like: each look ends, with a sentence, and holds no more than its
// share of connections, requests and memory.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itInWhole } from '../../../gates/it-in-whole.js';
import { RECORDING, useWatching } from '../../../support/apps/watching-fixture.js';
import { until } from '../../../support/processes/until.js';
import { BucketStub } from '../../../support/stubs/bucket-stub.js';

const NOT_VALID = 'The store sent an answer that is not valid';

const on = useWatching();

const forget = (ids: readonly string[]) =>
  on.app.sql.query('UPDATE source SET deleted_at = now(), fence = fence + 1 WHERE id = ANY($1)', [ids]);

describe('a list of keys', () => {
  let server: Server;
  let answer: (response: ServerResponse) => void;
  let requests: number;
  beforeEach(async () => {
    requests = 0;
    server = createServer((request, response) => {
      requests += 1;
      request.resume();
      response.writeHead(200, { 'content-type': 'application/xml' });
      answer(response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const listing = (inner: string) =>
    `<?xml version="1.0"?><ListBucketResult><Name>b</Name><IsTruncated>false</IsTruncated>${inner}</ListBucketResult>`;
  const object = ({ key = 'a_b.wav', at = '2100-01-01T00:00:00.000Z', etag = '"e"', size = '10' } = {}) =>
    `<Contents><Key>${key}</Key><LastModified>${at}</LastModified><ETag>${etag}</ETag><Size>${size}</Size></Contents>`;
  const look = async (xml: string) => {
    answer = (response) => void response.end(xml);
    const { port } = server.address() as AddressInfo;
    on.stub.endpoint = `http://127.0.0.1:${port}`;
    const id = await on.app.source(on.accountId, on.stub);
    const looked = await on.app.look(id);
    await forget([id]);
    return looked;
  };

  const BILLION = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
    .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefgh'[index]};`.repeat(10)}">`)
    .join('')}]>`;
  const faulty: readonly (readonly [string, string])[] = [
    ['a key that holds NUL', listing(object({ key: 'a&#0;_b.wav' }))],
    ['a key that is no Unicode', listing(object({ key: 'a&#xD800;_b.wav' }))],
    ['a key of 100 kB', listing(object({ key: 'k'.repeat(100_000) }))],
    ['a version that holds NUL', listing(object({ etag: '&#0;' }))],
    ['a version of a megabyte', listing(object({ etag: 'e'.repeat(1_000_000) }))],
    ['a size beyond any', listing(object({ size: '99999999999999999999999' }))],
    ['half a byte', listing(object({ size: '1.5' }))],
    ['a size of words', listing(object({ size: 'large' }))],
    ['less than no bytes', listing(object({ size: '-1' }))],
    ['a time of words', listing(object({ at: 'yesterday' }))],
    ['a time beyond any', listing(object({ at: '+200000-01-01T00:00:00.000Z' }))],
    ['200,000 levels', listing('<a>'.repeat(200_000) + '</a>'.repeat(200_000))],
    ['half a document', listing(object()).slice(0, 150)],
    ['another document', '<html><body>Sign in</body></html>'],
  ];
  it.each(faulty)('with %s is told as what it is', async (_, xml) => {
    expect(await look(xml)).toMatchObject({ seen: 0, last_error: NOT_VALID });
    expect(requests, 'requests of the look').toBeLessThanOrEqual(20);
  });

  it('with a key twice has it once', async () => {
    expect(await look(listing(object() + object({ etag: '"f"' })))).toMatchObject({ seen: 1, last_error: null });
  });

  it('whose entities unfold to a gigabyte is not unfolded', async () => {
    const before = process.memoryUsage().rss;
    await look(listing(object({ key: '&i;.wav' })).replace('?>', `?>${BILLION}`));
    expect((process.memoryUsage().rss - before) / 1024 ** 2, 'MB more').toBeLessThan(100);
  });

  it('without end is cut off at two megabytes', async () => {
    let sent = 0;
    const endless = (response: ServerResponse) => {
      const more = () => {
        while (!response.destroyed) {
          sent += 65_536;
          if (!response.write('x'.repeat(65_536))) return void response.once('drain', more);
        }
      };
      more();
    };
    const id = await on.app.source(on.accountId, {
      ...on.stub,
      bucket: on.stub.bucket,
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    } as BucketStub);
    answer = endless;
    expect(await on.app.look(id)).toMatchObject({ last_error: 'The store sent a longer answer than is accepted' });
    // What the sockets of both sides hold comes on top.
    expect(sent / 1024 ** 2, 'MB sent').toBeLessThan(20);
  });
});

describe('a store', () => {
  it('that has a new key behind each is asked 20 times a look', async () => {
    const id = await on.app.source(on.accountId, on.stub, { start: 'all' });
    on.stub.trouble = 'lists new keys without end';
    const room = on.app.noMinutes();
    for (let n = 0; n < 3; n++) {
      const before = on.stub.counts.list;
      expect(await on.app.look(id)).toMatchObject({ last_error: null });
      expect(on.stub.counts.list - before, 'list requests of a look').toBeLessThanOrEqual(20);
    }
    room.restore();
    await forget([id]);
  });

  itInWhole(
    'that hangs holds two looks of its account, with one connection each, and those of another go on',
    async () => {
      on.stub.trouble = 'hangs';
      const stuck = await Promise.all(Array.from({ length: 20 }, () => on.app.source(on.accountId, on.stub)));
      await on.app.sql.query('UPDATE source SET run_after = now() WHERE id = ANY($1)', [stuck]);
      await until(async () => (await on.stub.connections()) === 2, 'two looks that hang');
      const good = new BucketStub('acme-recordings');
      await good.listen();
      good.put('a_b.wav', RECORDING);
      const other = await on.app.account();
      const id = await on.app.source(other, good, { start: 'all' });
      await on.app.look(id);
      expect(await on.app.look(id)).toMatchObject({ taken: 1 });
      expect(await on.stub.connections(), 'connections to the store that hangs').toBe(2);
      const failed = () =>
        on.app.sql.query(
          "SELECT 1 FROM source WHERE id = ANY($1) AND last_error = 'The store did not answer in time'",
          [stuck],
        );
      // The next two take their turn then.
      await until(async () => (await failed()).length >= 2, 'the end of the first two looks');
      await until(async () => (await on.stub.connections()) === 2, 'the two that follow');
      await forget(stuck);
      await good.close();
    },
  );

  it('that hangs for ten accounts holds no look of another', async () => {
    on.stub.trouble = 'hangs';
    const stuck: string[] = [];
    for (let n = 0; n < 10; n++) {
      const busy = await on.app.account();
      for (let at = 0; at < 3; at++) stuck.push(await on.app.source(busy, on.stub));
    }
    await on.app.sql.query("UPDATE source SET run_after = now() - interval '1 hour' WHERE id = ANY($1)", [stuck]);
    await until(async () => (await on.stub.connections()) >= 8, 'looks that hang');
    const good = new BucketStub('acme-recordings');
    await good.listen();
    good.put('a_b.wav', RECORDING);
    const id = await on.app.source(await on.app.account(), good, { start: 'all' });
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ taken: 1 });
    const ended = await on.app.sql.query('SELECT 1 FROM source WHERE id = ANY($1) AND last_error IS NOT NULL', [stuck]);
    expect(ended, 'looks that had ended by then').toEqual([]);
    await forget(stuck);
    await good.close();
  });

  itInWhole(
    'that sends an object without end is read up to the size of a recording or the end of the look',
    async () => {
      const id = await on.app.source(on.accountId, on.stub, { start: 'all' });
      for (let n = 0; n < 8; n++) on.stub.put(`a_${n}.wav`, RECORDING);
      await on.app.look(id);
      on.stub.trouble = 'sends without end';
      const looking = on.app.look(id);
      await until(async () => on.stub.counts.get >= 4, 'the objects at once');
      expect(await on.stub.connections(), 'connections of a look').toBeLessThanOrEqual(5);
      const paused = on.app.sql.query(
        'UPDATE source SET fence = fence + 1, paused_at = now(), lease_until = NULL WHERE id = $1',
        [id],
      );
      await Promise.all([looking, paused]);
      await until(async () => (await on.stub.connections()) === 0, 'the end of the look');
      expect(await on.app.names(on.accountId)).toEqual([]);
    },
  );
});

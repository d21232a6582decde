// Manifests: CSV and JSON lines become calls, what is wrong with a line is told with it and can be mended, and a broken file
// fails the batch.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { scenarioLine, useBatches } from '../../support/apps/batch-fixture.js';
import { until } from '../../support/apps/running-service.js';
import { batchClient } from '../../support/clients/batch-client.js';

const on = useBatches();
const seq = <T>(n: number, make: (index: number) => T) => Array.from({ length: n }, (_, index) => make(index));

describe('a manifest', () => {
  const csv = (lines: readonly string[]) => `\ufeff${lines.join('\r\n')}\r\n`;

  it('in CSV gives calls with their metadata, and names the columns that it ignores', async () => {
    const text = csv([
      'agent_id,contact_id,external_id,scenario,metadata.team,branch,agent_channel,webhook_events',
      'a,"c, the ""first""",m1,good_call,north,Bonn,1,"analysis.completed,analysis.failed"',
      'a,,m2,good_call,north,,,',
      '',
      '"=cmd()",-c,m3,good_cal,+x,,,',
      'a,c,m4',
    ]);
    const { id } = await on.test.start({ manifest_url: on.serve('/m.csv', text), format: 'csv' });
    const batch = await on.test.end(id);
    expect(batch).toMatchObject({
      status: 'completed',
      ignored_columns: ['branch'],
      counts: { total: 4, completed: 1, refused: 3 },
    });
    const { items } = await on.test.items(id);
    expect(items.map(({ line, external_id, status, error }) => [line, external_id, status, error?.loc])).toEqual([
      [2, 'm1', 'completed', undefined],
      [3, 'm2', 'refused', ['contact_id']],
      [5, 'm3', 'refused', ['scenario']],
      [6, 'm4', 'refused', []],
    ]);
    const call = await on.test.ask(`/analysis/${items[0]?.analysis_id}`);
    expect(call.body).toMatchObject({ call: { contact_id: 'c, the "first"' }, metadata: { team: 'north' } });
    const refused = await on.test.refused(id);
    expect(refused.split('\r\n')).toEqual([
      'reason,agent_id,contact_id,external_id,scenario,metadata.team,branch,agent_channel,webhook_events',
      'contact_id: Field required,a,,m2,good_call,north,,,',
      expect.stringMatching(/^"scenario: .*",'=cmd\(\),'-c,m3,good_cal,'\+x,,,$/),
      'The line has 3 cells and the header has 8,a,c,m4,,,,,',
      '',
    ]);
    // Mended and sent again: the apostrophes of the file are none of the cells.
    const mended = refused.replace('good_cal,', 'good_call,').replace('m2,', 'm5,').replace(',a,,', ',a,c,');
    const again = await on.test.start({ manifest_url: on.serve('/again.csv', mended), format: 'csv' });
    expect(await on.test.end(again.id)).toMatchObject({ counts: { total: 3, completed: 2, refused: 1 } });
    const [, second] = (await on.test.items(again.id)).items;
    const formula = await on.test.ask(`/analysis/${second?.analysis_id}`);
    expect(formula.body).toMatchObject({ call: { agent_id: '=cmd()', contact_id: '-c' }, metadata: { team: '+x' } });
  });

  it('in JSONL gives calls, and its refused lines as CSV that can be sent again', async () => {
    const lines = [
      JSON.stringify(scenarioLine('j1')),
      '',
      '{"agent_id":"a","contact_id":',
      JSON.stringify({
        ...scenarioLine('j2'),
        language: 'english',
        metadata: { n: 5 },
        webhook_events: ['analysis.completed'],
        shop: 1,
      }),
    ];
    const { id } = await on.test.start({ manifest_url: on.serve('/m.jsonl', lines.join('\n')), format: 'jsonl' });
    expect(await on.test.end(id)).toMatchObject({
      ignored_columns: ['shop'],
      counts: { total: 3, completed: 1, refused: 2 },
    });
    const { items } = await on.test.items(id, '&status=refused');
    expect(items.map(({ line, error }) => [line, error?.loc])).toEqual([
      [3, []],
      [4, ['language']],
    ]);
    const mended = (await on.test.refused(id)).replace('english', 'en');
    const again = await on.test.start({ manifest_url: on.serve('/j.csv', mended), format: 'csv' });
    expect(await on.test.end(again.id)).toMatchObject({ counts: { total: 2, completed: 1, refused: 1 } });
    const call = await on.test.ask(`/analysis/${(await on.test.items(again.id)).items[1]?.analysis_id}`);
    expect(call.body).toMatchObject({ metadata: { n: 5 } });
  });

  it('that is a web page says so', async () => {
    const { id } = await on.test.start({ manifest_url: on.serve('/m.csv', '<!doctype html><p>Log in'), format: 'csv' });
    expect(await on.test.end(id)).toMatchObject({
      status: 'failed',
      error_message: 'The manifest could not be downloaded: its server answered with a web page',
    });
  });

  it('may be made of refused lines of any shape', async () => {
    const deep = `{"agent_id":"a","shop":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const odd = JSON.stringify({ 'agent_id ': 'a', contact_id: 'c', scenario: 'good_call', external_id: 'w1' });
    const wide = JSON.stringify(Object.fromEntries(seq(300, (n) => [`c${n}`, n])));
    const none = JSON.stringify({ agent_id: 'a', scenario: 'good_call', scorecards: [], external_id: 'w2' });
    const { id } = await on.test.start({
      manifest_url: on.serve('/odd.jsonl', [none, odd, deep, wide].join('\n')),
      format: 'jsonl',
    });
    expect(await on.test.end(id)).toMatchObject({ status: 'completed', counts: { refused: 4 } });
    expect((await on.test.items(id)).items[2]?.error).toEqual({ loc: [], msg: 'JSON decode error' });
    const lines = (await on.test.refused(id)).trim().split('\r\n');
    expect(lines[1]).toMatch(/^contact_id: Field required,a,good_call,\[\],w2,/);
    const again = await on.test.start({
      manifest_url: on.serve('/odd.csv', lines.join('\r\n')),
      format: 'csv',
      defaults: { contact_id: 'c' },
    });
    expect(await on.test.end(again.id)).toMatchObject({
      status: 'completed',
      counts: { total: 4, completed: 1, refused: 3 },
    });
  });

  it('that is compressed is read, and one that is not there fails the batch', async () => {
    const packed = gzipSync(csv(['agent_id,contact_id,scenario', 'a,c,good_call']));
    const { id } = await on.test.start({
      manifest_url: on.serve('/m.gz', packed, { 'content-encoding': 'gzip' }),
      format: 'csv',
    });
    expect(await on.test.end(id)).toMatchObject({ status: 'completed', counts: { completed: 1 } });
    const missing = await on.live.start({
      manifest_url: `${on.origin}/nothing`,
      format: 'csv',
      webhook_url: `${on.origin}/hook`,
    });
    expect(await on.live.end(missing.id)).toMatchObject({
      status: 'failed',
      error_message: 'The manifest could not be downloaded: its server answered with status 410',
      counts: { total: 0 },
    });
    const told = await on.service.db.query('SELECT event FROM webhook_delivery WHERE batch_id = $1', [missing.id]);
    expect(told.rows).toEqual([{ event: 'batch.completed' }]);
  });

  it('is read while the servers of ten other accounts do not answer', async () => {
    const held: (() => void)[] = [];
    on.files.set('/slow.csv', (_, response) => held.push(() => response.writeHead(410).end()));
    const busy = [];
    for (let n = 0; n < 10; n++) {
      const client = batchClient(on.service, (await on.service.openAccount()).accessToken);
      const { id } = await client.start({ manifest_url: `${on.origin}/slow.csv`, format: 'csv' });
      busy.push({ client, id });
    }
    const text = csv(['agent_id,contact_id,scenario', 'a,c,good_call']);
    const { id } = await on.test.start({ manifest_url: on.serve('/quick.csv', text), format: 'csv' });
    expect(await on.test.end(id)).toMatchObject({ status: 'completed', counts: { completed: 1 } });
    await until(async () => held.length === busy.length, 'the other manifests to be asked for');
    for (const answer of held) answer();
    for (const { client, id: slow } of busy) expect(await client.end(slow)).toMatchObject({ status: 'failed' });
  });

  it('that is broken in the middle fails the batch, and nothing of it is accepted', async () => {
    const lines = ['agent_id,contact_id,scenario', ...seq(3_000, () => 'a,c,good_call'), 'a,"c,good_call'];
    const { id } = await on.test.start({ manifest_url: on.serve('/broken.csv', lines.join('\n')), format: 'csv' });
    expect(await on.test.end(id)).toMatchObject({
      status: 'failed',
      error_message: 'A quotation mark that opens on line 3002 of the manifest is never closed',
      counts: { total: 0, queued: 0 },
    });
    const { rows } = await on.service.db.query('SELECT count(*)::int AS n FROM batch_line WHERE batch_id = $1', [id]);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('keeps its batch cancelable while its lines are written: reader and caller lock both in one order', async () => {
    on.files.set('/held.csv', (_, response) => {
      response.writeHead(200).write('agent_id,contact_id,scenario\n');
    });
    const { id } = await on.test.start({ manifest_url: `${on.origin}/held.csv`, format: 'csv' });
    const reader = await on.service.db.connect();
    try {
      await reader.query('BEGIN');
      await reader.query('SELECT FROM batch_manifest WHERE id = $1 FOR NO KEY UPDATE', [id]);
      const canceled = on.test.ask(`/batches/${id}/cancel`, {});
      await until(async () => {
        const { rows } = await on.service.db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND (query LIKE '%JOIN batch_manifest m%' OR query LIKE '%UPDATE batch_manifest SET status = ''canceled''%')`,
        );
        return rows.length > 0;
      }, 'a cancellation that waits for the manifest');
      await reader.query("UPDATE batch SET total = total WHERE id = $1 AND status = 'reading'", [id]);
      await reader.query('COMMIT');
      await expect(await canceled).toAnswer(200);
    } finally {
      reader.release();
    }
  });

  it('is read again by a batch that was canceled while it was read', async () => {
    on.files.set('/slow.csv', (_, response) => {
      response.writeHead(200).write('agent_id,contact_id,scenario\n');
    });
    const { id } = await on.test.start({ manifest_url: `${on.origin}/slow.csv`, format: 'csv' });
    expect(await on.test.get(id)).toBeInStatus('reading');
    await expect(await on.test.ask(`/batches/${id}/cancel`, {})).toAnswer(200);
    on.serve('/slow.csv', 'agent_id,contact_id,scenario\na,c,good_call\n');
    expect((await on.test.ask(`/batches/${id}/resume`, {})).body).toMatchObject({ status: 'reading' });
    expect(await on.test.end(id)).toMatchObject({ status: 'completed', counts: { completed: 1 } });
  });
});

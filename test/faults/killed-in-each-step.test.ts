// Kills a worker with SIGKILL in each step of a call. The next worker completes the call and pays for nothing twice. [smoke]
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { itInWhole } from '../gates/it-in-whole.js';
import { finalAnalysis, until, uploadOf } from '../support/apps/running-service.js';
import { CALL_MS, pieceMsOf, recordedCall, TURNS, turnOf } from '../support/builders/scripted-call.js';
import { type CheckedPaths, checkedPaths } from '../support/clients/checked-paths.js';
import { sendJson } from '../support/clients/send-json.js';
import { type Fleet, type FleetProcess, startFleet } from '../support/processes/fleet.js';
import { Gate } from '../support/processes/gate.js';
import { holdWrites } from '../support/processes/hold-writes.js';
import { endLeases } from '../support/processes/leases.js';
import type { StubAnswer } from '../support/stubs/openai-stub.js';

describe('a worker killed in each step', () => {
  const transcription = new Gate();
  const analysis = new Gate();
  const download = new Gate();
  let recordings: Server;
  let fleet: Fleet;
  let worker: FleetProcess;
  let client: CheckedPaths;
  /** Words that the held questions to the language model hold. */
  let heldQuestion = '';
  let holdTranscriptionFrom = Number.POSITIVE_INFINITY;

  beforeAll(async () => {
    recordings = createServer((_, response) => {
      void download.pass().then(() => response.end(recordedCall()));
    });
    await new Promise<void>((done) => recordings.listen(0, '127.0.0.1', done));
    fleet = await startFleet(
      {},
      {
        transcribe: async (request): Promise<StubAnswer | undefined> =>
          TURNS.indexOf(turnOf(request)) >= holdTranscriptionFrom ? transcription.pass() : undefined,
        chat: ({ json }) => (JSON.stringify(json).includes(heldQuestion) ? analysis.pass() : undefined),
      },
    );
    [, worker] = await Promise.all([fleet.start('api'), fleet.start('worker')]);
    await fleet.open();
    client = checkedPaths(`${fleet.rootUrl}/api/v1`, fleet.account.liveKey);
  });
  afterEach(() => fleet.expectInvariants());
  afterAll(async () => {
    for (const gate of [transcription, analysis, download]) gate.open();
    recordings?.close();
    await fleet?.close();
  });

  const submit = async (form: 'upload' | 'url'): Promise<string> => {
    const url = `http://127.0.0.1:${(recordings.address() as AddressInfo).port}/call.wav`;
    const webhook = { webhook_url: fleet.receiver.url };
    const byUrl = { agent_id: 'a', contact_id: 'c', audio_url: url, ...webhook };
    return (await client.post('/analysis', { body: form === 'url' ? byUrl : uploadOf(recordedCall(), webhook) })).id;
  };
  const get = (id: string) => client.get('/analysis/{id}', { path: { id } });
  const finished = (id: string) => finalAnalysis(client, id);
  const replaceWorker = async () => {
    await worker.kill();
    await endLeases(fleet.db);
    worker = await fleet.start('worker');
  };
  const requestsTo = (path: string) => fleet.providerRequests(path);
  const stagesOf = async (id: string) => {
    const url = `${fleet.rootUrl}/api/v1/analysis/${id}/provenance`;
    const { body } = await sendJson('GET', url, undefined, { credential: fleet.account.liveKey });
    return body.stages;
  };
  const expectWhole = async (id: string) => {
    const done = await finished(id);
    expect(done.metadata.error_message).toBeNull();
    expect(done).toBeInStatus('completed');
    expect(done.transcript?.segments.map(({ text }) => text)).toEqual(TURNS.map(({ text }) => text));
    const { rows } = await fleet.db.query('SELECT duration_ms FROM ledger_entry WHERE analysis_id = $1', [id]);
    expect(rows).toEqual([{ duration_ms: String(CALL_MS) }]);
    const { rows: kept } = await fleet.db.query(
      'SELECT count(*)::int AS n FROM analysis_checkpoint WHERE analysis_id = $1',
      [id],
    );
    expect(kept).toEqual([{ n: 0 }]);
  };

  itInWhole('fetching: the recording is downloaded again [fault 5]', async () => {
    download.close();
    const id = await submit('url');
    await until(async () => download.waiting > 0, 'the download');
    await worker.kill();
    download.open();
    await replaceWorker();
    await expectWhole(id);
  });

  itInWhole('measuring: nothing of the measurement was recorded, all of it is made again [fault 5]', async () => {
    const hold = await holdWrites(fleet.db, 'analysis_checkpoint');
    const id = await submit('upload');
    await hold.reached();
    await worker.kill();
    await hold.release();
    await replaceWorker();
    await expectWhole(id);
  });

  it('transcribing: pieces that were heard are not sent again [fault 6]', async () => {
    const before = requestsTo('/audio/transcriptions');
    holdTranscriptionFrom = 3;
    transcription.close();
    const id = await submit('upload');
    await until(async () => transcription.waiting > 0, 'the fourth piece');
    expect(requestsTo('/audio/transcriptions') - before, 'requests for speech before the kill').toBe(4);
    holdTranscriptionFrom = Number.POSITIVE_INFINITY;
    await replaceWorker();
    await finished(id);
    transcription.open();
    // Checkpoints held the first three answers. The fourth request had no answer yet, so only this one is sent twice.
    expect(
      requestsTo('/audio/transcriptions') - before,
      'requests for speech: the piece under way twice, the others once',
    ).toBe(TURNS.length + 1);
    await expectWhole(id);
    expect(await stagesOf(id)).toMatchObject([{ attempts: 2 }, { attempts: 1 }]);
  });

  it('transcribing, with a piece on record that was not sent yet: it is sent once, and billed once [fault 101]', async () => {
    const before = requestsTo('/audio/transcriptions');
    transcription.close();
    holdTranscriptionFrom = 0;
    const first = await submit('upload');
    await until(async () => transcription.waiting > 0, 'the first piece of the first call');
    // The one place at the provider is taken, so that the second call waits with its row written.
    const second = await submit('upload');
    const onRecord = async () =>
      (await fleet.db.query('SELECT 1 FROM sent_request WHERE analysis_id = $1', [second])).rowCount;
    await until(async () => (await onRecord()) === 1, 'the row of the first piece of the second call');
    expect(requestsTo('/audio/transcriptions') - before, 'requests for speech before the kill').toBe(1);
    await worker.kill();
    holdTranscriptionFrom = Number.POSITIVE_INFINITY;
    transcription.open();
    await replaceWorker();
    await expectWhole(first);
    await expectWhole(second);
    expect(requestsTo('/audio/transcriptions') - before, 'requests for speech').toBe(2 * TURNS.length + 1);
  });

  it('transcribing, and the call is deleted while no worker runs: what was under way is billed, and nothing else [fault 101]', async () => {
    const before = requestsTo('/audio/transcriptions');
    transcription.close();
    holdTranscriptionFrom = 2;
    const id = await submit('upload');
    await until(async () => transcription.waiting > 0, 'the third piece');
    await worker.kill();
    await client.delete('/analysis/{id}', { path: { id } });
    const { rows } = await fleet.db.query<{ billed: number; sent: number }>(
      `SELECT l.duration_ms::int AS billed, d.sent_ms::int AS sent FROM ledger_entry l
         JOIN deleted_call d USING (analysis_id) WHERE analysis_id = $1`,
      [id],
    );
    const sent = fleet.provider.requests.filter(({ path }) => path === '/audio/transcriptions').slice(before);
    const sentMs = sent.reduce((sum, request) => sum + pieceMsOf(request), 0);
    expect(rows).toEqual([{ billed: rows[0]?.sent, sent: expect.any(Number) }]);
    expect(Math.abs((rows[0]?.billed ?? 0) - sentMs), `milliseconds billed beside ${sentMs} sent`).toBeLessThan(200);
    expect(sent, 'requests for speech').toHaveLength(3);
    holdTranscriptionFrom = Number.POSITIVE_INFINITY;
    transcription.open();
    worker = await fleet.start('worker');
  });

  it.each([
    ['which role each voice has', 'speaker_roles', [2, 1]],
    ['about the call', 'call_resolution', [1, 2]],
  ])('asking %s: the transcription is not paid for again [fault 8]', async (_, question, [hearing, judging]) => {
    heldQuestion = question;
    const before = requestsTo('/audio/transcriptions');
    analysis.close();
    const id = await submit('upload');
    await until(async () => analysis.waiting > 0, 'the question to the analyst');
    await worker.kill();
    analysis.open();
    await replaceWorker();
    await expectWhole(id);
    expect(requestsTo('/audio/transcriptions') - before, 'requests for speech, one for each turn').toBe(TURNS.length);
    const asked = { attempts: judging, tokens: { input: 10, output: 5 } };
    expect(await stagesOf(id)).toMatchObject([{ attempts: hearing }, asked]);
  });

  it('settling: all or nothing, and then once [fault 9]', async () => {
    const hold = await holdWrites(fleet.db, 'ledger_entry');
    const id = await submit('upload');
    await hold.reached();
    expect(await get(id)).toBeInStatus('processing');
    await worker.kill();
    const asked = requestsTo('/audio/transcriptions') + requestsTo('/chat/completions');
    await hold.release();
    await replaceWorker();
    await expectWhole(id);
    expect(
      requestsTo('/audio/transcriptions') + requestsTo('/chat/completions'),
      'A call that is settled again is paid for again',
    ).toBe(asked);
    expect(await stagesOf(id)).toMatchObject([{ attempts: 1 }, { attempts: 1, tokens: { input: 10, output: 5 } }]);
  });

  itInWhole('a stopped worker hands its call back at once and ends cleanly [fault 29]', async () => {
    holdTranscriptionFrom = 2;
    transcription.close();
    const id = await submit('upload');
    await until(async () => transcription.waiting > 0, 'the third piece');
    const code = await worker.terminate();
    expect(code, 'exit code of the worker').toBe(0);
    const { rows } = await fleet.db.query('SELECT lease_until, crashes FROM analysis WHERE id = $1', [id]);
    expect(rows).toEqual([{ lease_until: null, crashes: 0 }]);
    holdTranscriptionFrom = Number.POSITIVE_INFINITY;
    worker = await fleet.start('worker');
    await finished(id);
    transcription.open();
    await expectWhole(id);
  });

  it('a worker process serves its health and nothing else', async () => {
    const answer = await fetch(`${worker.rootUrl}/api/v1/analysis`);
    await expect(answer).toAnswer(404);
  });
});

// Kills `call-analysis watch` with SIGKILL at any moment, while the service goes away too: each recording of the folder becomes a
// call, and none two.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { toWav } from '../support/audio/wav.js';
import { startWatch, watchOnce } from '../support/processes/watch-process.js';

const RECORDINGS = Number(process.env.WATCHED_RECORDINGS ?? 60);
const KILLS = Number(process.env.WATCH_KILLS ?? 12);
const SAMPLES = 4_000;

let service: TestService;
let owner: Account;
let folder: string;
beforeAll(async () => {
  // Calls are accepted and wait: the program is killed, not the service.
  service = await startTestService({ PROCESS: 'api' });
  owner = await service.openAccount();
  folder = await mkdtemp(join(tmpdir(), 'watched-'));
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Half a second of a tone that no other recording has. */
const put = (number: number) =>
  writeFile(
    join(folder, `agent_contact-${number}.wav`),
    toWav(
      Int16Array.from({ length: SAMPLES }, (_, at) => Math.round(8_000 * Math.sin((at * (number + 10)) / 200))),
      8_000,
    ),
  );

const callsOf = async (): Promise<{ contact: string; minutes: number }[]> => {
  const { rows } = await service.db.query(
    `SELECT contact_id AS contact, (SELECT count(*)::int FROM minutes_reservation WHERE analysis_id = a.id) AS minutes
       FROM analysis a WHERE agent_id = 'agent' ORDER BY contact_id`,
  );
  return rows;
};

it(`killed ${KILLS} times, it makes one call of each of ${RECORDINGS} recordings`, async () => {
  const moved = join(folder, 'moved');
  const options = ['--naming', '{agent_id}_{contact_id}.wav', '--settle', '0', '--move-to', moved];
  const address = { url: service.rootUrl, key: owner.liveKey };
  let written = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const batch = Math.ceil((RECORDINGS * (kill + 1)) / KILLS);
    while (written < batch) await put(written++);
    const before = (await callsOf()).length;
    const watch = startWatch(folder, options, address);
    if (kill === 3) {
      const bringUp = await service.takeDown();
      await watch.says('waiting');
      await bringUp();
    }
    // As soon as the service has the next call: before, while or after the program writes that down.
    await until(async () => (await callsOf()).length > before, 'another call');
    await watch.kill();
  }
  const last = await watchOnce(folder, options, address);
  expect(last.code, last.output).toBe(0);
  const calls = await callsOf();
  const contacts = Array.from({ length: RECORDINGS }, (_, number) => `contact-${number}`).toSorted();
  expect(calls.map(({ contact }) => contact).toSorted()).toEqual(contacts);
  expect(calls.filter(({ minutes }) => minutes !== 1)).toEqual([]);
  expect(await readdir(moved), 'recordings that were moved').toHaveLength(RECORDINGS);
  expect((await readdir(folder)).filter((name) => name.endsWith('.wav'))).toEqual([]);
});

it('killed while it sends a large recording in parts, it makes one call of it', async () => {
  const large = await mkdtemp(join(tmpdir(), 'watched-'));
  // More than 64 MB: an hour and a half of a tone.
  const second = Int16Array.from({ length: 8_000 }, (_, at) => Math.round(8_000 * Math.sin(at / 9)));
  const samples = new Int16Array(8_000 * 5_000);
  for (let at = 0; at < 5_000; at += 1) samples.set(second, at * 8_000);
  await writeFile(join(large, 'large_contact.wav'), toWav(samples, 8_000));
  const options = ['--naming', '{agent_id}_{contact_id}.wav', '--settle', '0'];
  const address = { url: service.rootUrl, key: owner.liveKey };
  const count = async (statement: string) => Number((await service.db.query(statement)).rows[0].count);
  try {
    const watch = startWatch(large, options, address);
    await until(async () => (await count('SELECT count(*) FROM upload WHERE offset_bytes > 0')) > 0, 'a part');
    await watch.kill();
    const last = await watchOnce(large, options, address);
    expect(last.code, last.output).toBe(0);
    expect((await watchOnce(large, options, address)).code).toBe(0);
    expect(await count(`SELECT count(*) FROM analysis WHERE agent_id = 'large'`), 'calls').toBe(1);
  } finally {
    await rm(large, { recursive: true });
  }
});

// Every process is replaced by a new one while clients send requests, as in a rolling deployment.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/apps/running-service.js';
import { beginUpload } from '../support/clients/half-upload.js';
import { type Answer, type Fleet, type FleetProcess, startFleet } from '../support/processes/fleet.js';
import type { ServiceProcess } from '../support/processes/service-process.js';

/** Enough that workers are busy at every moment of the restart. */
const MAX_CALLS = 30;

describe('a rolling restart under load', () => {
  let fleet: Fleet;
  let worker: ServiceProcess;
  /** The API processes that get requests, as from a load balancer. */
  const rotation: FleetProcess[] = [];
  const underWay = new Map<string, Set<Promise<unknown>>>();

  beforeAll(async () => {
    fleet = await startFleet({ RATE_LIMIT_DEFAULT: '1000000', RATE_LIMIT_SUBMISSION: '1000000' });
    rotation.push(await fleet.start('api'), await fleet.start('api'));
    worker = await fleet.start('worker');
    await fleet.open();
  });
  afterAll(() => fleet?.close());

  /** Sends one request to the next API process in the rotation. A broken connection rejects. */
  async function balanced(turn: number, send: (rootUrl: string) => Promise<Answer>): Promise<Answer> {
    const target = rotation[turn % rotation.length]?.rootUrl ?? '';
    const answer = send(target);
    const waiting = underWay.get(target) ?? new Set();
    underWay.set(target, waiting.add(answer));
    return answer.finally(() => waiting.delete(answer));
  }

  /**
   * Puts a new process into the rotation, takes the old one out, and stops the old one while an upload to it is under way.
   * @returns the id of the analysis that the upload made
   */
  async function replaceApi(old: FleetProcess): Promise<string> {
    rotation.push(await fleet.start('api'));
    rotation.splice(rotation.indexOf(old), 1);
    await Promise.allSettled([...(underWay.get(old.rootUrl) ?? [])]);
    const upload = await beginUpload(old.rootUrl, fleet.account.liveKey);
    const ended = old.terminate();
    await until(
      () =>
        fetch(`${old.rootUrl}/health/live`).then(
          () => false,
          () => true,
        ),
      'the old process to refuse connections',
    );
    const answer = await upload.finish();
    await expect(answer).toAnswer(201);
    expect(await ended, 'exit code of the old API').toBe(0);
    return answer.body.id;
  }

  it('fails no request, loses no call and bills each once [fault 32]', async () => {
    const submitted: string[] = [];
    const replaced: string[] = [];
    const wrong: { answer: Answer; wanted: number }[] = [];
    let reads = 0;
    let restarting = true;
    const client = async (lane: number) => {
      for (let turn = lane; restarting; turn++) {
        const submits = turn % 8 === 0 && submitted.length < MAX_CALLS;
        const answer = await balanced(turn, (rootUrl) =>
          submits ? fleet.post({ rootUrl }) : fleet.ask('/analysis?limit=5', { rootUrl }),
        );
        const wanted = submits ? 201 : 200;
        if (answer.status !== wanted) wrong.push({ answer, wanted });
        else if (submits) submitted.push(answer.body.id);
        else reads += 1;
      }
    };
    const clients = [0, 1].map(client);
    const restarts = async () => {
      for (const old of [...rotation]) replaced.push(await replaceApi(old));
      await fleet.start('worker');
      expect(await worker.terminate(), 'exit code of the old worker').toBe(0);
    };
    await restarts().finally(() => {
      restarting = false;
    });
    await Promise.all(clients);
    for (const { answer, wanted } of wrong) await expect(answer).toAnswer(wanted);
    expect(reads, 'reads during the restart').toBeGreaterThan(0);
    expect(submitted.length, 'submissions during the restart').toBeGreaterThan(0);
    const accepted = [...submitted, ...replaced];
    const completed = async () => {
      const { rows } = await fleet.db.query(`SELECT id FROM analysis WHERE status = 'completed' AND id = ANY($1)`, [
        accepted,
      ]);
      return rows.length === accepted.length;
    };
    await until(completed, 'every accepted call');
    await fleet.expectInvariants();
  });
});

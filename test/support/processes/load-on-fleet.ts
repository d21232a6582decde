// Clients that submit and read while something that the service needs is away, and what they must have been told.
import { expect } from 'vitest';
import { until } from '../apps/running-service.js';
import type { Answer, Fleet } from './fleet.js';

/**
 * Four clients submit, and read the call, until `during` has ended and a call is accepted again.
 * @returns every answer
 */
export async function underLoad(fleet: Fleet, known: string, during: () => Promise<void>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let stopped = false;
  const clients = Array.from({ length: 4 }, async (_, client) => {
    while (!stopped) {
      answers.push(await (client % 2 ? fleet.ask(`/analysis/${known}`) : fleet.post({ recording: 'silence' })));
    }
  });
  try {
    await until(async () => answers.length > 4, 'the load to begin');
    await during();
    const before = answers.length;
    await until(async () => answers.slice(before).some(({ status }) => status === 201), 'the first call afterwards');
  } finally {
    stopped = true;
    await Promise.all(clients);
  }
  return answers;
}

export async function expectRefusalsAre503(answers: readonly Answer[]): Promise<void> {
  for (const answer of answers) {
    if (answer.status < 300) continue;
    await expect(answer).toAnswer(503, { detail: expect.any(String) });
    expect(answer.headers.get('retry-after'), 'the header retry-after').toBe('5');
  }
}

export async function expectAcceptedCallsExist(fleet: Fleet, answers: readonly Answer[]): Promise<void> {
  const accepted = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
  const { rows } = await fleet.db.query<{ n: number }>('SELECT count(*)::int AS n FROM analysis WHERE id = ANY($1)', [
    accepted,
  ]);
  expect(rows[0]?.n, 'calls that are there, of those that were accepted').toBe(accepted.length);
}

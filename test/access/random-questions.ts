// Stores of calls that were judged and said words, and questions about them, drawn at random.
import type { DataSource } from 'typeorm';
import { expect } from 'vitest';
import {
  AGENTS,
  CONTACTS,
  drawStore,
  OUTCOMES,
  type RandomStore,
  RULES,
  TEAMS,
} from '../insight/statistics/reading/random-store.js';
import type { Account, TestService } from '../support/apps/running-service.js';
import { storeCall } from '../support/builders/evaluated-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import type { Random } from '../support/builders/random.js';
import { addSaidCall } from '../support/builders/said-calls.js';
import { copyCall } from '../support/builders/stored-calls.js';
import type { Ask } from '../support/clients/interface-client.js';

const CALLS = 120;
const WORDS = ['refund', 'invoice', 'router', 'thank', 'waiting'];
export const TIME = 'created_after=2025-01-01T00:00:00Z&created_before=2026-01-01T00:00:00Z';

export interface Place {
  readonly service: TestService;
  readonly dataSource: DataSource;
}

export async function fillAtRandom(
  { service, dataSource }: Place,
  account: Account,
  random: Random,
): Promise<RandomStore> {
  const accountId = await accountIdOf(service.db, account.email);
  const store = await drawStore(dataSource, accountId, CALLS, random);
  await service.db.query("DELETE FROM analysis WHERE status = 'processing'");
  const createdAt = new Date('2025-06-15T10:00:00Z');
  await copyCall(service.db, await storeCall(service.db, accountId), 5, { createdAt });
  for (let n = 0; n < 20; n++) {
    const segments = [0, 1, 2].map(() => ({ speaker: random.of(['agent', 'customer']), text: drawWords(random, 4) }));
    const at = new Date(createdAt.getTime() + 60_000 * (n + 1));
    await addSaidCall(dataSource, accountId, { segments, createdAt: at, agentId: random.of(AGENTS) });
  }
  return store;
}

const drawWords = (random: Random, count: number) => Array.from({ length: count }, () => random.of(WORDS)).join(' ');

export function drawFilter(random: Random, cards: readonly string[]): string {
  const some = (one: string, in_: number) => (random.below(in_) === 0 ? [one] : []);
  const filters = [
    ...some(`agent_id=${encodeURIComponent(random.of(AGENTS))}`, 4),
    ...some(`contact_id=${random.of(CONTACTS)}`, 6),
    ...some(`direction=${random.of(['inbound', 'outbound'])}`, 5),
    ...some(`language=${random.of(['en', 'de'])}`, 5),
    ...some(`flagged=${random.of(['true', 'false'])}`, 6),
    ...some(`violation=${random.of(RULES)}`, 6),
    ...some(`compliance_score_min=${random.below(100)}`, 6),
    ...some(`quality_score_max=${random.below(100)}`, 6),
    ...some(`duration_max=${random.below(600)}`, 6),
    ...some(`metadata[team]=${random.of(TEAMS) ?? 'west'}`, 6),
    ...some(`livemode=${random.of(['true', 'false'])}`, 4),
    ...some(`scorecard_id=${random.of(cards)}&outcome=${random.of(OUTCOMES)}`, 5),
  ];
  return [TIME, ...filters].join('&');
}

export function drawQuestion(random: Random, cards: readonly string[]): string {
  const kind = random.below(6);
  if (kind === 0) {
    const q = random.of([drawWords(random, 2), `"${drawWords(random, 2)}"`, `${random.of(WORDS).slice(0, 3)}*`]);
    return `/search?${TIME}&q=${encodeURIComponent(q)}`;
  }
  const of = random.of(['calls', 'evaluations', 'answers']);
  const groupings = ['', 'agent', 'contact', 'month', 'week,agent', 'language,direction', 'metadata:team'];
  const zone = random.of(['UTC', 'Europe/Berlin']);
  return `/statistics?of=${of}&group_by=${random.of(groupings)}&timezone=${zone}&${drawFilter(random, cards)}`;
}

/** The answer without the time of the reading. */
export async function answered(ask: Ask, path: string): Promise<unknown> {
  const answer = await ask(path);
  await expect(answer).toAnswer(200);
  return { ...answer.body, as_of: null };
}

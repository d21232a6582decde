// What is kept in memory of forms, and of their patterns.
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COSTLY_QUESTIONS } from '../../../bench/evaluations/dearest-form.mjs';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { formOf, PublishedScorecards } from '../../../src/scorecards/cards/published-scorecards.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { openPool } from '../../support/apps/running-service.js';
import { asked, heard, storeAccount, storeCard } from '../../support/builders/evaluated-calls.js';
import { collectGarbage } from '../../support/processes/collect-garbage.js';

const MEBIBYTE = 1024 * 1024;
/** Each has a thousand patterns and some 200,000 characters: together they have 40 MB, of which 32 are kept at most. */
const CARDS = 100;

let database: FreshDatabase;
let dataSource: DataSource;
let db: ReturnType<typeof openPool>;
let account: string;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 3)).initialize();
  db = openPool(database.url);
  account = await storeAccount(db);
});
afterAll(async () => {
  await dataSource?.destroy();
  await db?.end();
  await database?.drop();
});

async function heapUsed(): Promise<number> {
  await collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('published forms in memory', () => {
  it('are texts, whose bytes are counted: a hundred large forms take no more than 32 MiB, and the first ones are let go', async () => {
    const ids: string[] = [];
    for (let at = 0; at < CARDS; at += 1) ids.push(await storeCard(db, account, COSTLY_QUESTIONS));
    const cards = new PublishedScorecards();
    const before = await heapUsed();
    for (const id of ids) await cards.revision(dataSource, account, id, 1);
    const kept = (await heapUsed()) - before;
    expect(kept / MEBIBYTE, 'MiB that are kept').toBeLessThan(34);
    await db.query("UPDATE scorecard_revision SET form = 'no form' WHERE scorecard_id = ANY($1)", [
      [ids[0], ids.at(-1)],
    ]);
    await expect(cards.revision(dataSource, account, ids[0] ?? '', 1), 'The first is kept').rejects.toThrow('JSON');
    expect(formOf(await cards.revision(dataSource, account, ids.at(-1) ?? '', 1)).min_coverage).toBe(0.5);
  });

  it('tell whether a language model is asked', async () => {
    const cards = new PublishedScorecards();
    const [model, phrases] = [
      await storeCard(db, account, [heard('a'), asked('q0')]),
      await storeCard(db, account, [heard('a')]),
    ];
    const [ofModel, ofPhrases] = [
      await cards.revision(dataSource, account, model, 1),
      await cards.revision(dataSource, account, phrases, 1),
    ];
    expect([ofModel.asksModel, ofPhrases.asksModel]).toEqual([true, false]);
    expect(formOf(ofModel).sections[0]?.questions).toEqual([heard('a'), asked('q0')]);
  });

  it('of default cards are read for those that judge the call alone', async () => {
    const owner = await storeAccount(db);
    const cards: string[] = [];
    for (let at = 0; at < 4; at += 1)
      cards.push(
        await storeCard(db, owner, [heard('a')], { isDefault: true, appliesTo: { agent_id: [`agent-${at % 2}`] } }),
      );
    await db.query("UPDATE scorecard_revision SET form = 'no form' WHERE scorecard_id = ANY($1)", [
      [cards[1], cards[2], cards[3]],
    ]);
    const ofFirst = ({ agent_id: agents }: { readonly agent_id?: readonly string[] }) =>
      agents?.includes('agent-0') === true;
    const chosen = await new PublishedScorecards().defaultsFor(
      dataSource,
      { accountId: owner, livemode: true },
      ofFirst,
      1,
    );
    expect(chosen.map(({ scorecardId }) => scorecardId)).toEqual([cards[0]]);
  });
});

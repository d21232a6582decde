// The words of a call follow its transcript, by whatever code that is written, and go with the call.
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ANALYSIS_WORDS } from '../../../src/calls/redaction/analysis-words.js';
import { readTexts, writeTexts } from '../../../src/calls/redaction/holder-of-words.js';
import { replaceVersion } from '../../../src/calls/versions/transcript-versions.js';
import { makeSearchable } from '../../../src/calls/words/searchable-calls.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addAccount, openDataSource } from '../../support/builders/listing-data.js';
import { addSaidCall, addUnsearchableCall, transcriptOf } from '../../support/builders/said-calls.js';

let database: FreshDatabase;
let dataSource: DataSource;
let accountId: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});
beforeEach(async () => {
  accountId = await addAccount(dataSource);
});

const said = (text: string) => [{ speaker: 'agent', text }];
/** More often than one tsvector can hold. */
const LONG = said('passcode '.repeat(600));

/** Calls in which the word is found, by either table. */
async function found(word: string): Promise<number> {
  const [{ n }] = await dataSource.query(
    `SELECT (SELECT count(*) FROM call_words WHERE account_id = $2 AND words @@ $1::tsquery)::int
       + (SELECT count(DISTINCT analysis_id) FROM call_words_piece WHERE words @@ $1::tsquery)::int AS n`,
    [word, accountId],
  );
  return n;
}
const noted = async () =>
  (await dataSource.query('SELECT analysis_id FROM unsearchable_call WHERE account_id = $1', [accountId])).map(
    ({ analysis_id: id }: { analysis_id: string }) => id,
  );

it('forgets what was said once another transcript is written, by any code', async () => {
  const id = await addSaidCall(dataSource, accountId, { segments: LONG });
  expect([await found('passcode'), await noted()]).toEqual([2, []]);
  await dataSource.query('UPDATE analysis_payload SET transcript = $2 WHERE analysis_id = $1', [
    id,
    transcriptOf(said('hello')),
  ]);
  expect([await found('passcode'), await found('hello'), await noted()]).toEqual([0, 0, [id]]);
  await makeSearchable(dataSource, id);
  expect([await found('hello'), await noted()]).toEqual([1, []]);
});

it('puts masked and corrected words in the place of those before, in the same transaction', async () => {
  const id = await addSaidCall(dataSource, accountId, { segments: said('my passcode') });
  await dataSource.transaction(async (tx) => {
    const texts = await readTexts(tx, ANALYSIS_WORDS, id);
    await writeTexts(
      tx,
      texts,
      texts.map(({ text }) => text.replaceAll('passcode', 'masked')),
    );
  });
  expect([await found('passcode'), await found('masked'), await noted()]).toEqual([0, 1, []]);
  await dataSource.transaction((tx) =>
    replaceVersion(tx, id, 1, {
      transcript: transcriptOf(said('corrected')),
      words: '{}',
      results: '{}',
      metrics: '{}',
      engine: '{}',
      systemResults: null,
      verdicts: null,
    }),
  );
  expect([await found('masked'), await found('corrected'), await noted()]).toEqual([0, 1, []]);
});

it('keeps the words where the transaction is rolled back, or the text is as before', async () => {
  const id = await addSaidCall(dataSource, accountId, { segments: said('my passcode') });
  const transcript = transcriptOf(said('another'));
  const failed = dataSource.transaction(async (tx) => {
    await tx.query('UPDATE analysis_payload SET transcript = $2 WHERE analysis_id = $1', [id, transcript]);
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  await dataSource.transaction(async (tx) => {
    const texts = await readTexts(tx, ANALYSIS_WORDS, id);
    await writeTexts(
      tx,
      texts,
      texts.map(({ text }) => text),
    );
  });
  expect([await found('passcode'), await noted()]).toEqual([1, []]);
});

it('deletes the words with the call, and with the account', async () => {
  const [first] = [
    await addSaidCall(dataSource, accountId, { segments: LONG }),
    await addSaidCall(dataSource, accountId, { segments: LONG, createdAt: new Date('2024-02-29T23:59:59Z') }),
    await addUnsearchableCall(dataSource, accountId, { segments: LONG }),
  ];
  await dataSource.query('DELETE FROM analysis WHERE id = $1', [first]);
  expect(await found('passcode')).toBe(2);
  await dataSource.query('DELETE FROM account WHERE id = $1', [accountId]);
  expect([await found('passcode'), await noted()]).toEqual([0, []]);
});

it('waits for the partition of an old month, which is made beside it', async () => {
  const createdAt = new Date('1999-12-31T23:59:59.999Z');
  const id = await addUnsearchableCall(dataSource, accountId, { segments: said('my passcode'), createdAt });
  await Promise.all([makeSearchable(dataSource, id), makeSearchable(dataSource, id)]);
  expect([await found('passcode'), await noted()]).toEqual([1, []]);
});

it('follows a call whose time or agent is put right by hand', async () => {
  const id = await addSaidCall(dataSource, accountId, { segments: LONG });
  await dataSource.query("UPDATE analysis SET created_at = '2001-01-01', agent_id = 'other' WHERE id = $1", [id]);
  expect([await found('passcode'), await noted()]).toEqual([0, [id]]);
  await makeSearchable(dataSource, id);
  expect(await found('passcode')).toBe(2);
});

it('empties the words with the table of calls', async () => {
  await addSaidCall(dataSource, accountId, { segments: LONG });
  await dataSource.query('TRUNCATE analysis CASCADE');
  expect([await found('passcode'), await noted()]).toEqual([0, []]);
});

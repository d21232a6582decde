// A person's corrections of a call in which something is masked.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CorrectingService, startCorrectingService } from '../../../support/apps/correcting-service.js';

let at: CorrectingService;

beforeAll(async () => {
  at = await startCorrectingService(async () => null);
});
afterAll(() => at?.close());

describe('a call in which card numbers are masked', () => {
  const REDACT = {
    mode: 'text_and_audio',
    types: ['card_number'],
    countries: ['US'],
    custom: [],
    replacement: 'label',
    audio: 'tone',
    original: 'delete',
  };

  it('takes no card number back that a person types into it', async () => {
    const call = await at.store();
    await at.service.db.query('UPDATE analysis SET redact = $2 WHERE id = $1', [call, JSON.stringify(REDACT)]);
    const text = 'The card is 4111 1111 1111 1111, right?';
    const { transcript } = await at.corrected(call, { segments: [{ id: 1, text }] });
    expect(transcript.segments[1].text).toBe('The card is [CARD_NUMBER_1], right?');
    const { rows } = await at.service.db.query('SELECT changes FROM correction WHERE analysis_id = $1', [call]);
    expect(rows[0].changes).not.toContain('1111');
  });
});

describe('what a person types beside a call', () => {
  const PIN = 'The PIN is 4417';
  const MASKED = 'The PIN is [PASSWORD_OR_PIN_1]';
  const stored = async (call: string) => {
    const { rows } = await at.service.db.query(
      `SELECT (SELECT json_agg(r)::text FROM review r WHERE r.analysis_id = $1) AS reviews,
              (SELECT json_agg(c)::text FROM correction c WHERE c.analysis_id = $1) AS corrections`,
      [call],
    );
    return JSON.stringify(rows);
  };

  const notesOf = async (call: string) => {
    const finding = { finding: 'quality.greeting', answer: 'yes', note: PIN };
    const review = await at.send('POST', `/analysis/${call}/reviews`, {
      reviewer_id: 'mara',
      note: PIN,
      findings: [finding],
    });
    await expect(review).toAnswer(201);
    const correction = await at.correct(call, { segments: [{ id: 1, text: 'Something else.' }], note: PIN });
    await expect(correction).toAnswer(201);
    await at.settled(call, correction.body.id);
    return [review.body.note, review.body.findings[0].note, correction.body.note];
  };

  it('stays as it is where nothing is masked', async () => {
    expect(await notesOf(await at.store())).toEqual([PIN, PIN, PIN]);
  });

  it('is masked where redaction is on for the account, and stored nowhere', async () => {
    await expect(await at.send('PUT', '/settings/redaction', { preset: 'pci' })).toAnswer(200);
    const call = await at.store();
    expect(await notesOf(call)).toEqual([MASKED, MASKED, MASKED]);
    expect(await stored(call)).not.toContain('4417');
  });
});

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

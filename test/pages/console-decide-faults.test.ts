// What can go wrong while a person decides about a call: nothing that was typed is lost, and nothing is saved twice.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page, Route } from '../../tools/playwright.mjs';
import { CHROMIUM } from './chromium.js';
import { IDENTITY, type OpenedDeciding, openDeciding } from './opened-deciding.js';

describe.runIf(CHROMIUM !== null)('what a person decides in the console', () => {
  let on: OpenedDeciding;
  let page: Page;

  beforeAll(async () => {
    on = await openDeciding();
    page = on.page;
  });
  afterAll(() => on?.opened.close());

  /** To the request that saves the review, not to those that only ask what it would do. */
  const onSave = (handle: (route: Route) => Promise<void>) =>
    page.route('**/reviews', (route) =>
      route.request().method() === 'POST' && !route.request().postData()?.includes('"dry_run":true')
        ? handle(route)
        : route.fallback(),
    );

  it('loses nothing where the session ends in the middle of an edit', async () => {
    const { callId } = await on.storedCall();
    await on.answer(IDENTITY, 'No');
    await on.noteOn(IDENTITY).fill('Half a sen');
    const api = `${on.opened.service.baseUrl}/**`;
    await page.route(api, (route) => route.fulfill({ status: 401, json: { detail: 'The token has expired' } }));
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Your session has expired' });
    await dialog.waitFor();
    await page.unroute(api);
    await dialog.getByRole('textbox', { name: 'Password' }).fill(on.at.password);
    await page.keyboard.press('Enter');
    await page.getByText('Saved.').waitFor();
    expect(await on.reviewsOf(callId)).toEqual([
      expect.objectContaining({ findings: [expect.objectContaining({ note: 'Half a sen' })] }),
    ]);
  });

  it('is saved once where the connection is cut behind the request, over a reload too', async () => {
    const { callId } = await on.storedCall();
    let arrived = 0;
    await onSave(async (route) => {
      await route.fetch();
      arrived += 1;
      await route.abort();
    });
    await on.answer(IDENTITY, 'No');
    await page.keyboard.press('Control+s');
    await page.getByText('The service cannot be reached').waitFor();
    await page.reload();
    await page.getByText('No response to the last save.').waitFor();
    await page.unroute('**/reviews');
    await on.noteOn(IDENTITY).fill('Written after the cut');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    expect(arrived, 'requests that the service had').toBeGreaterThan(1);
    expect(await on.reviewsOf(callId), 'reviews').toHaveLength(1);
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await on.reviewsOf(callId)).length).toBe(2);
    expect((await on.reviewsOf(callId))[0]?.findings[0]?.note).toBe('Written after the cut');
  });

  it('waits after 429, and says which of the two was saved where the other is refused', async () => {
    const { callId } = await on.storedCall();
    await on.answer(IDENTITY, 'No');
    await on.opened.button(/^Correct transcript/).click();
    await page.getByLabel('Swap agent and customer').check();
    await page.getByText(/Compliance 60 → /).waitFor();
    await onSave(async (route) => {
      await page.unroute('**/reviews');
      await route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { detail: 'Rate limit exceeded.' } });
    });
    const refused = { status: 400, json: { detail: 'A correction of this transcript is in progress' } };
    await page.route('**/corrections', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refused) : route.fallback(),
    );
    await on.opened.button(/^Save 2 changes/).click();
    await page.getByText('The service is busy').waitFor();
    await page.getByText('The correction was not saved. The review is saved.').waitFor();
    await page.getByText(refused.json.detail).waitFor();
    await page.unroute('**/corrections');
    await on.opened.button(/^Save 1 change/).click();
    await page.getByText('Transcript corrected (version 2)').waitFor();
    expect(await page.locator('.turn-speaker').first().innerText(), 'who speaks first, after the swap').toBe(
      'Customer',
    );
    expect(await on.reviewsOf(callId), 'reviews').toHaveLength(1);
    expect((await on.at.client.analyses.corrections(callId)).items).toMatchObject([{ swap_roles: true }]);
  });

  it('goes on by itself where the service is restarted in the middle of an edit', async () => {
    const { callId } = await on.storedCall();
    await on.answer(IDENTITY, 'No');
    const startAgain = await on.opened.service.takeDown();
    await on.noteOn(IDENTITY).fill('While it was away');
    await page.keyboard.press('Control+s');
    await page.getByText('The service cannot be reached').waitFor();
    expect(await on.noteOn(IDENTITY).inputValue()).toBe('While it was away');
    await startAgain();
    await page.getByText('Saved.').waitFor();
    expect(await on.reviewsOf(callId)).toEqual([
      expect.objectContaining({ findings: [expect.objectContaining({ note: 'While it was away' })] }),
    ]);
  });

  it('says who changed what meanwhile, keeps the draft, and goes upon the version of others', async () => {
    const { callId } = await on.storedCall();
    await on.answer(IDENTITY, 'No');
    await on.opened.button(/^Correct transcript/).click();
    await page.getByLabel('Speaker at 0:08').selectOption('agent');
    const findings = [{ finding: 'compliance.identity_verification', answer: 'yes' }] as const;
    await on.at.client.reviews.create(callId, { reviewer_id: 'ben', findings });
    const segments = [{ id: 4, text: 'I have sent the refund today.' }];
    const { id } = await on.at.client.analyses.createCorrection(callId, {
      reviewer_id: 'anna',
      base_version: 1,
      segments,
    });
    await expect.poll(async () => (await on.at.client.analyses.correction(callId, id)).status).toBe('completed');
    await on.opened.button(/^Save 2 changes/).click();
    await page.getByText(/^anna corrected the transcript, .*: version 2, 1 turn corrected$/).waitFor();
    await page.getByText(/^ben decided, .*: Verified the caller’s identity: Yes$/).waitFor();
    await on.opened.expectWhole('a conflict');
    expect(await on.reviewsOf(callId), 'nothing was saved').toHaveLength(1);
    await on.opened.button('Reload and keep my changes').click();
    await page.locator('.turn', { hasText: 'the refund today' }).waitFor();
    await on.opened.button(/^Save 2 changes/).click();
    await page.getByText('Transcript corrected (version 3)').waitFor();
    expect((await on.reviewsOf(callId))[0]?.findings).toMatchObject([{ answer: 'no' }]);
  });
});

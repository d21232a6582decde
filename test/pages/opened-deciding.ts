// A call on which a person decides in the console: what its stories share.

import type { Review } from '../../clients/typescript/src/index.js';
import type { Locator, Page } from '../../tools/playwright.mjs';
import { type ReviewableCall, storeReviewableCall } from '../support/builders/reviewable-call.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

export const IDENTITY = 'Verified the caller’s identity';
export const GREETING = 'Greeted the customer';

export interface OpenedDeciding {
  readonly opened: OpenedConsole;
  readonly page: Page;
  readonly at: Entered;
  readonly accountId: string;
  /** Kinds of the browser's own questions, each of which was answered with yes. */
  readonly unloads: string[];
  answersTo(what: string): Locator;
  answer(what: string, name: string): Promise<void>;
  noteOn(what: string): Locator;
  /** Newest first. */
  reviewsOf(id: string): Promise<readonly Review[]>;
  show(id: string): Promise<void>;
  /** Shows a stored call with two violations and a form, without a recording. */
  storedCall(): Promise<ReviewableCall>;
}

export async function openDeciding(): Promise<OpenedDeciding> {
  const opened = await openConsole();
  const { page, service } = opened;
  const unloads: string[] = [];
  page.on('dialog', (dialog) => {
    unloads.push(dialog.type());
    void dialog.accept();
  });
  const at = await enter(opened);
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [at.email]);
  const accountId: string = rows[0].id;
  const answersTo = (what: string) => page.getByRole('group', { name: `Your answer: ${what}` });
  const show = async (id: string) => {
    await opened.visit(`/calls/${id}`);
    await answersTo(IDENTITY).waitFor();
  };
  return {
    opened,
    page,
    at,
    accountId,
    unloads,
    answersTo,
    answer: (what, name) => answersTo(what).getByRole('button', { name, exact: true }).click(),
    noteOn: (what) => page.getByLabel(`Note: ${what}`),
    reviewsOf: async (id) => (await at.client.reviews.listOfAnalysis(id)).items,
    show,
    storedCall: async () => {
      const call = await storeReviewableCall(service.db, accountId);
      await show(call.callId);
      return call;
    },
  };
}

// People who come in by the link of a mail or by their company's identity provider, which answers as a provider does.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { mailedToken } from '../support/apps/running-service.js';
import { CLIENT_ID, CLIENT_SECRET, type Person, StandInIssuer } from '../support/stubs/stand-in-issuer.js';
import { tabTo } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, elsewhere, enter, type OpenedConsole, openConsole } from './opened-console.js';

const PASSWORD = 'another horse battery staple';
const GRACE: Person = { sub: 'grace-1', email: 'grace@example.com', email_verified: true, name: 'Grace Hopper' };

describe.runIf(CHROMIUM !== null)('coming in', () => {
  let opened: OpenedConsole;
  let page: Page;
  let owner: Entered;
  let issuer: StandInIssuer;

  beforeAll(async () => {
    issuer = await StandInIssuer.start();
    opened = await openConsole({ OUTBOUND_ALLOW_PRIVATE: 'true' });
    page = opened.page;
    owner = await enter(opened, 'ada@example.com');
  });
  afterAll(async () => {
    await opened?.close();
    await issuer?.stop();
  });

  async function invited(email: string): Promise<string> {
    await owner.client.invitations.create({ email, role: 'reviewer' });
    const token = await mailedToken(opened.service.dataDir, 'accept-invitation', email);
    return `${opened.service.rootUrl}/accept-invitation?token=${token}`;
  }
  const expire = (by: string) => opened.service.db.query(`UPDATE invitation SET expires_at = now() ${by}`);
  const said = (at: Page, sentence: string) => at.getByRole('alert').getByText(sentence).waitFor();

  it('by an invitation: each fault says what to do, and the link is used once', async () => {
    const link = await invited('ann@elsewhere.example');
    const ann = await elsewhere(opened);
    const accept = async (password: string) => {
      await ann.getByLabel('Password, at least 8 characters').fill(password);
      await ann.keyboard.press('Enter');
    };
    await ann.goto(link.slice(0, link.indexOf('?')));
    await accept(PASSWORD);
    await said(ann, 'This link is not complete.');
    await ann.goto(link);
    await accept('ann@elsewhere.example');
    await said(ann, 'The password must not be equal to the email address');
    expect(await ann.evaluate('document.activeElement.name'), 'where the keyboard is').toBe('password');
    await expire("- interval '1 minute'");
    await accept(PASSWORD);
    await said(ann, 'Invitation is invalid or has expired.');
    await ann.getByText('Otherwise ask for a new invitation.').waitFor();
    expect(await ann.getByRole('button').count(), 'buttons of a link that leads nowhere').toBe(0);
    await expire("+ interval '1 day'");
    await ann.goto(link);
    await tabTo(ann, 'Name that others see, optional');
    await ann.keyboard.type('Ann');
    await accept(PASSWORD);
    await ann.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await ann.goto(link);
    await accept(PASSWORD);
    await said(ann, 'Invitation is invalid or has expired.');
    await ann.keyboard.press('Enter');
    await ann.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
  });

  it('by the company: the owner sets it up, and sees in a test what the provider says', async () => {
    await opened.visit('/settings/sign-in');
    await page.getByLabel('Issuer (URL)').fill('https://login.microsoftonline.com/common/v2.0');
    await page.getByLabel('Client ID').fill(CLIENT_ID);
    await page.getByRole('textbox', { name: 'Client secret' }).fill(CLIENT_SECRET);
    await page.getByLabel('E-mail domains').fill('Example.com\n');
    await page.getByLabel('Role of everyone else').selectOption('reviewer');
    await opened.button('Save').click();
    await page.locator('.fault').getByText('The issuer must be of one tenant').waitFor();
    expect(await page.getByRole('alert').count(), 'the same fault in another place').toBe(0);
    await page.getByLabel('Issuer (URL)').fill(issuer.url);
    await opened.button('Save').click();
    await page.getByText('Leave empty to keep the current one.').waitFor();
    await page.getByText('call-analysis-verification=').waitFor();
    await opened.expectWholeInAll('the sign-in of the company');
    issuer.atBrowser = GRACE;
    const claims = async () => {
      const tab = opened.context.waitForEvent('page');
      await opened.button('Test sign-in').click();
      return tab;
    };
    const refused = await claims();
    await refused.getByText('Your e-mail is of no domain that this account has proved').waitFor();
    await refused.close();
    await opened.service.db.query('UPDATE sign_in_domain SET verified_at = now()');
    await page.reload();
    await page.getByText('verified', { exact: true }).waitFor();
    const works = await claims();
    await works.getByText('"role": "reviewer"').waitFor();
    await works.close();
    expect((await owner.client.members.list()).items.map(({ email }) => email)).not.toContain(GRACE.email);
  });

  it('by the company: a person is led there and back, or told why not', async () => {
    const grace = await elsewhere(opened);
    const asCompany = async (email: string) => {
      await grace.goto(`${opened.service.rootUrl}/app/`);
      await grace.getByLabel('E-mail').fill(email);
      await grace.getByRole('button', { name: 'Continue with company account' }).click();
    };
    await asCompany('joan@elsewhere.example');
    await said(grace, 'No identity provider is set up for this address');
    await grace.getByRole('link', { name: 'Back to sign in' }).click();
    await grace.getByRole('heading', { name: 'Sign in' }).waitFor();
    issuer.trouble = 503;
    await asCompany('grace@example.com');
    await said(grace, 'Your identity provider does not answer.');
    issuer.trouble = null;
    await asCompany('grace@example.com');
    await grace.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await grace.getByText('grace@example.com').waitFor();
    expect(await grace.evaluate('location.search'), 'the code in the address').toBe('');
    await grace.close();
    const enforced = { issuer: issuer.url, client_id: CLIENT_ID, domains: ['example.com'], enforce: true };
    await owner.client.sso.update({ ...enforced, roles: { claim: 'groups', map: {}, default: 'reviewer' } });
    const joan = await elsewhere(opened);
    await joan.goto(await invited('joan@example.com'));
    await joan.getByLabel('Password, at least 8 characters').fill(PASSWORD);
    await joan.getByRole('button', { name: 'Accept' }).click();
    await said(joan, 'Log in with your identity provider');
    issuer.atBrowser = { ...GRACE, sub: 'joan-1', email: 'joan@example.com' };
    await joan.getByRole('link', { name: 'Open the console' }).click();
    await joan.getByLabel('E-mail').fill('joan@example.com');
    await joan.getByRole('button', { name: 'Continue with company account' }).click();
    await joan.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
  });
});

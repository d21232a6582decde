// The console in a browser, against a whole service: what its stories share.
import { expect } from 'vitest';
import { CallAnalysis } from '../../clients/typescript/src/index.js';
import {
  axe,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '../../tools/playwright.mjs';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { providerSettings, startScriptedProvider } from '../support/builders/scripted-call.js';
import type { OpenAiStub, OpenAiStubOptions } from '../support/stubs/openai-stub.js';
import { expectNoSidewaysScroll, LOOKS, linesOf, openBrowser, wear } from './chromium.js';
import type { ValueElement } from './hostile-strings.js';

/** Tells what of a page is executed although it is text, and what the policy refuses. */
const WATCH = `
  window.hit = () => tellHit('executed');
  window.HIT = window.hit;
  addEventListener('securitypolicyviolation', (event) => tellHit(event.violatedDirective));`;

export interface OpenedConsole {
  readonly service: TestService;
  readonly provider: OpenAiStub;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page wrote into the browser's console, and its uncaught errors. */
  readonly lines: readonly string[];
  /** What was executed, or refused by the policy, in any page since the console was opened. */
  hits(): Promise<string[]>;
  button(name: string | RegExp): Locator;
  /** Holds the page to its width, and to what axe finds, in every look. */
  expectWhole(where: string): Promise<void>;
  /** The same in both languages, of a page with the frame. Leaves it in English. */
  expectWholeInAll(where: string): Promise<void>;
  /** Leads to an address below `/app`. */
  visit(path: string): Promise<void>;
  close(): Promise<void>;
}

/** @returns a page of another browser, which does not share the session */
export async function elsewhere({ context }: OpenedConsole, options: BrowserContextOptions = {}): Promise<Page> {
  const browser = context.browser();
  if (browser === null) throw new Error('The context belongs to no browser');
  return (await browser.newContext(options)).newPage();
}

/** @param answers what the provider answers otherwise than in the scripted call */
export async function openConsole(
  settings: Readonly<Record<string, string>> = {},
  answers: OpenAiStubOptions = {},
  options: BrowserContextOptions = {},
): Promise<OpenedConsole> {
  const provider = await startScriptedProvider(answers);
  const service = await startTestService({ ...providerSettings(provider), ...settings });
  const browser = await openBrowser();
  const context = await browser.newContext(options);
  const hits: string[] = [];
  await context.exposeBinding('tellHit', (_source, what: string) => {
    hits.push(what);
  });
  await context.addInitScript(WATCH);
  const page = await context.newPage();
  const lines = linesOf(page);
  return {
    service,
    provider,
    context,
    page,
    lines,
    hits: async () => {
      // What the page has told before this answer is there.
      await page.evaluate('0');
      return [...hits];
    },
    button: (name) => page.getByRole('button', { name }),
    expectWhole: (where) => expectWhole(page, where),
    expectWholeInAll: (where) => expectWholeInAll(page, where),
    visit: async (path) => {
      await page.goto(`${service.rootUrl}/app${path}`);
    },
    close: async () => {
      await browser.close();
      await service.stop();
      await provider.close();
    },
  };
}

/** @param page another one than that of the console, of another person */
export async function expectWhole(page: Page, where: string): Promise<void> {
  for (const look of LOOKS) {
    await wear(page, look);
    await expectNoSidewaysScroll(page, `${where} at ${look.width} px, ${look.colorScheme}`);
    const isSmall = look.width === 390;
    if (isSmall && look.colorScheme === 'dark') continue;
    // Once a document: it takes longer to load than to run.
    if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
    const options = isSmall ? { runOnly: LAYOUT_RULES } : { rules: { 'target-size': { enabled: true } } };
    const faults = await page.evaluate<string[]>(
      `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))`,
    );
    expect(faults, `what axe finds in ${where} at ${look.width} px, ${look.colorScheme}`).toEqual([]);
  }
}

/** What a narrow page may have wrong where a wide one has not. */
const LAYOUT_RULES = ['heading-order', 'target-size'];

/** @param page as of `expectWhole` */
export async function expectWholeInAll(page: Page, where: string): Promise<void> {
  for (const language of ['de', 'en']) {
    // By script: a person cannot reach the list under an open dialog, nor where the frame is narrow.
    await page.locator('.side-foot select:has(option[value=de])').evaluate((list: ValueElement, value: string) => {
      list.value = value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }, language);
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe(language);
    await expectWhole(page, `${where}, in ${language}`);
  }
}

export interface Entered extends Account {
  /** A client of the library with the access token of the account. */
  readonly client: CallAnalysis;
}

/** Opens an account and logs in with it, as a person does. Stands at the calls afterwards. */
export async function enter({ service, page, button, visit }: OpenedConsole, email?: string): Promise<Entered> {
  const account = await service.openAccount(email);
  await visit('/');
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await button('Sign in').click();
  await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
  const client = new CallAnalysis({ baseUrl: service.rootUrl }).withApiKey(account.accessToken);
  return { ...account, client };
}

// Takes the pictures of the README from a real run: starts the demo, comes in as its account, and writes docs/pictures/*.png.
//   npm run screenshots [-- calls,day]
// Needs the built service and Chromium. Dates and the account's address are those of the run; all else is the same each time.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium } from '../tools/playwright.mjs';

const OUTPUT = 'docs/pictures';
/** What a reader of the README loads for each. */
const MAX_BYTES = 250_000;
/** The recogniser of the demo hears three calls of two minutes. */
const DEMO_TIMEOUT_MS = 15 * 60_000;

/**
 * @typedef {object} Picture
 * @property {string} name of the file
 * @property {string} path below `/app`
 * @property {(page: import('../tools/playwright.mjs').Page) => Promise<void>} prepare leads to what is to be seen, and waits for it
 */

/** @type {Picture[]} */
const PICTURES = [
  {
    name: 'calls',
    path: '/calls',
    prepare: (page) => page.locator('a.row-link').nth(2).waitFor(),
  },
  {
    name: 'call',
    path: '/calls',
    // The call that goes wrong has most to show.
    prepare: async (page) => {
      await page.getByRole('link', { name: 'agent-3' }).click();
      await page.locator('.turn').first().waitFor();
    },
  },
  {
    name: 'forms',
    path: '/forms',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Service line' }).first().click();
      await page.getByText('Did the agent greet the customer?').first().waitFor();
    },
  },
  {
    name: 'day',
    path: '/day?days=7',
    prepare: (page) => page.getByRole('row', { name: /agent-7/ }).waitFor(),
  },
];

const LOOK = {
  viewport: { width: 1440, height: 900 },
  colorScheme: 'light',
  locale: 'en-GB',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
};

function findChromium() {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome'])
    try {
      return execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    } catch {
      // The next name may be the one.
    }
  return null;
}

function startDemo(dataDir) {
  const demo = spawn(process.execPath, ['dist/program/call-analysis.js', 'demo', '--keep', '--offline'], {
    env: { ...process.env, DATA_DIR: dataDir, CACHE_DIR: process.env.CACHE_DIR ?? join('.data', 'cache') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(demo, 'exit');
  let output = '';
  const judged = new Promise((resolve) => {
    demo.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.match(/^ {2}judged /gm)?.length === 2) resolve();
    });
  });
  const printed = (name) => new RegExp(`^ {2}${name} +(\\S+)$`, 'm').exec(output)?.[1];
  const failed = (why) => new Error(`The demo ${why}. Its last words:\n${output.slice(-500)}`);
  return {
    /** Resolves once every sample is judged. */
    async ready() {
      const giveUp = setTimeout(DEMO_TIMEOUT_MS, 'takes too long', { ref: false });
      const gone = ended.then(([code]) => `ended with ${code}`);
      const why = await Promise.race([judged, gone, giveUp]);
      if (why !== undefined) throw failed(why);
      return { url: printed('Console'), email: printed('E-mail'), password: printed('Password') };
    },
    /** By the signal after which it ends its own servers too. */
    async stop() {
      demo.kill('SIGINT');
      await ended;
    },
  };
}

async function comeIn(page, { url, email, password }) {
  await page.goto(url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
}

/** @returns a sentence about what went wrong; null where nothing did */
async function take(page, base, { name, path, prepare }) {
  const file = join(OUTPUT, `${name}.png`);
  try {
    await page.goto(`${base}${path}`);
    await prepare(page);
    // The sound of a call comes once the rest is drawn.
    await page.waitForLoadState('networkidle');
    // Nothing that blinks, and no focus of the way there.
    await page.evaluate('document.activeElement?.blur(); document.fonts.ready.then(() => null)');
    await page.screenshot({ path: file, caret: 'hide', animations: 'disabled' });
  } catch (error) {
    return `${name}: ${error.message.split('\n')[0]}`;
  }
  const { size } = statSync(file);
  process.stdout.write(`${file}  ${Math.round(size / 1000)} kB\n`);
  return size > MAX_BYTES ? `${name}: ${size} bytes are more than ${MAX_BYTES}` : null;
}

async function takeAll(executablePath, wanted) {
  const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'));
  const demo = startDemo(dataDir);
  let browser = null;
  const faults = [];
  try {
    const account = await demo.ready();
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'] });
    const page = await browser.newPage(LOOK);
    await comeIn(page, account);
    mkdirSync(OUTPUT, { recursive: true });
    for (const picture of wanted) faults.push(await take(page, account.url, picture));
  } finally {
    await browser?.close();
    await demo.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return faults.filter((fault) => fault !== null);
}

const names = process.argv[2]?.split(',') ?? PICTURES.map(({ name }) => name);
const wanted = PICTURES.filter(({ name }) => names.includes(name));
const executablePath = process.env.CHROMIUM_PATH ?? findChromium();
if (executablePath === null) {
  process.stderr.write('No picture was taken: there is no Chromium on PATH. To install: apt-get install chromium\n');
  process.exitCode = 1;
} else {
  const faults = await takeAll(executablePath, wanted);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

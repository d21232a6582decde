// How quick is the console? Its first view, and a call of ten hours and 5,000 turns, in a real browser against the built service.
//   npm run bench -- --only console -- [--rounds 3] [--json]
// Needs Chromium: CHROMIUM_PATH, or `chromium` on PATH.
// cspell:ignore smaps
import { execFileSync } from 'node:child_process';
import { createSecretKey, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { JwtService } from '@nestjs/jwt';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER } from '../../dist/src/accounts/auth/token-claims.js';
import { TokensService } from '../../dist/src/accounts/auth/tokens.service.js';
import { chromium } from '../../tools/playwright.mjs';
import { startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printTable, reportProgress } from '../measure/table.mjs';
import { storeLongCall, TURNS } from './long-call.mjs';

const { values: given } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, json: { type: 'boolean' } },
});
const rounds = Number(given.rounds);
const SIZE = { width: 1440, height: 900 };
const SCROLLED_PIXELS = 30_000;
/** As a person who turns the wheel quickly. */
const PIXELS_PER_SECOND = 6_000;

/** Notes in the page when what it names can be used first. */
const WATCH = (ready) => `(() => {
  const look = () => {
    if (document.querySelector(${JSON.stringify(ready)})) window.usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

const stores = await openStores('console');
const secret = randomBytes(32).toString('base64');
const service = await startService(stores, { PROCESS: 'api', JWT_SECRET: secret, DATA_DIR: stores.dataDir });
const browser = await chromium.launch({
  executablePath:
    process.env.CHROMIUM_PATH ?? execFileSync('/bin/sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--autoplay-policy=no-user-gesture-required',
  ],
});
try {
  const { accountId, key } = await addAccount(stores);
  reportProgress(`Storing a call of ${TURNS} turns`);
  const id = await storeLongCall(stores, accountId, stores.dataDir);
  const starts = await startsOfQuotations(id, key);
  const first = [];
  const long = [];
  for (let round = 0; round < rounds; round++) {
    reportProgress(`The first view: round ${round + 1} of ${rounds}`);
    first.push(await measureFirstView());
    reportProgress(`${TURNS} turns: round ${round + 1} of ${rounds}`);
    long.push(await measureLongCall(id, { accountId, starts }));
  }
  tell(first, long);
} finally {
  await browser.close();
  await service.stop();
  await stores.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

/** With an empty cache, as on the first visit. */
async function measureFirstView() {
  const { context, page, session, foreign } = await openPage('input[type=email]', null);
  await page.goto(`${service.base}/app`);
  const usableMs = await usableAt(page);
  const cpuMs = await cpuOf(session);
  await context.close();
  return { usableMs, cpuMs, foreign: foreign.length };
}

async function measureLongCall(id, { accountId, starts }) {
  const { context, page, session, foreign } = await openPage('.turn .turn-time', sessionOf(accountId));
  await page.goto(`${service.base}/app/calls/${id}`);
  const usableMs = await usableAt(page);
  const cpuMs = await cpuOf(session);
  await page.evaluate(when("document.querySelector('audio').readyState"));
  const sound = await measureQuotations(page, starts);
  const scrolling = await measureScrolling(page, session);
  const memory = await measureMemory(session);
  const drawn = await page.locator('.turn').count();
  await context.close();
  return { usableMs, cpuMs, ...scrolling, ...sound, ...memory, drawn, foreign: foreign.length };
}

async function openPage(ready, kept) {
  const context = await browser.newContext({ viewport: SIZE });
  await context.addInitScript(WATCH(ready));
  if (kept) await context.addInitScript(`sessionStorage.setItem('console-session', ${JSON.stringify(kept)})`);
  const page = await context.newPage();
  const foreign = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== service.base) foreign.push(request.url());
  });
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { context, page, session, foreign };
}

/** A promise in the page of what an expression gives as soon as it is true. The driver's own way of waiting needs `eval`. */
function when(expression) {
  return `new Promise((done) => (function look() {
    const it = ${expression};
    if (it) done(it);
    else requestAnimationFrame(look);
  })())`;
}

/** What the page's thread has computed until now: beside other work on the machine it tells more than the clock. */
async function cpuOf(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime')?.value * 1000;
}

/** In seconds, of every quotation. */
async function startsOfQuotations(id, key) {
  const answer = await fetch(`${service.base}/api/v1/analysis/${id}`, { headers: { 'x-api-key': key } });
  const { compliance, quality } = (await answer.json()).results;
  return [...Object.values(compliance), ...Object.values(quality)]
    .flatMap((part) => part?.citations ?? [])
    .map(({ start }) => start);
}

async function usableAt(page) {
  return page.evaluate(when('window.usableAt'));
}

/** Clicks on each quotation: how far from its start it plays, and after how long it is heard. */
function measureQuotations(page, starts) {
  return page.evaluate(`(async () => {
    const audio = document.querySelector('audio');
    const besides = [], waits = [];
    for (const quote of document.querySelectorAll('.quote')) {
      const playing = new Promise((done) => audio.addEventListener('playing', done, { once: true }));
      const clickedAt = performance.now();
      quote.click();
      const from = audio.currentTime;
      await playing;
      waits.push(performance.now() - clickedAt);
      besides.push(Math.min(...${JSON.stringify(starts)}.map((start) => Math.abs(from - start))));
      audio.pause();
    }
    return { besideMs: 1000 * Math.max(...besides), soundMs: Math.max(...waits) };
  })()`);
}

/** Frames that the page draws while the list is scrolled through. */
async function measureScrolling(page, session) {
  const { x, y, width, height } = await page.locator('.turns').boundingBox();
  await page.evaluate(`window.framesAt = [];
    requestAnimationFrame(function next(at) { window.framesAt.push(at); window.isScrolled || requestAnimationFrame(next); })`);
  const before = await cpuOf(session);
  await session.send('Input.synthesizeScrollGesture', {
    x: x + width / 2,
    y: y + height / 2,
    yDistance: -SCROLLED_PIXELS,
    speed: PIXELS_PER_SECOND,
    gestureSourceType: 'mouse',
  });
  const frames = await page.evaluate('window.isScrolled = true, window.framesAt');
  const ofCpu = ((await cpuOf(session)) - before) / frames.length;
  return { fps: ((frames.length - 1) * 1000) / (frames.at(-1) - frames[0]), frameMs: ofCpu };
}

/** What the page's process holds for itself alone, and what of it are objects of the script. Linux alone tells the first. */
async function measureMemory(session) {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = await Promise.all(renderers.map(({ id }) => privateMb(id)));
  return { heapMb: usedSize / 1e6, memoryMb: Math.max(...sizes) };
}

async function privateMb(pid) {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].map(([, kb]) => Number(kb));
  return kilobytes.length === 0 ? Number.NaN : kilobytes.reduce((sum, kb) => sum + kb, 0) / 1000;
}

/** As the console keeps it. */
function sessionOf(accountId) {
  const jwt = new JwtService({
    secret: createSecretKey(Buffer.from(secret)),
    signOptions: { algorithm: TOKEN_ALGORITHM, issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE },
  });
  const accessToken = new TokensService(jwt).issue({ id: accountId, tokenEpoch: 0 }, 'access');
  const expiresAt = Date.now() + 600_000;
  return JSON.stringify({ kind: 'account', email: 'bench@example.com', accessToken, refreshToken: '', expiresAt });
}

function tell(first, long) {
  const median = (rows, member) => rows.map((row) => row[member]).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
  const worst = (rows, member) => Math.max(...rows.map((row) => row[member]));
  printTable(`The console, medians of ${rounds} rounds`, [
    { what: 'first view of /app, cold: usable after ms', figure: median(first, 'usableMs'), bar: '≤ 1,000' },
    { what: 'of it computed by the page, ms', figure: median(first, 'cpuMs'), bar: '' },
    { what: `${TURNS} turns: usable after ms`, figure: median(long, 'usableMs'), bar: '≤ 1,500' },
    { what: 'of it computed by the page, ms', figure: median(long, 'cpuMs'), bar: '' },
    { what: `${TURNS} turns: frames a second while scrolling`, figure: median(long, 'fps'), bar: '≥ 50' },
    { what: 'a frame computed by the page, ms', figure: median(long, 'frameMs'), bar: '' },
    { what: `${TURNS} turns: turns that are drawn, at most`, figure: worst(long, 'drawn'), bar: '' },
    { what: `${TURNS} turns: memory of the page's process, MB`, figure: median(long, 'memoryMb'), bar: '≤ 150' },
    { what: 'of it objects of the script, MB', figure: median(long, 'heapMb'), bar: '' },
    { what: 'quotation: ms beside its start, at most', figure: worst(long, 'besideMs'), bar: '≤ 50' },
    { what: 'quotation: heard after ms, at most', figure: worst(long, 'soundMs'), bar: '' },
    { what: 'requests that left the origin', figure: worst([...first, ...long], 'foreign'), bar: '0' },
  ]);
}

// Listening in the console: from a quotation to the sound, along the lanes, through ten hours, and on to the next call.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page, Route } from '../../tools/playwright.mjs';
import { storeListenedCall, storeLongCall } from '../support/builders/listened-call.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

/** Citations stand at the second of their quotation. */
const MAX_LATE_SECONDS = 0.05;
const TURNS = 5_000;
/** Those in the window of 900 px, those drawn ahead on both sides, and some to spare. */
const MAX_DRAWN = 80;

describe.runIf(CHROMIUM !== null)('listening in the console', () => {
  let opened: OpenedConsole;
  let page: Page;
  let entered: Entered;
  let accountId: string;
  let callId: string;

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
    entered = await enter(opened);
    const { rows } = await opened.service.db.query('SELECT id FROM account WHERE email = $1', [entered.email]);
    accountId = rows[0].id;
    callId = await storeListenedCall(opened.service, accountId);
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const ofSound = <T>(member: string) => page.evaluate<T>(`document.querySelector('audio').${member}`);
  const slider = () => page.getByRole('slider', { name: 'Position in the call' });
  const heardTurn = () => page.locator('.turn[aria-current=true]').innerText();
  const stop = async () => {
    await button('Pause').click();
    await button(/^Play$/).waitFor();
  };
  /** Where the element is when it begins to play after an act. */
  const playedFrom = async (act: () => Promise<void>): Promise<number> => {
    await page.evaluate(`window.playedFrom = null; document.querySelector('audio').addEventListener('play',
      (event) => { window.playedFrom = event.target.currentTime; }, { once: true })`);
    await act();
    await expect.poll(() => page.evaluate('window.playedFrom')).not.toBeNull();
    return page.evaluate<number>('window.playedFrom');
  };
  const expectNear = (seconds: number, wanted: number | undefined, what: string) =>
    expect(Math.abs(seconds - (wanted ?? -1)), `${what}: seconds beside it`).toBeLessThanOrEqual(MAX_LATE_SECONDS);
  const open = async (id: string) => {
    await opened.visit(`/calls/${id}`);
    await page.locator('.turn').first().waitFor();
    await expect.poll(() => ofSound<number>('readyState')).toBeGreaterThan(0);
  };
  const analysisOf = async (id: string) => {
    const analysis = await entered.client.analyses.get(id, { include: 'words' });
    if (analysis.status !== 'completed') throw new Error(`The call is ${analysis.status}`);
    return analysis;
  };

  it('plays the second of a quotation, a turn and a word, by mouse and by keyboard', async () => {
    await open(callId);
    const { results, transcript } = await analysisOf(callId);
    const [citation] = results.compliance.privacy_protection.citations;
    const third = transcript?.segments[2];
    const startOf = (said: string) => third?.words?.find(({ word }) => word === said)?.start;
    const quotation = button(/For your security/).first();
    expectNear(await playedFrom(() => quotation.click()), citation?.start, 'a quotation');
    await expect.poll(heardTurn).toContain('For your security');
    await stop();
    expectNear(await playedFrom(() => quotation.press('Enter')), citation?.start, 'a quotation by keyboard');
    await stop();
    const word = await placeOf(page, 'your date of birth', 'date');
    expectNear(await playedFrom(() => page.mouse.click(word.x, word.y)), startOf('date'), 'a word');
    await expect.poll(() => markedAs(page, 'spoken')).not.toBe('');
    await stop();
    const turn = page
      .locator('.turn')
      .nth(2)
      .getByRole('button', { name: /^Play from/ });
    expectNear(await playedFrom(() => turn.press('Enter')), third?.start, 'a turn by keyboard');
    await slider().focus();
    await page.keyboard.press('Space');
    await button(/^Play$/).waitFor();
    await slider().fill('17.9');
    await page.keyboard.press('.');
    await page.keyboard.press('.');
    await expect.poll(() => markedAs(page, 'spoken')).toBe('What');
    expectNear(await ofSound('currentTime'), startOf('What'), 'the next word');
    await page.keyboard.press(',');
    await expect.poll(() => markedAs(page, 'spoken')).toBe('is.');
    await page.getByText('is.', { exact: true }).waitFor({ state: 'attached' });
  });

  it('says where it is, goes from flag to flag, and passes over silence where that is wanted', async () => {
    const { results } = await analysisOf(callId);
    const flag = results.quality.empathetic_language.citations[0]?.start;
    const violation = results.compliance.violations[0]?.citations[0]?.start;
    await slider().fill('0.4');
    await expect.poll(() => slider().getAttribute('aria-valuetext')).toBe('0:00, agent');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => slider().getAttribute('aria-valuetext')).toBe('0:05');
    expectNear(await playedFrom(() => page.keyboard.press('n')), flag, 'the first flag');
    await stop();
    expectNear(await playedFrom(() => button('Next flag').click()), violation, 'the second one');
    await stop();
    expectNear(await playedFrom(() => page.keyboard.press('p')), flag, 'the one before');
    await stop();
    await page.getByLabel('Skip silence').check();
    // The first turn ends at 3.9 s, the second begins at 8.9 s.
    await slider().fill('3.5');
    await page.evaluate(`window.heard = []; document.querySelector('audio').addEventListener('timeupdate',
      (event) => window.heard.push(event.target.currentTime))`);
    await page.keyboard.press('Space');
    await expect.poll(() => ofSound<number>('currentTime')).toBeGreaterThan(8.9);
    await stop();
    const heard = await page.evaluate<number[]>('window.heard');
    expect(
      heard.filter((seconds) => seconds > 5 && seconds < 8.5),
      'heard of the silence',
    ).toEqual([]);
    await page.reload();
    expect(await page.getByLabel('Skip silence').isChecked(), 'remembered').toBe(true);
    await page.getByLabel('Skip silence').uncheck();
    await page.getByLabel('Speed').selectOption('1.5');
    expect([await ofSound('playbackRate'), await ofSound('preservesPitch')]).toEqual([1.5, true]);
    await page.getByLabel('Speed').selectOption('1');
  });

  it('draws the lanes and says what is below the mouse; a click plays from there', async () => {
    await open(callId);
    const lanes = page.locator('.lanes-field');
    const { width = 0 } = (await lanes.boundingBox()) ?? {};
    const at = (seconds: number) => ({ position: { x: (seconds / 60) * width, y: 10 } });
    await lanes.hover(at(10));
    await expect.poll(() => page.locator('.lanes-tip').textContent()).toMatch(/^0:(09|10) · Customer$/);
    await lanes.hover(at(22));
    await expect.poll(() => page.locator('.lanes-tip').textContent()).toMatch(/· no speech$/);
    expect(await page.locator('.legend').innerText()).toBe('evidence\nsilence\novertalk\nviolation\nneeds review');
    // Once the waveform is there it stands over a shade of each turn as tall as its lane.
    await expect.poll(() => opacityAt(page, 2, 2)).toBeGreaterThan(0);
    expect(Math.abs((await playedFrom(() => lanes.click(at(30)))) - 30)).toBeLessThan(0.2);
    await stop();
    await page.getByLabel('Find in the transcript').fill('<img src=x onerror="hit()">');
    await page.getByText('no matches').waitFor();
    await page.getByLabel('Find in the transcript').fill('the');
    await opened.expectWhole('a call that is listened to');
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
    expect(opened.lines, 'lines of the console').toEqual([]);
  });

  it('goes on from the same place with another link where the recording cannot be reached any more', async () => {
    await open(callId);
    await button(/For your security/)
      .first()
      .click();
    // A link that is made within the same second is the same one.
    await expect.poll(() => ofSound<number>('currentTime')).toBeGreaterThan(34.6);
    const ended = await ofSound<string>('src');
    const refuse = (route: Route) => route.fulfill({ status: 403, json: { detail: 'The link has expired' } });
    await page.route('**/recordings/**', refuse, { times: 1 });
    await page.evaluate("document.querySelector('audio').load()");
    await expect.poll(() => ofSound<string>('src')).not.toBe(ended);
    await expect.poll(() => ofSound<boolean>('paused')).toBe(false);
    expect(await ofSound<number>('currentTime')).toBeGreaterThan(33.5);
    await stop();
    await page.route('**/recordings/**', refuse);
    await page.reload();
    await page.getByRole('alert').getByText('The recording cannot be played.').waitFor();
    await opened.expectWhole('a call whose recording fails');
    await page.unroute('**/recordings/**');
    await button('Try again').click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('draws of ten hours what is in view, finds what is not, and keeps the turn that plays in view', async () => {
    const id = await storeLongCall(opened.service, accountId, TURNS);
    await open(id);
    const drawn = () => page.locator('.turn').count();
    expect(await drawn(), 'turns that are drawn').toBeLessThanOrEqual(MAX_DRAWN);
    const last = page.locator('.turn[aria-posinset="5000"]');
    expect(await last.count()).toBe(0);
    await page.locator('main').focus();
    await page.keyboard.press('f');
    await page.keyboard.type('Turn number 50');
    await page.getByText('1 of 12', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => markedAs(page, 'found-now')).toBe('Turn number 50');
    await expect.poll(() => page.locator('.turn.is-found').innerText()).toContain('Turn number 500:');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await page.locator('.turn.is-found', { hasText: 'Turn number 5000:' }).waitFor();
    expect(await last.getAttribute('aria-setsize')).toBe('5000');
    expect(await drawn(), 'turns that are drawn').toBeLessThanOrEqual(MAX_DRAWN);
    await opened.expectWhole('a call of ten hours');
    await page.keyboard.press('f');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByLabel('Find in the transcript').inputValue()).toBe('');
    // The list follows what plays; the page does not move.
    await slider().fill('18001');
    await page.locator('.turn[aria-current=true]', { hasText: 'Turn number 2501:' }).waitFor();
    await expect.poll(() => isInFrame(page)).toBe(true);
    expect(await page.evaluate('scrollY')).toBe(0);
    // After the person scrolled it stays where it was put.
    await page.evaluate(`(() => {
      const [frame, audio] = [document.querySelector('.turns'), document.querySelector('audio')];
      const scroll = () => frame.dispatchEvent(new WheelEvent('wheel'));
      document.addEventListener('timeupdate', scroll, { capture: true });
      frame.scrollTop -= 3000;
      audio.currentTime = 18008;
    })()`);
    await expect.poll(() => slider().getAttribute('aria-valuetext')).toContain('5:00:08');
    expect(await isInFrame(page), 'the turn that plays is in view').toBe(false);
    // A place that the person goes to is shown at once.
    await slider().fill('27001');
    await expect.poll(() => isInFrame(page)).toBe(true);
    // What has the focus stays, wherever the list is.
    const focused = last.getByRole('button');
    await page.evaluate("document.querySelector('.turns').scrollTop = 1e9");
    await focused.focus();
    await page.evaluate("document.querySelector('.turns').scrollTop = 0");
    await page.locator('.turn[aria-posinset="1"]').waitFor();
    expect(await focused.evaluate('document.activeElement?.textContent')).toBe('9:59:52');
  });

  it('goes to the next call of the list by a key, and has fetched it ahead', async () => {
    const db = opened.service.db;
    await db.query(`UPDATE analysis SET agent_id = 'agent-9' WHERE id = $1`, [callId]);
    const others = [];
    for (let count = 0; count < 2; count += 1) others.push(await storeListenedCall(opened.service, accountId));
    await db.query(`UPDATE analysis SET contact_id = 'next-' || array_position($1::uuid[], id) WHERE id = ANY ($1)`, [
      others,
    ]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const askedFor = (id: string | undefined) => asked.filter((path) => path.endsWith(`/analysis/${id}`)).length;
    await opened.visit('/calls?agent_id=agent-7');
    await page
      .getByRole('row', { name: /agent-7/ })
      .nth(2)
      .waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const [second, first] = others;
    await page.getByText('1 of 3', { exact: true }).waitFor();
    await expect.poll(() => askedFor(second), { message: 'fetched ahead' }).toBe(1);
    await page.keyboard.press('j');
    await page.getByText('2 of 3', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'agent-7 with next-1' }).waitFor();
    expect(page.url()).toBe(`${opened.service.rootUrl}/app/calls/${second}`);
    expect(askedFor(second), 'fetched once').toBe(1);
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: 'agent-7 with next-2' }).waitFor();
    expect(page.url()).toBe(`${opened.service.rootUrl}/app/calls/${first}`);
    await page.keyboard.press('k');
    await page.reload();
    await page.getByText('1 of 3', { exact: true }).waitFor();
    await page.goBack();
    expect(page.url(), 'the list with its filters').toBe(`${opened.service.rootUrl}/app/calls?agent_id=agent-7`);
    // Nothing is fetched ahead where the person pays for what is loaded.
    await page.evaluate("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
    const before = asked.length;
    await page.getByRole('link', { name: 'agent-7' }).nth(1).click();
    await page.getByText('2 of 3', { exact: true }).waitFor();
    await expect.poll(() => asked.slice(before).some((path) => path.endsWith('/waveform'))).toBe(true);
    await page.evaluate('new Promise((done) => requestIdleCallback(() => requestIdleCallback(done)))');
    expect(
      asked.slice(before).filter((path) => /\/analysis\/[^/]+$/.test(path) && !path.endsWith(`/${second}`)),
    ).toEqual([]);
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});

/** The middle of a word of a turn, on the page. */
const placeOf = (page: Page, turn: string, word: string) =>
  page.evaluate<{ x: number; y: number }>(`(() => {
    const text = [...document.querySelectorAll('.turn-text')].find((each) => each.textContent.includes('${turn}'));
    const range = document.createRange();
    const from = text.firstChild.data.indexOf('${word}');
    range.setStart(text.firstChild, from);
    range.setEnd(text.firstChild, from + ${word.length});
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`);

/** What the style sheet marks by this name. */
const markedAs = (page: Page, name: string) =>
  page.evaluate<string>(`[...CSS.highlights.get('${name}') ?? []].map(String).join('|')`);

/** How opaque the lanes are at a time, so many pixels below their top. */
const opacityAt = (page: Page, seconds: number, pixels: number) =>
  page.evaluate<number>(`(() => {
    const canvas = document.querySelector('.lanes canvas');
    const x = Math.round((${seconds} / 60) * canvas.width);
    return canvas.getContext('2d').getImageData(x, ${pixels}, 1, 1).data[3];
  })()`);

/** Whether the turn that plays is seen in the list. */
const isInFrame = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const row = document.querySelector('.turn[aria-current=true]');
    if (!row) return false;
    const [place, frame] = [row, document.querySelector('.turns')].map((each) => each.getBoundingClientRect());
    return place.top >= frame.top && place.bottom <= frame.bottom;
  })()`);

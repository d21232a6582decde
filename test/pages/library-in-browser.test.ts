// The TypeScript library's entry for browsers, in Chromium: the story that the library of each language tells to a real service.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Driver, DriverAnswer } from '../../clients/conformance/driver-process.js';
import { playStory } from '../../clients/conformance/play-story.js';
import type { StoryStep } from '../../clients/conformance/story-step.js';
import type { Page } from '../../tools/playwright.mjs';
import { mailedToken, startTestService, type TestService } from '../support/apps/running-service.js';
import { CHROMIUM, linesOf, type OpenedBrowser, openBrowser } from './chromium.js';

const RECORDING = resolve('samples/bad-call.ogg');
/** What servers receive: no page checks it. */
const OF_SERVERS = 'verify_webhook';

describe.runIf(CHROMIUM !== null)('the library in a browser', () => {
  let service: TestService;
  let browser: OpenedBrowser;
  let page: Page;
  let lines: readonly string[];

  beforeAll(async () => {
    service = await startTestService({ TRANSCRIPTION_ENGINE: 'pocketsphinx', ANALYSIS_ENGINE: 'rules' });
    browser = await openBrowser();
    page = await browser.newPage();
    lines = linesOf(page);
    // Below the policy of the console, which lets a page ask its own service alone.
    await page.goto(`${service.rootUrl}/app`);
    await page.evaluate(await bundled());
    await page.evaluate(`addRecording(${JSON.stringify(RECORDING)}, '${readFileSync(RECORDING, 'base64')}')`);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('tells the story', async () => {
    const story: readonly StoryStep[] = JSON.parse(readFileSync('clients/conformance/story.json', 'utf8'));
    const steps = story.filter((step) => !('call' in step && step.call === OF_SERVERS));
    const email = 'browser@example.com';
    const known = {
      email,
      password: 'correct horse battery staple',
      unique: 'story-browser',
      recording: RECORDING,
      recording_bytes: statSync(RECORDING).size,
    };
    const stage = {
      url: service.rootUrl,
      known,
      mailedToken: (mail: 'verify-email' | 'reset-password') => mailedToken(service.dataDir, mail, email),
    };
    expect(await playStory(steps, driverIn(page), stage)).toBeGreaterThanOrEqual(100);
    const unexpected = lines.filter((line) => !line.includes('Failed to load resource'));
    expect(unexpected, 'lines of the console').toEqual([]);
  });
});

/** The driver as a script for a page. */
async function bundled(): Promise<string> {
  const bundle = await rolldown({ input: 'clients/typescript/conformance/browser-driver.ts', platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  return output[0].code;
}

function driverIn(page: Page): Driver {
  let asked = 0;
  return {
    hasEnded: () => page.isClosed(),
    errors: () => '',
    ask: async (request) => {
      asked += 1;
      const answer = await page.evaluate<object>(`answerTo(${JSON.stringify(request)})`);
      return { n: asked, ...answer } satisfies DriverAnswer;
    },
    stop: async () => 0,
  };
}

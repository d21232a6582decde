// The cases that every implementation of SandboxEngines must pass. The test file of each adapter registers them. No method of
// the port takes a signal or asks a provider, so nothing is aborted and no answer is odd.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type HeardKeys,
  type HeardScenario,
  type HeardTurn,
  type SandboxEngines,
  SCENARIOS,
  type Scenario,
} from '../../src/ports/scenario.js';
import { expectSpeechEngine } from './speech-to-text.contract.js';

/** Those that end before anything is heard. */
const UNHEARD: ReadonlySet<Scenario> = new Set([
  'fails_unreadable',
  'quota_exceeded',
  'overage_exceeded',
  'storage_failed',
  'rate_limited',
]);
const HEARD = SCENARIOS.filter((scenario) => !UNHEARD.has(scenario));

export function describeSandboxEngines(name: string, engines: () => SandboxEngines): void {
  describe(`the contract of SandboxEngines: ${name}`, () => {
    it.each(SCENARIOS)(
      'names the listener of %s so that clients do not take it for an engine of real calls',
      (scenario) => {
        const listener = engines().listenerOf(scenario);
        expectSpeechEngine(listener);
        expect(listener, 'clients take the scenario for a real call').toMatchObject({
          name: `scenario:${scenario}`,
          grade: 'demo',
        });
      },
    );

    it('judges by rules', async () => {
      const { analyst } = engines();
      expect(analyst.engine.name, 'a call of the sandbox costs money').toBe('rules');
      await expect(analyst.check(), 'the sandbox cannot judge').resolves.toBeUndefined();
    });

    it.each(HEARD)('hears %s: turns in order, each with its speaker and its words', async (scenario) => {
      const heard = await engines().hear(scenario);
      const faults = heardShape.safeParse(heard).error?.issues ?? [];
      const named = faults.map(({ path, message }) => `${path.join('.')}: ${message}`);
      expect(named, 'what is heard does not have the shape of the port').toEqual([]);
      const starts = heard.turns.map(({ startMs }) => startMs);
      expect(starts, 'a turn begins before the one before it').toEqual(starts.toSorted((a, b) => a - b));
      for (const turn of heard.turns) expectTurn(turn, heard);
      for (const keys of heard.keys) expectKeys(keys, heard);
      // As texts: two hours of words are compared in milliseconds.
      const again = JSON.stringify(await engines().hear(scenario));
      expect(again === JSON.stringify(heard), 'a scenario is the same each time').toBe(true);
    });

    it.each([...UNHEARD])('hears nothing of %s, and says so', async (scenario) => {
      const hearing = engines().hear(scenario);
      await expect(hearing, 'a scenario that ends before is heard').rejects.toThrow(scenario);
    });
  });
}

const time = z.int().nonnegative();
const text = z.string().regex(/^[^\s{}](?:[^\n{}]*[^\s{}])?$/);
const pressed = z.strictObject({
  channel: z.int().nonnegative().nullable(),
  startMs: time,
  endMs: time,
  keys: z.int().min(3),
});
const heardShape = z.strictObject({
  durationMs: z.int().positive(),
  channels: z.int().min(1).max(2),
  language: z.string().regex(/^[a-z]{2}$/),
  noiseDb: z.number().negative(),
  keys: z.array(pressed),
  turns: z.array(
    z.strictObject({
      channel: z.int().nonnegative().nullable(),
      voice: z.string().min(1).nullable(),
      startMs: time,
      endMs: time,
      text,
      levelDb: z.number().negative(),
      words: z.array(z.strictObject({ text, startMs: time, endMs: time, confidence: z.number().gt(0).max(1) })),
    }),
  ),
});

/** No recogniser gives a longer one in one. */
const MAX_TURN_MS = 30_000;

function expectTurn(turn: HeardTurn, { channels, durationMs }: { channels: number; durationMs: number }): void {
  const { channel, voice, startMs, endMs, words } = turn;
  if (channels === 1)
    expect([channel, typeof voice], 'a mono turn has no voice, or a channel').toEqual([null, 'string']);
  else expect([voice, channel !== null && channel < channels], 'a stereo turn has no channel').toEqual([null, true]);
  expect(endMs - startMs, 'a turn is longer than a recogniser gives in one').toBeLessThanOrEqual(MAX_TURN_MS);
  expect(endMs, 'a turn ends after the call').toBeLessThanOrEqual(durationMs);
  expect(words.map((word) => word.text).join(' '), 'the words are not those of the turn').toBe(turn.text);
  const times = words.flatMap((word) => [word.startMs, word.endMs]);
  const within = [startMs, ...times, endMs];
  expect(within, 'a word is said before the one before it, or outside of its turn').toEqual(
    within.toSorted((a, b) => a - b),
  );
}

/** No one speaks in their channel meanwhile: a recogniser would have heard words in them. */
function expectKeys({ channel, startMs, endMs }: HeardKeys, { turns, durationMs, channels }: HeardScenario): void {
  expect([startMs < endMs, endMs <= durationMs, channel === null ? channels === 1 : channel < channels]).toEqual([
    true,
    true,
    true,
  ]);
  const beside = turns.filter((turn) => turn.channel === channel && turn.startMs < endMs && turn.endMs > startMs);
  expect(beside, 'who presses keys speaks').toEqual([]);
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hearScript, SCENARIO_SCRIPT } from '../../../src/adapters/scripted/scenario-script.js';

const FOLDER = 'src/adapters/scripted/scenarios';
const scriptOf = (file: string) => SCENARIO_SCRIPT.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));

describe('a script', () => {
  const turn = { channel: 0, afterMs: 500, ms: 1_000, text: 'One two', confidence: 0.9 };
  const script = { language: 'en', channels: 2, levelDb: -20, noiseDb: -60, endMs: 250 };

  it('places each turn after the one before, and its words by their letters', () => {
    const heard = hearScript({ ...script, parts: [{ turns: [turn, { ...turn, channel: 1, afterMs: -200 }] }] });
    expect(heard.turns.map(({ channel, startMs, endMs }) => [channel, startMs, endMs])).toEqual([
      [0, 500, 1_500],
      [1, 1_300, 2_300],
    ]);
    expect(heard.turns[0]?.words).toEqual([
      { text: 'One', startMs: 500, endMs: 1_000, confidence: 0.9 },
      { text: 'two', startMs: 1_000, endMs: 1_500, confidence: 0.9 },
    ]);
    expect(heard.durationMs).toBe(2_550);
  });

  it('says a part once for each of its rounds', () => {
    const rounds = [{ what: 'lamp' }, { what: 'chair' }];
    const heard = hearScript({
      ...script,
      parts: [{ for: rounds, turns: [{ ...turn, text: 'A {what}, not {that}' }] }],
    });
    expect(heard.turns.map(({ text }) => text)).toEqual(['A lamp, not {that}', 'A chair, not {that}']);
  });
});

describe.each(readdirSync(FOLDER))('the script %s', (file) => {
  const { channels, parts } = scriptOf(file);
  const heard = hearScript(scriptOf(file));

  it('names the speaker of each turn: by the channel in stereo, by the voice in mono', () => {
    for (const { channel, voice } of heard.turns) {
      expect(channel === null).toBe(channels === 1);
      expect(voice === null).toBe(channels === 2);
    }
  });

  it('has turns in order, none longer than a recogniser gives in one, and no gap in its texts', () => {
    const starts = heard.turns.map(({ startMs }) => startMs);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    expect(heard.turns.filter(({ startMs, endMs }) => endMs - startMs > 30_000)).toEqual([]);
    expect(heard.turns.filter(({ text }) => /[{}]/.test(text))).toEqual([]);
    expect(parts.flatMap(({ turns }) => turns).every(({ confidence }) => confidence > 0)).toBe(true);
  });
});

it('long-call lasts two hours', () => {
  const { durationMs, turns } = hearScript(scriptOf('long-call.json'));
  expect(Math.round(durationMs / 60_000)).toBe(120);
  expect(turns.flatMap(({ words }) => words).length).toBeGreaterThan(7_000);
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseByRules, loadRuleBooks } from '../../../src/adapters/rules/judge-by-rules.js';
import { hearScript, SCENARIO_SCRIPT } from '../../../src/adapters/scripted/scenario-script.js';
import type { Segment } from '../../../src/ports/transcript.js';

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
    expect(heard.durationMs, 'ms of the whole call').toBe(2_550);
  });

  it('places pressed keys in the row of turns, and says nothing for them', () => {
    const pressed = { channel: 1, afterMs: 300, ms: 2_000, keys: 16 };
    const heard = hearScript({ ...script, parts: [{ turns: [turn, pressed, turn] }] });
    expect(heard.keys).toEqual([{ channel: 1, startMs: 1_800, endMs: 3_800, keys: 16 }]);
    expect(heard.turns.map(({ startMs }) => startMs)).toEqual([500, 4_300]);
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

const longCall = () =>
  hearScript(SCENARIO_SCRIPT.parse(JSON.parse(readFileSync('src/adapters/scripted/scenarios/long-call.json', 'utf8'))));

it('long-call lasts two hours', () => {
  const { durationMs, turns } = longCall();
  expect(Math.round(durationMs / 60_000), 'minutes of the long call').toBe(120);
  expect(turns.flatMap(({ words }) => words).length).toBeGreaterThan(7_000);
});

it('long-call proves the identity by what the agent asks to know it, and by nothing that a device is called', () => {
  const { turns, durationMs } = longCall();
  const segments = turns.map(
    (turn, id): Segment => ({ ...turn, id, speaker: turn.channel === 0 ? 'agent' : 'customer', confidence: 0.95 }),
  );
  const call = { segments, language: 'en', durationMs, spotted: [], outputLanguage: null };
  const { identity_verification: identity } = analyseByRules(loadRuleBooks(), call).findings;
  expect(identity?.met, 'identity verified').toBe(true);
  expect(new Set(identity?.quotes.map(({ segmentId }) => turns[segmentId]?.text.split('? ')[0]))).toEqual(
    new Set([
      'No problem at all. Before we continue, could you please confirm your full name and your date of birth?',
      'Thank you, Helen. And could you also give me the last four digits of your account number?',
    ]),
  );
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseOutput } from '../../../src/adapters/model/read-answer.js';

describe('the JSON object in the text of a model', () => {
  const shape = z.object({ met: z.boolean(), quotes: z.array(z.object({ id: z.number() })) });
  const good = '{"met":true,"quotes":[{"id":1}]}';
  it.each([
    ['alone', good],
    ['in a code fence', `\`\`\`json\n${good}\n\`\`\``],
    ['between sentences', `Here it is: ${good} I hope it helps.`],
    ['behind thoughts with braces', `\n <think>{a}\n{b}</think>\n${good}`],
  ])('is found %s', (where, given) => {
    expect(parseOutput(given, shape), `an object ${where} is not found`).toEqual({
      kind: 'answer',
      answer: { met: true, quotes: [{ id: 1 }] },
    });
  });

  it('keeps a quotation that holds the marks of thoughts', () => {
    const quoted = '{"said":"<think>aloud</think>"}';
    expect(parseOutput(quoted, z.object({ said: z.string() }))).toEqual({
      kind: 'answer',
      answer: { said: '<think>aloud</think>' },
    });
  });

  it.each([
    ['nothing', ''],
    ['a sentence', 'I would rather not.'],
    ['half an object', '{"met":true,'],
    ['thoughts alone', '<think>{"met":true}</think>'],
  ])('is missed in %s, and the model is told so', (_, given) => {
    expect(parseOutput(given, shape)).toEqual({ kind: 'unusable', fault: 'It was not one JSON object.' });
  });

  it.each<[string, z.ZodType, string, string]>([
    ['each once', shape, '{"met":1,"quotes":[{"id":"1"},{}]}', 'met, quotes.0.id, quotes.1.id'],
    ['the object itself', z.object({ a: z.number() }).refine(() => false), '{"a":1}', 'the object itself'],
    ['a member with two faults once', z.object({ a: z.string().min(3).regex(/b/) }), '{"a":"c"}', 'a'],
    [
      'no more than ten',
      z.record(z.string(), z.string()),
      JSON.stringify(Object.fromEntries([...'abcdefghijkl'].map((key) => [key, 1]))),
      'a, b, c, d, e, f, g, h, i, j',
    ],
  ])('names to the model the members that do not fit: %s', (_, given, json, members) => {
    expect(parseOutput(json, given), 'the model cannot repair what it is not told').toEqual({
      kind: 'unusable',
      fault: `These members were missing or of the wrong type: ${members}.`,
    });
  });
});

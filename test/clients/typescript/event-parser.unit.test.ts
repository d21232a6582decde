import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventParser } from '../../../clients/typescript/src/events/event-parser.js';

const encode = (text: string) => new TextEncoder().encode(text);
const eventsOf = (...chunks: readonly Uint8Array[]) => {
  const parser = new EventParser();
  return chunks.flatMap((chunk) => parser.push(chunk));
};

describe('the parser of events', () => {
  it('reads names, data of several lines and ids, and leaves comments and unknown fields out', () => {
    const text = ': heartbeat\n\nid: 7\nevent: progress\nretry: 5\nother\ndata: one\ndata:two\ndata\n\ndata: three\n\n';
    expect(eventsOf(encode(text))).toEqual([
      { event: 'progress', data: 'one\ntwo\n', id: '7' },
      { event: 'message', data: 'three', id: '7' },
    ]);
  });

  it('gives an event as soon as its last line has ended, a CR too', () => {
    const parser = new EventParser();
    expect(parser.push(encode('data: a\r\r')), 'events after the empty line of CR').toHaveLength(1);
    expect(parser.push(encode('\ndata: b\r\n\r')), 'events after CR LF and an empty line of CR').toHaveLength(1);
    expect(parser.push(encode('\ndata: c\n\n'))).toEqual([{ event: 'message', data: 'c', id: '' }]);
  });

  it('drops what the end of the stream cuts, and an id with a null character', () => {
    expect(eventsOf(encode('id: a\0b\ndata: whole\n\nid: 2\ndata: cut\n'))).toEqual([
      { event: 'message', data: 'whole', id: '' },
    ]);
  });

  it('reads the same however the stream is split, with each end of lines and a byte order mark', () => {
    const lines = [
      'event: completed',
      'id: 12',
      'data: {"text":"Zoë 你好 👋"}',
      ': note',
      '',
      'data: x',
      'data: y',
      '',
      '',
    ];
    const expected = [
      { event: 'completed', data: '{"text":"Zoë 你好 👋"}', id: '12' },
      { event: 'message', data: 'x\ny', id: '12' },
    ];
    fc.assert(
      fc.property(
        fc.constantFrom('\n', '\r', '\r\n'),
        fc.boolean(),
        fc.array(fc.nat({ max: 130 })),
        (end, hasMark, cuts) => {
          const bytes = encode(`${hasMark ? '\uFEFF' : ''}${lines.map((line) => `${line}${end}`).join('')}`);
          const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((left, right) => left - right)];
          const chunks = at.map((start, index) => bytes.subarray(start, at[index + 1] ?? bytes.length));
          expect(eventsOf(...chunks)).toEqual(expected);
        },
      ),
    );
  });
});

// What becomes of the bytes of a manifest: lines with their numbers, and for a hostile file one sentence, in little memory.
import { describe, expect, it } from 'vitest';
import { type ManifestLine, ManifestLines } from '../../../src/arrivals/batches/manifests/manifest-lines.js';
import type { ManifestFormat } from '../../../src/wire/batch.response.js';
import { itInWhole } from '../../gates/it-in-whole.js';
import { collectGarbage } from '../../support/processes/collect-garbage.js';

const MiB = 1_048_576;
const HEAD = 'agent_id,contact_id,audio_url\n';

async function* bytes(text: string | Buffer, size = 65_536): AsyncGenerator<Buffer> {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}
async function* repeated(part: string | Buffer, times: number, head = ''): AsyncGenerator<Buffer> {
  if (head !== '') yield Buffer.from(head);
  const chunk = Buffer.from(part);
  for (let n = 0; n < times; n++) {
    // As a socket gives them: one at a time.
    await new Promise(setImmediate);
    yield chunk;
  }
}
async function read(format: ManifestFormat, content: AsyncIterable<Buffer>) {
  const manifest = new ManifestLines(format);
  const lines: ManifestLine[] = [];
  for await (const line of manifest.read(content)) lines.push(line);
  return { lines, columns: manifest.columns, ignored: manifest.ignoredColumns };
}
const numbered = ({ lines }: { lines: readonly ManifestLine[] }) => lines.map(({ line, body }) => [line, body]);

describe('lines of a manifest', () => {
  it.each([1, 2, 3, 7, 65_536])('are the same in parts of %d bytes', async (size) => {
    const text = `\ufeff${HEAD.trim()}\r\n"ä, 1","x\r\ny",é\r\n\r\n日,本,"a ""b"""\r\n`;
    expect(numbered(await read('csv', bytes(text, size)))).toEqual([
      [2, '["ä, 1","x\\r\\ny","é"]'],
      [5, '["日","本","a \\"b\\""]'],
    ]);
    const jsonl = '\ufeff{"a":"ä"}\r\n\n{"b":\n  {"c":1}  ';
    expect(numbered(await read('jsonl', bytes(jsonl, size)))).toEqual([
      [1, '{"a":"ä"}'],
      [3, '{"b":'],
      [4, '{"c":1}'],
    ]);
  });

  it('are read from UTF-16 with a mark, as spreadsheets save it', async () => {
    const text = Buffer.from(`\ufeff${HEAD}ä,b,c\n`, 'utf16le');
    const bigEndian = Buffer.from(text).swap16();
    for (const size of [1, 5]) {
      expect(numbered(await read('csv', bytes(text, size)))).toEqual([[2, '["ä","b","c"]']]);
      expect(numbered(await read('csv', bytes(bigEndian, size)))).toEqual([[2, '["ä","b","c"]']]);
    }
  });

  it.each([1, 7, 65_536])('have the separators of the first line, in parts of %d bytes', async (size) => {
    for (const separator of [';', '\t']) {
      const text = `\ufeff\r\n${HEAD.replaceAll(',', separator)}"a${separator}1"${separator}b,c${separator}d\n`;
      const manifest = await read('csv', bytes(text, size));
      expect(manifest.columns).toEqual(['agent_id', 'contact_id', 'audio_url']);
      expect(numbered(manifest)).toEqual([[3, JSON.stringify([`a${separator}1`, 'b,c', 'd'])]]);
    }
  });

  it.each([1, 2, 3, 65_536])('may end with breaks of several kinds, in parts of %d bytes', async (size) => {
    const text = `${HEAD.trim()}\r\na,b,1\na,b,"2"\r\na,b,3\ra,"b\n",4\n  \na,b,5`;
    expect(numbered(await read('csv', bytes(text, size)))).toEqual([
      [2, '["a","b","1"]'],
      [3, '["a","b","2"]'],
      [4, '["a","b","3"]'],
      [5, '["a","b\\n","4"]'],
      [8, '["a","b","5"]'],
    ]);
  });

  it.each([1, 7, 65_536])('without text are none of the lines, in parts of %d bytes', async (size) => {
    const text = `,,\n${HEAD}a,b,1\n,,\n ,"",\n"",,\na,b,2\n,,\n`;
    expect(numbered(await read('csv', bytes(text, size)))).toEqual([
      [3, '["a","b","1"]'],
      [7, '["a","b","2"]'],
    ]);
  });

  it.each([1, 7, 65_536])('have the separator that the first line tells, in parts of %d bytes', async (size) => {
    for (const told of ['sep=|', '"sep=|"', '\ufeffSEP=|']) {
      const manifest = await read('csv', bytes(`${told}\r\nagent_id|contact_id\r\na,;1|b\r\n`, size));
      expect(manifest.columns).toEqual(['agent_id', 'contact_id']);
      expect(numbered(manifest)).toEqual([[3, '["a,;1","b"]']]);
    }
  });

  it('are named by a header in any case, and keys of metadata as they are written', async () => {
    const text = 'Agent_ID ,"CONTACT_ID",Metadata.Team,Branch\na,b,c,d\n';
    const { columns, ignored } = await read('csv', bytes(text));
    expect(columns).toEqual(['agent_id', 'contact_id', 'metadata.Team', 'Branch']);
    expect(ignored).toEqual(['Branch']);
    await expect(read('csv', bytes('agent_id,Agent_ID\na,b\n'))).rejects.toThrow('names the column agent_id twice');
  });

  it.each([1, 3, 65_536])('are the items of a JSON array, in parts of %d bytes', async (size) => {
    const text = '\ufeff [\n  {"a": "],[{\\"", "b": [1, {}]},\n\n  {\n"c": 1},7, "x,y" ,{}\n]\n';
    expect(numbered(await read('jsonl', bytes(text, size)))).toEqual([
      [2, '{"a": "],[{\\"", "b": [1, {}]}'],
      [4, '{\n"c": 1}'],
      [5, '7'],
      [5, '"x,y"'],
      [5, '{}'],
    ]);
    await expect(read('jsonl', bytes('[{"a":1}', size))).rejects.toThrow('has no end');
    await expect(read('jsonl', bytes('[{"a":1}]\n{}', size))).rejects.toThrow('Line 2 of the manifest stands behind');
    const long = await read('jsonl', bytes(`[{"a":"${'x'.repeat(70_000)}"},{}]`, 65_536));
    expect(long.lines.map(({ faults }) => faults === null)).toEqual([false, true]);
    expect(numbered(await read('jsonl', bytes('[1,2]\n{}', size))), 'a line').toEqual([
      [1, '[1,2]'],
      [2, '{}'],
    ]);
  });

  it('keep a quotation mark inside a cell, and cells of a line that has too few or too many', async () => {
    const { lines } = await read('csv', bytes(`${HEAD}5" pipe,b,c\n"a"x,b\na,b,c,d\n`));
    expect(lines.map(({ body }) => JSON.parse(body))).toEqual([
      ['5" pipe', 'b', 'c'],
      ['"a"x', 'b'],
      ['a', 'b', 'c', 'd'],
    ]);
  });

  it('name the columns and members that are no fields of a call', async () => {
    const csv = await read('csv', bytes('agent_id,Agent,metadata.x,reason\na,b,c,d\n'));
    expect(csv.ignored).toEqual(['Agent', 'reason']);
    const jsonl = await read('jsonl', bytes('{"agent_id":1,"x":1}\n{"y":1,"x":2,"__proto__":1}\n'));
    expect(jsonl.ignored).toEqual(['x', 'y', '__proto__']);
  });

  it('show a name that is one, and none that Postgres cannot hold', async () => {
    const { lines } = await read(
      'jsonl',
      bytes('{"external_id":"p1"}\n{"external_id":5}\n{"external_id":"a\\u0000b"}\n[1]\n"\0"\n'),
    );
    expect(lines.map(({ externalId }) => externalId)).toEqual(['p1', null, 'a\ufffdb', null, null]);
    expect(lines[4]?.body).toBe('"\ufffd"');
  });
});

const twoHundred = Array.from({ length: 201 }, (_, n) => `c${n}`).join(',');
describe('a manifest that cannot be read', () => {
  it.each<[string, ManifestFormat, () => AsyncIterable<Buffer>, string]>([
    ['is empty', 'csv', () => bytes(''), 'The manifest has no lines'],
    ['is a header alone', 'csv', () => bytes(HEAD), 'The manifest has no lines'],
    ['is blank', 'jsonl', () => bytes('\n\n  \n'), 'The manifest has no lines'],
    ['is Latin-1', 'csv', () => bytes(Buffer.from(`${HEAD}ä,b,c\n`, 'latin1')), 'The manifest is not UTF-8'],
    [
      'ends inside a character',
      'jsonl',
      () => bytes(Buffer.from('{"a":"ä').subarray(0, 7)),
      'The manifest is not UTF-8',
    ],
    [
      'has no header',
      'csv',
      () => bytes('agent-7,cust-42,https://x/y.wav\n'),
      'The first line of the manifest names no field of a call',
    ],
    [
      'names a column twice',
      'csv',
      () => bytes('agent_id,agent_id\na,b\n'),
      'The header of the manifest names the column agent_id twice',
    ],
    ['has too many columns', 'csv', () => bytes(`${twoHundred}\n`), 'The manifest has more than 200 columns'],
    [
      'never closes a quotation mark',
      'csv',
      () => bytes(`${HEAD}a,"b,c\na,b,c\n`),
      'A quotation mark that opens on line 2 of the manifest is never closed',
    ],
    [
      'has too many lines',
      'csv',
      () => repeated('a,b,c\n'.repeat(10_000), 11, HEAD),
      'The manifest has more than 100,000 lines',
    ],
    [
      'has a billion columns',
      'csv',
      () => repeated(','.repeat(65_536), 1_000_000, HEAD),
      'Line 2 of the manifest is longer than 65,536 characters',
    ],
    [
      'has a header without end',
      'csv',
      () => repeated(','.repeat(65_536), 1_000_000),
      'Line 1 of the manifest is longer than 65,536 characters',
    ],
    [
      'has a cell of 100 MB',
      'csv',
      () => repeated('x'.repeat(65_536), 1_600, HEAD),
      'Line 2 of the manifest is longer than 65,536 characters',
    ],
    [
      'quotes its rest',
      'csv',
      () => repeated('x\n'.repeat(32_768), 1_600, `${HEAD}a,"`),
      'Line 2 of the manifest is longer than 65,536 characters',
    ],
  ])('because it %s says so', async (_, format, content, sentence) => {
    await expect(read(format, content())).rejects.toThrow(sentence);
  });

  it('throws what its source throws', async () => {
    const broken = async function* () {
      yield Buffer.from(HEAD);
      throw new Error('The connection broke');
    };
    for (const format of ['csv', 'jsonl'] as const)
      await expect(read(format, broken())).rejects.toThrow('The connection broke');
  });
});

describe('a manifest of 100 MB', () => {
  /** By how much of memory the reader holds at the most, in MiB, whatever waits for the next collection. */
  async function costOf(format: ManifestFormat, content: AsyncIterable<Buffer>) {
    const held = async () => {
      await collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const before = await held();
    let peak = before;
    let lines = 0;
    let refused = 0;
    for await (const { faults } of new ManifestLines(format).read(content)) {
      lines++;
      if (faults !== null) refused++;
      if (lines % 10_000 === 1) peak = Math.max(peak, await held());
    }
    return { lines, refused, grewMiB: (peak - before) / MiB };
  }

  it('with one line of all of it is one refused line', async () => {
    const cost = await costOf('jsonl', repeated('{"a":"x'.repeat(9_362), 1_600));
    expect(cost).toMatchObject({ lines: 1, refused: 1 });
    expect(cost.grewMiB).toBeLessThan(20);
  });

  itInWhole(
    'with 100,000 lines takes little memory',
    async () => {
      const line = `a,b,https://example.com/${'x'.repeat(950)}.wav\n`;
      const cost = await costOf('csv', repeated(line.repeat(64), 1_562, HEAD));
      expect(cost).toMatchObject({ lines: 99_968, refused: 0 });
      expect(cost.grewMiB).toBeLessThan(20);
    },
    120_000,
  );
});

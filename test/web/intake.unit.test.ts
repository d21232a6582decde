// What a person sends as a batch, read in the browser as the service reads a manifest; and what they set of a source.
import { describe, expect, it } from 'vitest';
import type { Source } from '../../clients/typescript/src/browser.js';
import { piecesOf, readLines } from '../../web/src/views/intake/batches/lines-of-text.js';
import { draftOf, isPreset, NAMINGS, paramsOf } from '../../web/src/views/intake/sources/source-draft.js';

describe('lines of a batch', () => {
  it('are read from CSV, with quotes, line breaks and custom keys', () => {
    expect(
      readLines(
        'agent_id,contact_id,audio_url,metadata.team\r\na,"c, ""x""\r\ny",https://a.example/1.wav,red\r\n\r\nb,,https://a.example/2.wav,\r\n',
      ),
    ).toEqual({
      format: 'csv',
      columns: ['agent_id', 'contact_id', 'audio_url', 'metadata.team'],
      items: [
        { agent_id: 'a', contact_id: 'c, "x"\r\ny', audio_url: 'https://a.example/1.wav', metadata: { team: 'red' } },
        { agent_id: 'b', audio_url: 'https://a.example/2.wav' },
      ],
    });
  });

  it('come back without their reasons and apostrophes, also from a spreadsheet with semicolons', () => {
    expect(readLines("\ufeffreason;agent_id;contact_id\nagent_id: Field required;a;'+49 30\n")).toMatchObject({
      columns: ['agent_id', 'contact_id'],
      items: [{ agent_id: 'a', contact_id: '+49 30' }],
    });
  });

  it('are read from JSON lines, and what is no JSON is left to the service', () => {
    expect(readLines('{"agent_id":"a"}\n{"agent_id":\n')).toEqual({
      format: 'jsonl',
      columns: ['agent_id'],
      items: [{ agent_id: 'a' }, '{"agent_id":'],
    });
  });

  it.each([
    ['', { fault: 'empty' }],
    ['agent_id\n', { fault: 'empty' }],
    ['agent_id,agent_id\na,b', { fault: 'twice', column: 'agent_id' }],
    ['agent_id,contact_id\n\na', { fault: 'cells', line: 3, cells: 1, columns: 2 }],
    ['agent_id\n"a', { fault: 'quote', line: 2 }],
    ['1,2\n3,4', { fault: 'noField' }],
  ])('%j cannot be sent', (text, fault) => {
    expect(readLines(text)).toEqual(fault);
  });

  it('go in pieces of a thousand, in their order', () => {
    const items = Array.from({ length: 2_001 }, (_, line) => ({ line }));
    const pieces = piecesOf(items);
    expect(pieces.map(({ length }) => length)).toEqual([1_000, 1_000, 1]);
    expect(pieces.flat()).toEqual(items);
    expect(piecesOf([{ a: 'x'.repeat(500_000) }, { a: 'x'.repeat(500_000) }]), 'pieces').toHaveLength(2);
  });
});

describe('a source', () => {
  const withNaming = (naming: unknown) => ({ kind: 's3', name: 'Phone', defaults: {}, naming }) as unknown as Source;
  const saved = (naming: unknown) => paramsOf(draftOf(withNaming(naming)), withNaming(naming)).naming;

  it.each([...NAMINGS.filter(isPreset), 'preset_of_a_newer_service'])('keeps its preset %s', (preset) => {
    expect(saved({ preset })).toEqual({ preset });
  });

  it.each([
    { pattern: '{agent_id}.wav', time_zone: 'Europe/Berlin' },
    { sidecar: '.json', map: { agent_id: '$.agent' } },
    { object_metadata: { agent_id: 'x-agent' } },
  ])('keeps its naming %j', (naming) => {
    expect(saved(naming)).toEqual(naming);
  });
});

import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type ExportFormat, exportTranscript } from '../../src/calls/transcript-export.js';
import { segmentOf } from '../support/builders/reported-call.js';

const exported = (format: ExportFormat, version?: number) => {
  const segments = [
    segmentOf('agent', 0, 1.5, { text: 'Good day.' }),
    segmentOf('customer', 2, 3, { text: 'A <b> & more', edited: true }),
  ];
  return text(
    exportTranscript(JSON.stringify({ version, text: 'Agent: Good day.\nCustomer: A <b> & more', segments }), format),
  );
};

describe('an exported transcript', () => {
  it('says in WebVTT which version it is and which turns a person edited', async () => {
    expect(await exported('vtt', 2)).toBe(
      'WEBVTT\n\nNOTE Version 2: put right by a person\n\n' +
        '1\n00:00:00.000 --> 00:00:01.500\n<v Agent>Good day.\n\n' +
        '2\n00:00:02.000 --> 00:00:03.000\n<v.edited Customer>A &lt;b&gt; &amp; more\n',
    );
  });

  it('has no note for what the engine heard, be it known as version 1 or of an earlier release', async () => {
    expect(await exported('vtt', 1)).toMatch(/^WEBVTT\n\n1\n/);
    expect(await exported('vtt')).toMatch(/^WEBVTT\n\n1\n/);
  });

  it('has the words alone in SubRip and in plain text', async () => {
    expect(await exported('srt', 2)).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\nAgent: Good day.\n\n2\n00:00:02,000 --> 00:00:03,000\nCustomer: A <b> & more\n',
    );
    expect(await exported('txt', 2)).toBe('Agent: Good day.\nCustomer: A <b> & more\n');
  });
});

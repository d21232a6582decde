import { describe, expect, it } from 'vitest';
import { readEnvelopes } from '../../../src/calls/waveform/envelopes.js';
import { lanesOf, waveform } from '../../../src/pages/call-page/waveform.js';
import { envelopeOf, sampleReportedCall, segmentOf } from '../../support/builders/reported-call.js';

const call = sampleReportedCall();
const withSegments = (...segments: ReturnType<typeof segmentOf>[]) => ({
  transcript: { ...call.transcript, segments },
  envelopes: readEnvelopes(JSON.stringify([envelopeOf(null, [10, 20, 30, 40, 50, 60])])),
});
const peaksOf = (given: Parameters<typeof lanesOf>[0]) =>
  lanesOf(given).map(({ name, envelope }) => [name, [...(envelope?.peaks ?? [])]]);

describe('the lanes of a report', () => {
  it('show on each channel the sound of its party, the agent first', () => {
    expect(peaksOf(call)).toEqual([
      ['Agent', [10, 200]],
      ['Customer', [0, 50]],
    ]);
  });

  it('share the sound of a mono call: each party has it while it speaks', () => {
    const given = withSegments(segmentOf('customer', 0.5, 2), segmentOf('agent', 2, 3.2), segmentOf('customer', 5, 9));
    expect(peaksOf(given)).toEqual([
      ['Agent', [0, 0, 30, 40, 0, 0]],
      ['Customer', [10, 20, 0, 0, 0, 60]],
    ]);
  });

  it('give a party that speaks alone in a mono call the whole sound, and speakers without a role a lane each', () => {
    expect(peaksOf(withSegments(segmentOf('agent', 2, 3)))).toEqual([['Agent', [10, 20, 30, 40, 50, 60]]]);
    const two = withSegments(segmentOf('speaker_1', 2, 3), segmentOf('speaker_0', 0, 1));
    expect(peaksOf(two).map(([name]) => name)).toEqual(['Speaker 1', 'Speaker 2']);
  });

  it('show the sound alone where no word was said, and the turns alone where the sound is not known', () => {
    expect(peaksOf(withSegments())).toEqual([['Recording', [10, 20, 30, 40, 50, 60]]]);
    const { transcript } = call;
    expect(peaksOf({ transcript, envelopes: readEnvelopes(null) })).toEqual([
      ['Agent', []],
      ['Customer', []],
    ]);
  });

  it('are drawn to scale: 1,200 units for the length of the recording', () => {
    const lanes = lanesOf(withSegments(segmentOf('agent', 1, 2)));
    const svg = String(waveform(lanes, 6));
    expect(svg).toContain('<rect class="turn-block" x="200" y="0" width="200"');
    expect(/class="sound" points="([\d.]+),/.exec(svg)?.[1]).toBe('100');
    expect(svg).toContain('aria-label="Agent: 1 turns, 1 seconds"');
    expect(svg.match(/<text /g), 'names of lanes').toHaveLength(2);
  });

  it('are drawn for a recording of any length without a division by zero', () => {
    expect(String(waveform([], 0))).not.toMatch(/NaN|Infinity/);
    expect(String(waveform(lanesOf(call), 36_000))).not.toMatch(/NaN|Infinity/);
  });
});

import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callOf, findRecording, otherSamples, sampleNames } from '../../../src/commands/demo/demo-recording.js';

const SAMPLES = resolve('samples');

describe('the recording of the demo', () => {
  it('is the good call unless one is named', () => {
    expect(findRecording(null, SAMPLES)).toBe(resolve('samples/good-call.ogg'));
  });

  it('is a file, or a sample by its name', () => {
    expect(findRecording('samples/bad-call.ogg', tmpdir())).toBe(resolve('samples/bad-call.ogg'));
    expect(findRecording('bad-call.ogg', SAMPLES)).toBe(resolve('samples/bad-call.ogg'));
  });

  it('has the samples listed where the name is wrong, if the service was installed with any', () => {
    expect(() => findRecording('bad-cal.ogg', SAMPLES)).toThrow(
      `There is no file ${resolve('bad-cal.ogg')}. The samples are ${sampleNames(SAMPLES).join(', ')}.`,
    );
    expect(sampleNames(SAMPLES)).toEqual(['bad-call.ogg', 'good-call-phone.ogg', 'good-call.ogg']);
    const missing = resolve(tmpdir(), 'no-samples');
    expect(() => findRecording('a.ogg', missing)).toThrow(/^There is no file \S+$/);
  });

  it('is one of three, each of another agent', () => {
    const shown = findRecording('bad-call.ogg', SAMPLES);
    const others = otherSamples(shown, SAMPLES);
    expect(others).toEqual([resolve('samples/good-call-phone.ogg'), resolve('samples/good-call.ogg')]);
    expect([shown, ...others].map((file) => callOf(file).agent_id)).toEqual(['agent-3', 'agent-12', 'agent-7']);
    expect(otherSamples('/tmp/my-call.mp3', SAMPLES), 'samples beside a recording of one’s own').toHaveLength(3);
  });

  it('refuses the path of a folder', () => {
    expect(() => findRecording(tmpdir(), SAMPLES)).toThrow(`There is no file ${tmpdir()}.`);
  });
});

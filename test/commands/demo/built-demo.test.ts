// The demo as it is built, in a clone: it finds the samples. Tests of its parts are given their folder.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { builtFile } from '../../support/processes/build.js';

const demo = (name: string) =>
  promisify(execFile)(process.execPath, [builtFile('program/call-analysis.js'), 'demo', name]);

describe('the built demo', () => {
  it('knows the samples by name', async () => {
    await expect(demo('no-such.ogg')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The samples are bad-call.ogg, good-call-phone.ogg, good-call.ogg.'),
    });
  });

  it('has the form of its scorecard', async () => {
    const { sampleScorecard }: typeof import('../../../src/commands/demo/demo-scorecard.js') = await import(
      builtFile('src/commands/demo/demo-scorecard.js')
    );
    expect(sampleScorecard()).toHaveProperty('scorecard.name');
  });
});

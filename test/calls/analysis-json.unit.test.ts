import { describe, expect, it } from 'vitest';
import { analysisMetadataJson } from '../../src/calls/analysis-json.js';
import { makeSampleAnalysis } from '../../src/webhooks/samples/sample-analysis.js';

describe('the metadata of an analysis', () => {
  const sample = makeSampleAnalysis('https://hooks.example.com', new Date('2026-11-20T10:00:00Z'));

  it.each([
    ['quota_exceeded', 'quota_exceeded', 'failed'],
    ['not_processable', null, 'failed'],
    [null, null, 'completed'],
    [null, null, 'processing'],
  ] as const)('has the code %s where the row has %s and is %s [resources 18, settled 8]', (code, stored, status) => {
    const json = analysisMetadataJson({ ...sample, status, error_code: stored });
    expect(JSON.parse(json).error_code).toBe(code);
  });
});

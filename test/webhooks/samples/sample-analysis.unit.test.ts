import { expect, it } from 'vitest';
import type { ResultsResponse } from '../../../src/calls/results/analysis-results.response.js';
import { makeSampleAnalysis } from '../../../src/webhooks/samples/sample-analysis.js';

it('a sample says of each finding whose verdict it is', () => {
  const { results } = makeSampleAnalysis('https://example.com', new Date('2026-11-20T10:00:00Z'));
  const { compliance, quality }: ResultsResponse = JSON.parse(results ?? 'null');
  const found = [...Object.values(compliance), ...Object.values(quality)].filter(
    (each): each is { source?: unknown; system?: unknown } =>
      typeof each === 'object' && each !== null && 'assessable' in each,
  );
  expect(found, 'findings of the sample').toHaveLength(8);
  for (const finding of found) expect(finding).toMatchObject({ source: 'system', system: null });
});

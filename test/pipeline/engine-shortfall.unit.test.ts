import { expect, it } from 'vitest';
import { EngineShortfall } from '../../src/pipeline/engine-shortfall.js';
import { Metrics } from '../../src/platform/operations/metrics.js';
import { ReadinessChecks } from '../../src/platform/operations/readiness-checks.js';

it.each([
  ['demo', 'degraded'],
  ['local', 'ok'],
  ['production', 'ok'],
])('a speech engine of grade %s shows as %s, and the worker stays ready', async (grade, status) => {
  const readiness = new ReadinessChecks();
  new EngineShortfall({ engine: { grade }, shortfall: null } as never, readiness, new Metrics()).onModuleInit();
  const { ready, checks } = await readiness.run();
  expect(checks.speech_engine).toBeInStatus(status);
  expect(ready).toEqual(true);
  expect(checks.speech_engine?.note?.startsWith('The speech engine is for demonstrations only.') ?? false).toBe(
    grade === 'demo',
  );
});

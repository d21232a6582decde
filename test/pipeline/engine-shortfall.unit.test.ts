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

it('tells operators of a model that was lost, by readiness and metric, and of its return', async () => {
  const [readiness, metrics] = [new ReadinessChecks(), new Metrics()];
  const speech = { engine: { grade: 'local' }, shortfall: 'Diarization goes on without its model' as string | null };
  new EngineShortfall(speech as never, readiness, metrics).onModuleInit();
  const told = async () => {
    const { ready, checks } = await readiness.run();
    const gauge = /^speech_model_lost (\d)$/m.exec(await metrics.registry.metrics())?.[1];
    return { ready, status: checks.speech_model?.status, note: checks.speech_model?.note, gauge };
  };
  expect(await told()).toEqual({ ready: true, status: 'degraded', note: speech.shortfall, gauge: '1' });
  speech.shortfall = null;
  expect(await told()).toMatchObject({ ready: true, status: 'ok', gauge: '0' });
});

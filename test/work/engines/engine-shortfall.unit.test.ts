import { Logger } from '@nestjs/common';
import { expect, it, vi } from 'vitest';
import { Metrics } from '../../../src/platform/operations/metrics/metrics.js';
import { ReadinessChecks } from '../../../src/platform/operations/readiness-checks.js';
import { EngineShortfall } from '../../../src/work/engines/engine-shortfall.js';

it.each([
  ['demo', 'degraded'],
  ['local', 'ok'],
  ['production', 'ok'],
])('a speech engine of grade %s shows as %s, and the worker stays ready', async (grade, status) => {
  const readiness = new ReadinessChecks();
  new EngineShortfall({ engine: { grade }, shortfall: null } as never, readiness, new Metrics()).onModuleInit();
  const { ready, checks } = await readiness.run();
  expect(checks.speech_engine).toBeInStatus(status);
  expect(ready, 'the worker is ready').toEqual(true);
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

it('writes one line where a model is lost and one where it is back, however many calls meet it', () => {
  const warn = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const log = vi.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
  try {
    const speech = { shortfall: null as string | null };
    const shortfall = new EngineShortfall(speech as never, new ReadinessChecks(), new Metrics());
    const lines = () => [warn.mock.calls.length, log.mock.calls.length];
    shortfall.report();
    expect(lines(), 'An engine with all its models is reported').toEqual([0, 0]);
    speech.shortfall = 'Diarization goes on without its model';
    for (let call = 0; call < 3; call += 1) shortfall.report();
    expect(lines()).toEqual([1, 0]);
    speech.shortfall = null;
    for (let call = 0; call < 3; call += 1) shortfall.report();
    expect(lines()).toEqual([1, 1]);
  } finally {
    vi.restoreAllMocks();
  }
});

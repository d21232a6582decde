import { afterEach, describe, expect, it } from 'vitest';
import { CheckNote, ReadinessChecks } from '../../../src/platform/operations/readiness-checks.js';
import { freshRedis } from '../../support/apps/backing.js';
import { type ConfigChange, type PlatformApp, startPlatformApp } from '../../support/apps/platform-app.js';
import { freePort } from '../../support/processes/free-port.js';

const open: PlatformApp[] = [];
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
});

async function start(change: ConfigChange = {}): Promise<PlatformApp> {
  const service = await startPlatformApp(await freshRedis(), change);
  open.push(service);
  return service;
}

describe('health and metrics', () => {
  it('tell readiness by its checks', async () => {
    const { url, app } = await start();
    const checks = app.get(ReadinessChecks);
    checks.add('postgres', async () => undefined);
    checks.add('engine', () => Promise.reject(new CheckNote('The quota is used up')), { required: false });
    const ready = await fetch(`${url}/health/ready`);
    await expect(ready).toAnswer(200, {
      status: 'ok',
      checks: {
        postgres: { status: 'ok', duration_ms: expect.any(Number) },
        engine: { status: 'degraded', duration_ms: expect.any(Number), note: 'The quota is used up' },
      },
    });
  });

  it('tell that a required check fails, without addresses', async () => {
    const { url, app } = await start();
    app.get(ReadinessChecks).add('redis', () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:6379')));
    const unready = await fetch(`${url}/health/ready`);
    await expect(unready).toAnswer(503);
    expect(await unready.text()).not.toContain('10.1.2.3');
    await expect(await fetch(`${url}/health/live`)).toAnswer(200);
  });

  it('measure requests by route', async () => {
    const { url } = await start();
    await fetch(`${url}/api/v1/things/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10`, { method: 'DELETE' });
    await fetch(`${url}/api/v1/nowhere/at/all`);
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="DELETE",route="\/api\/v1\/things\/:id",status="200"\} 1/,
    );
    expect(text).toContain('route="unmatched",status="404"');
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('nowhere');
  });

  it('serve metrics only on another port where one is set', async () => {
    const port = await freePort();
    const { url } = await start({ http: { metricsPort: port, host: '127.0.0.1' } });
    await expect(await fetch(`${url}/metrics`)).toAnswer(404);
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('http_request_duration_seconds');
    await expect(await fetch(`http://127.0.0.1:${port}/health/live`)).toAnswer(404);
  });
});

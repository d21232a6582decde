// A service that is told to stop, looked at from the process that it runs in.
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { type Service, startService } from '../../src/service.js';
import { serviceEnvironment, until } from '../support/running-service.js';

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function start(
  overrides: Readonly<Record<string, string>> = {},
): Promise<Service & { readonly rootUrl: string }> {
  const { env, rootUrl, dispose } = await serviceEnvironment({ PROCESS: 'api', ...overrides });
  cleanUp.push(dispose);
  const logger = pino({ level: 'silent' });
  const service = await startService({ announce: () => undefined, config: loadConfig(env), logger });
  cleanUp.push(() => service.stop());
  return { ...service, rootUrl };
}

describe('a service that is being stopped', () => {
  it('tells nobody that it has stopped before it has', async () => {
    const service = await start();
    let hasStopped = false;
    const stopping = service.stop().then(() => {
      hasStopped = true;
    });
    await service.stop();
    expect(hasStopped).toBe(true);
    await stopping;
  });

  it('takes nothing new while what it has begun is still being finished', async () => {
    const seen = new EventEmitter();
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _, done) => {
        stream.resume();
        seen.emit('mail', done);
      },
    });
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    cleanUp.push(() => new Promise<void>((closed) => smtp.close(closed)));
    const { port } = smtp.server.address() as AddressInfo;
    const { rootUrl, stop } = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const mailed = once(seen, 'mail');
    const { status } = await fetch(`${rootUrl}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
    });
    expect(status).toBe(201);
    const [done] = await mailed;
    const stopped = stop();
    const takesMore = () =>
      fetch(`${rootUrl}/health/live`).then(
        () => true,
        () => false,
      );
    await until(async () => !(await takesMore()), 'it to take no more', 10_000);
    done();
    await stopped;
  });
});

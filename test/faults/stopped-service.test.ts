// How the service stops. Most cases run it in this process; the second signal needs a process of its own.
import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Bull from 'bull';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { QUEUE_NAMES } from '../../src/platform/queue/queue-names.js';
import { type Service, startService } from '../../src/program/service.js';
import { serviceEnvironment, until } from '../support/apps/running-service.js';
import { startServiceProcess } from '../support/processes/service-process.js';

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

/** Takes a mail and does not answer until the listener of `mail` calls the function that it receives. */
async function startSlowMailServer(): Promise<{ smtpUrl: string; mails: EventEmitter }> {
  const mails = new EventEmitter();
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _, done) => {
      stream.resume();
      mails.emit('mail', done);
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  cleanUp.push(() => new Promise<void>((closed) => smtp.close(closed)));
  const { port } = smtp.server.address() as AddressInfo;
  return { smtpUrl: `smtp://127.0.0.1:${port}`, mails };
}

async function register(rootUrl: string): Promise<void> {
  const answer = await fetch(`${rootUrl}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
  });
  await expect(answer).toAnswer(201);
}

describe('a service that is being stopped', () => {
  it('reports that it has stopped to each caller only once it has', async () => {
    const service = await start();
    let hasStopped = false;
    const stopping = service.stop().then(() => {
      hasStopped = true;
    });
    await service.stop();
    expect(hasStopped, 'the service has stopped').toBe(true);
    await stopping;
  });

  it('has every queue paused before it closes the first, whatever the kind of work', async () => {
    const steps = { pause: new Set<Bull.Queue>(), close: new Set<Bull.Queue>() };
    const pausedAtFirstClose: number[] = [];
    const spies = (['pause', 'close'] as const).map((step) => {
      const original = Bull.prototype[step];
      return vi.spyOn(Bull.prototype, step).mockImplementation(function (this: Bull.Queue, ...args: []) {
        steps[step].add(this);
        if (step === 'close') pausedAtFirstClose.push(steps.pause.size);
        return original.apply(this, args);
      });
    });
    const { stop } = await start({ PROCESS: 'worker' });
    await stop();
    for (const spy of spies) spy.mockRestore();
    expect(pausedAtFirstClose[0], 'queues that were paused when the first was closed').toBe(QUEUE_NAMES.length);
    expect(
      [...steps.pause].filter((queue) => !steps.close.has(queue)),
      'queues left open',
    ).toEqual([]);
  });

  it('accepts no new requests while it finishes a mail', async () => {
    const { smtpUrl, mails } = await startSlowMailServer();
    const { rootUrl, stop } = await start({ SMTP_URL: smtpUrl });
    const mailed = once(mails, 'mail');
    await register(rootUrl);
    const [done] = await mailed;
    const stopped = stop();
    const acceptsRequests = () =>
      fetch(`${rootUrl}/health/live`).then(
        () => true,
        () => false,
      );
    await until(async () => !(await acceptsRequests()), 'the service to accept no more requests');
    done();
    await stopped;
  });

  describe('by signals, while a mail is under way', () => {
    async function startProcessWithMail(overrides: Readonly<Record<string, string>> = {}) {
      const { smtpUrl, mails } = await startSlowMailServer();
      const { env, rootUrl, dispose } = await serviceEnvironment({ PROCESS: 'api', SMTP_URL: smtpUrl, ...overrides });
      cleanUp.push(dispose);
      const service = await startServiceProcess(env);
      cleanUp.push(() => service.kill());
      const mailed = once(mails, 'mail');
      await register(rootUrl);
      // The first signal alone waits for this mail.
      const [finishMail] = await mailed;
      const exited = once(service.child, 'exit');
      const stopping = (signal: string) =>
        until(async () => service.output().includes(`${signal}: stopping`), 'the service to begin to stop');
      return { child: service.child, finishMail, exited, stopping };
    }

    it('exits at once on a second signal, with the code of that signal', async () => {
      const { child, exited, stopping } = await startProcessWithMail();
      child.kill('SIGTERM');
      await stopping('SIGTERM');
      child.kill('SIGINT');
      expect(await exited).toEqual([130, null]);
    });

    it('counts the same signal as one when it is repeated at once, as npm does with Ctrl-C', async () => {
      // For this process the second signal comes at once, however long a busy machine takes.
      const preload = `--import=${pathToFileURL(resolve('test/support/processes/stop-clock.mjs'))}`;
      const { child, finishMail, exited, stopping } = await startProcessWithMail({ NODE_OPTIONS: preload });
      child.kill('SIGINT');
      await stopping('SIGINT');
      child.kill('SIGINT');
      finishMail();
      expect(await exited).toEqual([0, null]);
    });
  });

  it('ends a busy keep-alive connection with the next answer', async () => {
    const { rootUrl, stop } = await start();
    const { hostname, port } = new URL(rootUrl);
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    let received = '';
    socket.on('data', (text) => {
      received += text;
    });
    const answers = (count: number) => until(async () => received.split('HTTP/1.1 ').length > count, `answer ${count}`);
    const head = (line: string) => `${line} HTTP/1.1\r\nHost: ${hostname}\r\n`;
    socket.write(`${head('GET /health/live')}\r\n`);
    await answers(1);
    // This request is under way when the service stops, so that its connection is not idle.
    const body = '{"refresh_token":"none"}';
    const fields = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    socket.write(head('POST /api/v1/auth/refresh') + fields + body.slice(0, 5));
    await fetch(`${rootUrl}/health/live`, { headers: { connection: 'close' } });
    const ended = once(socket, 'end');
    const stopped = stop();
    // Both in one write: between two requests the connection would be idle.
    socket.write(`${body.slice(5)}${head('GET /health/live')}\r\n`);
    await ended;
    const last = received.slice(received.lastIndexOf('HTTP/1.1 '));
    expect(last).toMatch(/^HTTP\/1\.1 200 /);
    expect(last).toMatch(/^Connection: close\r$/m);
    await stopped;
  });

  it.each([
    ['an error that nothing catches', "throw new Error('planted')", 'uncaughtException'],
    ['a rejected promise that nothing awaits', "Promise.reject(new Error('planted'))", 'unhandledRejection'],
  ])('after %s: one line in the log, and exit code 1', async (_, fault, origin) => {
    const { env, dispose } = await serviceEnvironment({ PROCESS: 'api', LOG_LEVEL: 'error' });
    cleanUp.push(dispose);
    const plant = `data:text/javascript,process.on('SIGUSR2',()=>{${encodeURIComponent(fault)}})`;
    const { child, output, kill } = await startServiceProcess({ ...env, NODE_OPTIONS: `--import="${plant}"` });
    cleanUp.push(kill);
    const exit = once(child, 'close');
    child.kill('SIGUSR2');
    expect(await exit).toEqual([1, null]);
    const lines = output()
      .slice(output().indexOf('\nReady.\n') + '\nReady.\n'.length)
      .trim()
      .split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: 'An error that nothing handles; the process exits with 1',
        origin,
        err: expect.objectContaining({ message: 'planted' }),
      }),
    ]);
  });
});

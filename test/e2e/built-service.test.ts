// Runs the compiled service with its data files in a process of its own, as it is shipped.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { openAccount, serviceEnvironment } from '../support/apps/running-service.js';
import { silence, wav } from '../support/audio/audio-fixtures.js';
import { builtFile } from '../support/processes/build.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';

describe('the built service', () => {
  let service: ServiceProcess | null = null;
  let environment: Awaited<ReturnType<typeof serviceEnvironment>> | null = null;
  afterEach(async () => {
    await service?.kill();
    await environment?.dispose();
  });

  it('starts with the local engines, lists servers and engines, and ends cleanly', async () => {
    environment = await serviceEnvironment({ TRANSCRIPTION_ENGINE: 'pocketsphinx', ANALYSIS_ENGINE: 'rules' });
    service = await startServiceProcess(environment.env);
    const summary = service.output();
    for (const line of [/Database +external PostgreSQL/, /Transcription +pocketsphinx \(demo\)/, /Analysis +rules/]) {
      expect(summary).toMatch(line);
    }
    expect(summary).toContain(`${environment.rootUrl}/docs`);
    // The URLs contain passwords and must not reach the terminal.
    expect(summary).not.toContain(environment.env.REDIS_URL);
    expect(summary).not.toContain(environment.env.DATABASE_URL);
    // With LOG_LEVEL=silent the service does not log the links of mails either; the mails lie in the outbox.
    await openAccount(`${environment.rootUrl}/api/v1`, environment.dataDir);
    expect(service.output()).not.toContain('token=');
    expect(await service.terminate(), 'exit code of the service').toBe(0);
  });
});

describe('the built service in production', () => {
  it('starts with what it asks for, and shows that its engine is for demonstrations', async () => {
    const { env, dispose, rootUrl } = await serviceEnvironment({
      NODE_ENV: 'production',
      JWT_SECRET: 'a secret of the tests, long enough',
      HOST: '127.0.0.1',
      SMTP_URL: 'smtps://user:password@mail.example.com',
      MAIL_FROM: 'Calls <no-reply@example.com>',
      TRANSCRIPTION_ENGINE: 'pocketsphinx',
      LOG_LEVEL: 'info',
    });
    const service = await startServiceProcess(env);
    try {
      const ready = await fetch(`${rootUrl}/health/ready`);
      await expect(ready).toAnswer(200, expect.objectContaining({ status: 'ok' }));
      const { checks } = JSON.parse(await ready.text());
      expect(checks.speech_engine).toMatchObject({
        status: 'degraded',
        note: 'The speech engine is for demonstrations only. For real calls, set OPENAI_API_KEY or OPENAI_BASE_URL, or install a model.',
      });
      expect(service.output()).not.toContain('user:password');
      // Before the summary there is nothing, not even of the framework.
      expect(service.output()).toMatch(/^\s*\S*Call Analysis Service \(all\)/);
      expect(await service.terminate(), 'exit code of the service').toBe(0);
    } finally {
      await service.kill();
      await dispose();
    }
  });
});

describe('the demo', () => {
  it('shows a call with the chosen engines, whatever address, rules and limits are configured', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-'));
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'data'));
    await symlink(resolve('.data/cache'), join(folder, 'data/cache'));
    await writeFile(join(folder, 'silent.wav'), wav([silence(2_000)]));
    const env = {
      PATH: process.env.PATH,
      HOST: '::1',
      NODE_ENV: 'production',
      REQUIRE_HTTPS: 'true',
      RATE_LIMIT_AUTH: '1',
      FREE_INCLUDED_MINUTES: '0',
      TRANSCRIPTION_ENGINE: 'pocketsphinx',
      DATA_DIR: 'data',
    };
    const demo = promisify(execFile)(process.execPath, [builtFile('program/call-analysis.js'), 'demo', 'silent.wav'], {
      cwd: folder,
      env,
    });
    const report = demo.then(() => readFile(join(folder, 'data/demo/report.html'), 'utf8'));
    const [{ stdout }, page] = await Promise.all([demo, report]).finally(() => rm(folder, { recursive: true }));
    expect(stdout).toMatch(/0\.04 minutes for 2\.0 s of audio/);
    expect(stdout).toContain('Transcribed by pocketsphinx');
    // Without a terminal the stages stand in lines of their own.
    expect(stdout).toMatch(/^ {2}(queued|measuring|transcribing|analysing|settling)…$/m);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('  data/demo/report.html');
    expect(page).toContain('src="data:audio/wav;base64,');
  });

  it('names the speech models that it can fetch', async () => {
    const sample = resolve('samples/good-call.ogg');
    const demo = promisify(execFile)(
      process.execPath,
      [builtFile('program/call-analysis.js'), 'demo', sample, '--model', 'huge'],
      {
        env: { PATH: process.env.PATH },
      },
    );
    await expect(demo).rejects.toMatchObject({ code: 1, stderr: '\n--model takes one of: small-en, best\n' });
  });

  it('reports that a folder is not a recording', async () => {
    const demo = promisify(execFile)(process.execPath, [builtFile('program/call-analysis.js'), 'demo', tmpdir()]);
    await expect(demo).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('There is no file') });
  });
});

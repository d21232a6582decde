// The service as it is shipped: compiled, with its data files, in a process of its own.
import { afterEach, describe, expect, it } from 'vitest';
import { openAccount, serviceEnvironment } from '../support/running-service.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';

describe('the built service', () => {
  let service: ServiceProcess | null = null;
  let environment: Awaited<ReturnType<typeof serviceEnvironment>> | null = null;
  afterEach(async () => {
    await service?.kill();
    await environment?.dispose();
  });

  it('starts with the local engines, says what it is made of, and ends cleanly', async () => {
    environment = await serviceEnvironment({ TRANSCRIPTION_ENGINE: 'pocketsphinx', ANALYSIS_ENGINE: 'rules' });
    service = await startServiceProcess(environment.env);
    const summary = service.output();
    for (const line of [/Database +external PostgreSQL/, /Transcription +pocketsphinx \(demo\)/, /Analysis +rules/]) {
      expect(summary).toMatch(line);
    }
    expect(summary).toContain(`${environment.rootUrl}/docs`);
    // Neither of the two carries a password into the terminal.
    expect(summary).not.toContain(environment.env.REDIS_URL);
    expect(summary).not.toContain(environment.env.DATABASE_URL);
    // LOG_LEVEL=silent covers the links of mails too; they lie in the outbox.
    await openAccount(`${environment.rootUrl}/api/v1`, environment.dataDir);
    expect(service.output()).not.toContain('token=');
    expect(await service.terminate()).toBe(0);
  });
});

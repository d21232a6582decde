import { Logger as NestLogger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { createLogger, PinoLoggerService } from '../../../src/platform/operations/logger.js';
import { openPool } from '../../support/apps/running-service.js';

function capture() {
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', pretty: false }, { write: (line: string) => void lines.push(line) });
  NestLogger.overrideLogger(new PinoLoggerService(logger));
  return lines;
}

describe('a line of the log', () => {
  afterEach(() => NestLogger.overrideLogger(false));

  it('leaves out the values of a failed SQL statement or Redis command [fault 83]', async () => {
    const lines = capture();
    const db = openPool(inject('postgresUrl'));
    const redis = new Redis(inject('redisUrl'));
    const failures = await Promise.allSettled([
      db.query('SELECT 1 / $1::int, $2::text', [0, 'what was said']),
      redis.eval('return redis.call("NONSENSE")', 1, 'what was said', 'what was said'),
    ]);
    await db.end();
    redis.disconnect();
    for (const failure of failures) {
      if (failure.status !== 'rejected') throw new Error('It should have failed');
      new NestLogger('Query').error(
        { err: Object.assign(failure.reason, { parameters: ['what was said'] }) },
        'Failed',
      );
    }
    expect(lines, 'lines of two failures').toHaveLength(2);
    expect(lines.join('')).toContain('division by zero');
    expect(lines.join('')).not.toContain('what was said');
  });
});

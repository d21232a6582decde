import { Logger as NestLogger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { createLogger, PinoLoggerService } from '../../../src/platform/operations/logger.js';
import { openPool } from '../../support/running-service.js';

function capture() {
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', pretty: false }, { write: (line: string) => void lines.push(line) });
  NestLogger.overrideLogger(new PinoLoggerService(logger));
  return { lines, last: () => JSON.parse(lines.at(-1) ?? '{}') };
}

describe('a line of the log', () => {
  afterEach(() => NestLogger.overrideLogger(false));

  it.each(['log', 'warn', 'error'] as const)('has its sentence, its members, its error and its place (%s)', (level) => {
    const { last } = capture();
    const cause = new Error('the reason');
    new NestLogger('Doorbell')[level]({ analysisId: 'a-1', err: new TypeError('refused', { cause }) }, 'No ring');
    expect(last()).toMatchObject({
      msg: 'No ring',
      context: 'Doorbell',
      analysisId: 'a-1',
      err: { type: 'TypeError', message: 'refused', cause: { message: 'the reason' } },
    });
    expect(last().err.stack).toContain('logger.test');
  });

  it('is as short for a sentence or an error alone', () => {
    const { last } = capture();
    new NestLogger('Sweep').error('Nothing came');
    expect(last()).toMatchObject({ msg: 'Nothing came', context: 'Sweep' });
    new NestLogger('Sweep').error(new Error('broken'));
    expect(last()).toMatchObject({ msg: 'broken', context: 'Sweep', err: { message: 'broken' } });
  });

  it('tells nothing of the values that a failed statement or command carried', async () => {
    const { lines } = capture();
    const db = openPool(inject('postgresUrl'));
    const redis = new Redis(inject('redisUrl'));
    const failures = await Promise.allSettled([
      db.query('SELECT 1 / $1::int, $2::text', [0, 'what was said']),
      redis.eval('return redis.call("NONSENSE")', 1, 'what was said', 'what was said'),
    ]);
    await db.end();
    redis.disconnect();
    for (const failure of failures) {
      if (failure.status !== 'rejected') throw new Error('It was to fail');
      new NestLogger('Query').error(
        { err: Object.assign(failure.reason, { parameters: ['what was said'] }) },
        'Failed',
      );
    }
    expect(lines).toHaveLength(2);
    expect(lines.join('')).toContain('division by zero');
    expect(lines.join('')).not.toContain('what was said');
  });
});

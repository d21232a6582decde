import { Logger as NestLogger } from '@nestjs/common';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger, PinoLoggerService } from '../../../src/platform/operations/logger.js';

function capture() {
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', pretty: false }, { write: (line: string) => void lines.push(line) });
  NestLogger.overrideLogger(new PinoLoggerService(logger));
  return { logger, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') };
}

describe('a line of the log', () => {
  afterEach(() => NestLogger.overrideLogger(false));

  it.each(['log', 'warn', 'error'] as const)(
    'has its sentence, its members, its error and its context (%s)',
    (level) => {
      const { last } = capture();
      const cause = new Error('the reason');
      new NestLogger('Queue')[level]({ analysisId: 'a-1', err: new TypeError('refused', { cause }) }, 'Not enqueued');
      expect(last()).toMatchObject({
        msg: 'Not enqueued',
        context: 'Queue',
        analysis_id: 'a-1',
        err: { type: 'TypeError', message: 'refused', cause: { message: 'the reason' } },
      });
      expect(last().err.stack).toContain('logger.unit.test');
    },
  );

  it('has no more than a sentence or an error where nothing else was given', () => {
    const { last } = capture();
    new NestLogger('Sweep').error('Nothing is due');
    expect(last()).toMatchObject({ msg: 'Nothing is due', context: 'Sweep' });
    new NestLogger('Sweep').error(new Error('broken'));
    expect(last()).toMatchObject({ msg: 'broken', context: 'Sweep', err: { message: 'broken' } });
  });

  it('is none where the framework tells of its modules and routes', () => {
    const { lines } = capture();
    for (const context of ['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication'])
      new NestLogger(context).log('Mapped {/health, GET} route');
    new NestLogger('NestApplication').error('The framework failed');
    new NestLogger('Sweep').log('Deleted recordings');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['The framework failed', 'Deleted recordings']);
  });

  it('names its members in one way, whatever the code calls them', () => {
    const { last, logger } = capture();
    logger.warn({ requestId: 'req-1', analysis_id: 'a-1', waitMs: 5, err: new Error('no') }, 'Busy');
    expect(last()).toMatchObject({ request_id: 'req-1', analysis_id: 'a-1', wait_ms: 5, err: { message: 'no' } });
    expect(last()).not.toHaveProperty('requestId');
  });

  it('redacts credentials in messages and in members', () => {
    const { lines, logger } = capture();
    logger.info('key sk_live_abcDEF123 and Bearer abc.def-1 at https://x/y?a=1&token=abc postgres://user:pass@host/db');
    logger.info({ password: 'abc', body: { refresh_token: 'abc' }, headers: { authorization: 'abc' } }, 'members');
    expect(lines.join('')).not.toMatch(/abc|pass@/);
    expect(lines[0]).toContain('sk_live_[redacted]');
    expect(
      lines.filter((line) => !(JSON.parse(line).time > 0)),
      'lines without a time',
    ).toEqual([]);
  });
});

import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { StopSequence } from '../../src/program/stop-sequence.js';

function sequence(level = 'error') {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level }, { write: (line) => lines.push(JSON.parse(line)) });
  return { stopSequence: new StopSequence(logger), lines };
}

describe('the stop sequence', () => {
  it('stops what was started last first, one step at a time', async () => {
    const { stopSequence, lines } = sequence();
    const order: string[] = [];
    for (const name of ['database', 'engines', 'application']) {
      stopSequence.add(name, async () => {
        order.push(`${name} begins`);
        await new Promise((done) => setImmediate(done));
        order.push(`${name} ends`);
      });
    }
    expect(await stopSequence.run()).toEqual([]);
    expect(order).toEqual(['application', 'engines', 'database'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(lines).toEqual([]);
  });

  it('runs the other steps when some fail, logs each failure with its step, and reports them all', async () => {
    const { stopSequence, lines } = sequence();
    const stopDatabase = vi.fn(async () => {});
    stopSequence.add('database', stopDatabase);
    stopSequence.add('engines', async () => {
      throw new Error('engines hang');
    });
    stopSequence.add('application', () => {
      throw new Error('application is broken');
    });
    expect(await stopSequence.run()).toEqual(['application', 'engines']);
    expect(stopDatabase).toHaveBeenCalledOnce();
    expect(lines).toMatchObject([
      { step: 'application', err: { message: 'application is broken' } },
      { step: 'engines', err: { message: 'engines hang' } },
    ]);
  });

  it('names a step that takes long, before the process must exit', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { stopSequence, lines } = sequence('warn');
    let end = () => {};
    stopSequence.add('engines', async () => {});
    stopSequence.add('application', () => new Promise<void>((resolve) => (end = resolve)));
    const outcome = stopSequence.run();
    vi.advanceTimersByTime(19_999);
    expect(lines, 'lines after 19.999 s').toEqual([]);
    vi.advanceTimersByTime(1);
    expect(lines, 'lines after 20 s').toMatchObject([{ step: 'application' }]);
    end();
    await outcome;
    expect(vi.getTimerCount(), 'timers that are left').toBe(0);
  });

  it('runs once, and gives every caller the same outcome', async () => {
    const { stopSequence } = sequence();
    const stop = vi.fn(async () => {
      throw new Error('failed');
    });
    stopSequence.add('application', stop);
    expect(await Promise.all([stopSequence.run(), stopSequence.run()])).toEqual([['application'], ['application']]);
    expect(await stopSequence.run()).toEqual(['application']);
    expect(stop).toHaveBeenCalledOnce();
  });
});

// Pieces with scripted engines: what is heard is kept, what is not is cut for the engine at hand, and a failure stops the rest.
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { CapabilitiesChanged, type TranscribeOptions } from '../../../src/ports/speech-to-text.js';
import { GaveWay } from '../../../src/work/claim.js';
import { heardSegment } from '../../support/audio/heard-pieces.js';
import { checkpoints, measured, ScriptedEngine, step, UNTIMED } from '../../support/audio/transcribe-pieces-step.js';

const refused = () => new ProviderError('The transcription provider refused the request.', { retryable: false });
const paused = () =>
  new ProviderError("The transcription provider's quota is used up.", { retryable: true, pausesEngine: true });

describe('an engine that writes more than can be said in the time', () => {
  it.each([
    ['100,000 segments', Array.from({ length: 100_000 }, (_, at) => heardSegment(at % 1000, 1000, 'a'))],
    ['a text of 5 MB', [heardSegment(0, 1000, 'a'.repeat(5_000_000))]],
    ['a label of 5 MB', [heardSegment(0, 1000, 'a', { speaker: 'a'.repeat(5_000_000) })]],
  ])('is refused for good, whichever it is, and nothing is kept of it: %s', async (_, segments) => {
    const { kept, claims } = checkpoints();
    const engine = new ScriptedEngine('custom', UNTIMED, async () => ({ segments }));
    await expect(step(engine, claims).run(measured(1))).rejects.toMatchObject({
      retryable: false,
      code: 'provider_failed',
      message: "The transcription provider's answer could not be used.",
    });
    expect(kept.has('piece'), 'a piece was kept').toBe(false);
  });
});

it.each([
  [true, [1, 2, 3]],
  [false, []],
])('has an engine whose server keeps copies (%s) forget each piece once it is stored', async (leavesCopies, stored) => {
  const { kept, claims } = checkpoints();
  const forgotten: number[] = [];
  const engine = Object.assign(new ScriptedEngine('a'), {
    forget: async () => void forgotten.push(kept.get('piece')?.size ?? 0),
  });
  Object.defineProperty(engine, 'leavesCopies', { value: leavesCopies });
  await step(engine, claims, { providerConcurrency: 1 }).run(measured(3));
  expect(forgotten, 'pieces that were stored when one was forgotten').toEqual(stored);
  await step(engine, claims).run(measured(3));
  expect(forgotten, 'pieces that the next run forgets, which may go on from a killed one').toHaveLength(
    2 * stored.length,
  );
});

describe('what is on record as sent', () => {
  it('is each piece once, and a piece again that is sent again', async () => {
    const { sent, claims } = checkpoints();
    const failing = new ScriptedEngine('a', UNTIMED, async ({ startMs }) => {
      if (startMs === 3_000) throw new ProviderError('Away.', { retryable: true });
      return undefined;
    });
    await expect(step(failing, claims, { providerConcurrency: 1 }).run(measured(3))).rejects.toThrow('Away.');
    expect([...sent]).toEqual([
      [0, 1],
      [3_000, 1],
    ]);
    await step(new ScriptedEngine('a'), claims, { providerConcurrency: 1 }).run(measured(3));
    expect([...sent]).toEqual([
      [0, 1],
      [3_000, 2],
      [6_000, 1],
    ]);
  });

  it.each([
    ['the engine is paused', { certain: true, sent: false }],
    ['the provider turns every request away', { certain: true, sent: true }],
  ])('is nothing while %s', async (_, state) => {
    const { sent, claims } = checkpoints();
    const engine = new ScriptedEngine('a', UNTIMED, async () => {
      const trouble = { engine: 'transcription', reason: 'busy', ...state } as const;
      throw new ProviderError('Busy.', { retryable: true, trouble });
    });
    await expect(step(engine, claims).run(measured(6))).rejects.toThrow('Busy.');
    expect(
      [...sent.values()].every((requests) => requests === 0),
      'pieces that no one read are on record',
    ).toBe(true);
  });

  it('stays where the answer may be charged for: a connection that broke, an error of the server', async () => {
    const { sent, claims } = checkpoints();
    const engine = new ScriptedEngine('a', UNTIMED, async () => {
      const trouble = { engine: 'transcription', reason: 'failing', certain: false, sent: true } as const;
      throw new ProviderError('Failed.', { retryable: true, trouble });
    });
    await expect(step(engine, claims, { providerConcurrency: 1 }).run(measured(2))).rejects.toThrow('Failed.');
    expect([...sent]).toEqual([[0, 1]]);
  });

  it('is nothing of an engine that costs no one anything', async () => {
    const { sent, claims } = checkpoints();
    await step(Object.assign(new ScriptedEngine('a'), { isCharged: false }), claims).run(measured(3));
    expect([...sent]).toEqual([]);
  });
});

describe('a call that is started again after a failure', () => {
  const failing = () =>
    new ScriptedEngine('a', UNTIMED, async ({ startMs }) => {
      if (startMs > 0) throw refused();
      return undefined;
    });

  it('goes on from what the same engine has heard', async () => {
    const { claims } = checkpoints();
    await expect(step(failing(), claims, { providerConcurrency: 1 }).run(measured(3))).rejects.toThrow();
    const engine = new ScriptedEngine('a');
    await step(engine, claims, { providerConcurrency: 1, createdAt: new Date(1) }).run(measured(3));
    expect(engine.asked.map(({ startMs }) => startMs)).toEqual([3_000, 6_000]);
  });

  it('forgets what another engine has heard, once', async () => {
    const { claims } = checkpoints();
    await expect(step(failing(), claims, { providerConcurrency: 1 }).run(measured(3))).rejects.toThrow();
    const other = new ScriptedEngine('b', UNTIMED, async ({ startMs }) => {
      if (startMs > 3_000) throw refused();
      return undefined;
    });
    await expect(
      step(other, claims, { providerConcurrency: 1, createdAt: new Date(1) }).run(measured(3)),
    ).rejects.toThrow();
    expect(other.asked.map(({ startMs }) => startMs)).toEqual([0, 3_000, 6_000]);
    // In the same run a worker with the first engine keeps what the second has heard.
    const engine = new ScriptedEngine('a');
    await step(engine, claims, { providerConcurrency: 1, createdAt: new Date(1) }).run(measured(3));
    expect(engine.asked.map(({ startMs }) => startMs)).toEqual([6_000]);
  });
});

describe('when a piece is refused', () => {
  it.each([
    ['for good', refused],
    ['because the engine pauses', paused],
  ])('%s, the other lanes stop at once, and what was answered by then is kept', async (_, refusal) => {
    const { kept, claims } = checkpoints();
    const given: TranscribeOptions[] = [];
    const engine = new ScriptedEngine('a', UNTIMED, async ({ startMs }, options) => {
      if (startMs === 0) return undefined;
      given.push(options);
      // The third piece is refused while the second and the fourth are on their way.
      if (startMs === 6000) {
        await turnOfTheLoop();
        throw refusal();
      }
      return new Promise((_resolve, reject) =>
        options.signal.addEventListener('abort', () => reject(options.signal.reason)),
      );
    });
    await expect(step(engine, claims, { providerConcurrency: 3 }).run(measured(20))).rejects.toEqual(refusal());
    expect(engine.asked.map(({ startMs }) => startMs)).toEqual([0, 3000, 6000, 9000]);
    expect(
      given.filter(({ signal }) => !signal.aborted),
      'pieces that are still asked for',
    ).toEqual([]);
    expect([...(kept.get('piece') ?? new Map()).keys()]).toEqual([0]);
  });

  it('by an error that may pass, no other piece is begun, and answers on their way are waited for and kept', async () => {
    const { kept, claims } = checkpoints();
    const failures: (() => void)[] = [];
    const engine = new ScriptedEngine('a', UNTIMED, async ({ startMs }, { signal }) => {
      const failed = new Promise<void>((resolve) => failures.push(resolve));
      if (startMs === 3000) {
        setImmediate(() => {
          for (const tell of failures) tell();
        });
        throw new ProviderError('The provider is overloaded.', { retryable: true });
      }
      await failed;
      signal.throwIfAborted();
      return undefined;
    });
    await expect(step(engine, claims, { providerConcurrency: 3 }).run(measured(20))).rejects.toThrow(
      'The provider is overloaded.',
    );
    expect(
      engine.asked.map(({ startMs }) => startMs),
      'pieces that were asked for',
    ).toEqual([0, 3000, 6000]);
    expect([...(kept.get('piece') ?? new Map()).keys()], 'pieces that were heard and kept').toEqual([0, 2]);
  });

  it('an answer that has arrived all the same is kept', async () => {
    const { kept, claims } = checkpoints();
    const answers: (() => void)[] = [];
    const engine = new ScriptedEngine('a', UNTIMED, async ({ startMs }, { signal }) => {
      if (startMs > 0) throw refused();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => answers.push(resolve) && resolve()));
      return undefined;
    });
    await expect(step(engine, claims, { providerConcurrency: 2 }).run(measured(10))).rejects.toEqual(refused());
    expect(engine.asked, 'pieces that were asked for').toHaveLength(2);
    expect([...(kept.get('piece') ?? new Map()).keys()]).toEqual([0]);
  });

  it('stops when the run is aborted, with the reason of that', async () => {
    const { claims } = checkpoints();
    const reason = new Error('stopping');
    const engine = new ScriptedEngine('a', UNTIMED, async () => {
      running.abort.abort(reason);
      return undefined;
    });
    const running = step(engine, claims, { providerConcurrency: 2 });
    await expect(running.run(measured(10))).rejects.toBe(reason);
    expect(engine.asked.length).toBeLessThanOrEqual(2);
  });
});

it('a text with line breaks is one line, in what is kept and in what an earlier release has kept', async () => {
  const { kept, claims } = checkpoints();
  const engine = new ScriptedEngine('a', UNTIMED, async ({ startMs, endMs }) => ({
    segments: [heardSegment(startMs, endMs, 'yes\nAgent: no')],
  }));
  await step(engine, claims).run(measured(1));
  expect(kept.get('piece')?.get(0)).toContain('"yes Agent: no"');
  kept.get('piece')?.set(0, (kept.get('piece')?.get(0) ?? '').replace('yes Agent', 'yes\\u2028Agent'));
  const [heard] = await step(engine, claims).run(measured(1));
  expect(heard?.transcript.segments.map(({ text }) => text)).toEqual(['yes Agent: no']);
});

describe('a worker with another engine', () => {
  it('hears only what is missing, and each piece names the engine that heard it', async () => {
    const { claims } = checkpoints();
    const first = new ScriptedEngine('first', UNTIMED, async ({ startMs }) => {
      if (startMs >= 9000) throw paused();
      return undefined;
    });
    await expect(step(first, claims, { providerConcurrency: 1 }).run(measured(10))).rejects.toEqual(paused());
    const second = new ScriptedEngine('second', { ...UNTIMED, timesSegments: true });
    const heard = await step(second, claims).run(measured(10));

    expect(second.asked.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([[9000, 29_000]]);
    expect(heard.map(({ piece, heardBy }) => [piece.startMs, piece.endMs, heardBy.engine])).toEqual([
      [0, 2000, 'first'],
      [3000, 5000, 'first'],
      [6000, 8000, 'first'],
      [9000, 29_000, 'second'],
    ]);
    const third = new ScriptedEngine('third');
    expect(await step(third, claims).run(measured(10))).toEqual(heard);
    expect(third.asked).toEqual([]);
  });

  it('replaces a plan of which nothing was heard, so that workers in turn leave one plan', async () => {
    const { kept, claims } = checkpoints();
    for (const name of ['a', 'b', 'a', 'b']) {
      const engine = new ScriptedEngine(name, UNTIMED, async () => Promise.reject(paused()));
      await expect(step(engine, claims).run(measured(5))).rejects.toEqual(paused());
    }
    expect(kept.get('plan')?.size, 'plans that are kept').toBe(1);
  });

  it('takes the engine of the plan for pieces that an earlier release heard', async () => {
    const { kept, claims } = checkpoints();
    const speech = [{ startMs: 0, endMs: 2000 }];
    const pieces = [{ channel: 0, startMs: 0, endMs: 2000, file: 'track.pcm', speech }];
    kept.set('plan', new Map([[0, JSON.stringify({ engine: 'older', pieces })]]));
    const transcript = { segments: [heardSegment(0, 2000, 'hello')], language: 'en', spotted: [], providerSeconds: 2 };
    kept.set('piece', new Map([[0, JSON.stringify(transcript)]]));
    const engine = new ScriptedEngine('newer');
    const heard = await step(engine, claims).run(measured(2));
    expect(heard.map(({ heardBy }) => [heardBy.engine, heardBy.grade, heardBy.hearing.minScore > 1])).toEqual([
      ['older', 'demo', true],
    ]);
    expect(engine.asked).toEqual([]);
  });
});

describe('an engine that loses the model that tells speakers apart', () => {
  it('keeps what was diarized, and what is left is cut by voice', async () => {
    const { kept, claims } = checkpoints();
    const engine: ScriptedEngine = new ScriptedEngine(
      'a',
      { maxPieceMs: 15_000, diarizesMono: true, carriesSpeakers: true, timesSegments: false },
      async ({ startMs, endMs }) => {
        if (!engine.capabilities.diarizesMono) return undefined;
        if (startMs === 0) return { segments: [heardSegment(startMs, endMs, 'both voices', { speaker: 'A@0' })] };
        engine.capabilities = { ...engine.capabilities, diarizesMono: false, carriesSpeakers: false };
        engine.lost = 'The model is gone.';
        throw new CapabilitiesChanged();
      },
    );
    const running = step(engine, claims);
    const heard = await running.run(measured(10, null));
    expect(engine.asked.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 14_000],
      [15_000, 29_000],
      ...[15_000, 18_000, 21_000, 24_000, 27_000].map((startMs) => [startMs, startMs + 2000]),
    ]);
    expect(heard.map(({ heardBy }) => heardBy.diarizes)).toEqual([true, false, false, false, false, false]);
    expect(running.reports).toEqual(['The model is gone.']);
    expect(kept.get('plan')?.size, 'plans that are kept').toBe(2);
  });

  it('ends the run when it goes on changing', async () => {
    const { claims } = checkpoints();
    const engine = new ScriptedEngine('a', UNTIMED, async () => Promise.reject(new CapabilitiesChanged()));
    await expect(step(engine, claims, { providerConcurrency: 1 }).run(measured(3))).rejects.toBeInstanceOf(
      CapabilitiesChanged,
    );
    expect(engine.asked, 'pieces that were asked for before the run ends').toHaveLength(4);
  });
});

describe('where another account waits', () => {
  it('the call gives way after a piece; what is on its way is heard and kept, and no other is begun', async () => {
    const { kept, claims } = checkpoints();
    const answers: (() => void)[] = [];
    const engine = new ScriptedEngine('a', UNTIMED, async ({ startMs }) => {
      if (startMs > 0) await new Promise<void>((answer) => answers.push(answer));
      return undefined;
    });
    const giveWay = async () => {
      throw new GaveWay();
    };
    const running = step(engine, claims, { providerConcurrency: 3, giveWay }).run(measured(10));
    await turnOfTheLoop();
    expect(engine.asked, 'pieces that were sent').toHaveLength(3);
    for (const answer of answers) answer();
    await expect(running).rejects.toBeInstanceOf(GaveWay);
    expect(kept.get('piece')?.size, 'pieces that are kept').toBe(3);
    const rest = new ScriptedEngine('a');
    const heard = await step(rest, claims).run(measured(10));
    expect(heard, 'pieces of the whole call').toHaveLength(10);
    expect(rest.asked, 'pieces that the next turn sent').toHaveLength(7);
  });

  it('each turn hears a piece, and a failure on the way is told in place of the change', async () => {
    const { kept, claims } = checkpoints();
    const giveWay = async () => {
      throw new GaveWay();
    };
    for (let turn = 1; turn <= 3; turn += 1) {
      const engine = new ScriptedEngine('a');
      await expect(step(engine, claims, { providerConcurrency: 1, giveWay }).run(measured(10))).rejects.toBeInstanceOf(
        GaveWay,
      );
      expect(kept.get('piece')?.size, `pieces after ${turn} turns`).toBe(turn);
    }
    const failing = new ScriptedEngine('a', UNTIMED, async ({ startMs }) => {
      if (startMs <= 9000) return undefined;
      await turnOfTheLoop();
      throw new ProviderError('The provider is overloaded.', { retryable: true });
    });
    await expect(step(failing, claims, { providerConcurrency: 2, giveWay }).run(measured(10))).rejects.toThrow(
      'The provider is overloaded.',
    );
  });

  it('a recording that had to be decoded again keeps its slot for as long as that took', async () => {
    const { kept, claims } = checkpoints();
    const giveWay = async () => {
      throw new GaveWay();
    };
    const options = { providerConcurrency: 1, giveWay, keepsSlotUntil: Number.POSITIVE_INFINITY };
    await step(new ScriptedEngine('a'), claims, options).run(measured(5));
    expect(kept.get('piece')?.size).toBe(5);
  });
});

// The cases that every implementation of SpanProposer must pass. The test file of each adapter registers them.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProviderError } from '../../src/ports/provider-error.js';
import { type CallToSearch, PROPOSED_TYPES, type SpanProposer } from '../../src/ports/span-proposer.js';
import { isCase, type NoCase } from './no-case.js';

export interface SpanProposerSetup {
  readonly working: (() => Promise<SpanProposer>) | NoCase;
  /** A proposer without an answer yet. */
  readonly stuck: (() => Promise<{ readonly proposer: SpanProposer; started(): Promise<unknown> }>) | NoCase;
  readonly odd: readonly { readonly what: string; proposer(): Promise<SpanProposer> }[] | NoCase;
  readonly failures:
    | readonly { readonly what: string; readonly retryable: boolean; proposer(): Promise<SpanProposer> }[]
    | NoCase;
  /** Keys and provider texts, which neither clients nor the log may hold. What was said is checked in any case. */
  readonly secrets: readonly string[];
  /** A proposer without an engine: it stands in where no language model is configured. */
  readonly absent: (() => SpanProposer) | NoCase;
}

const CALL: CallToSearch = {
  segments: ['I am Dana Miller.', 'Thank you, Dana.'].map((text, id) => ({ id, speaker: `speaker_${id}`, text })),
  language: 'en',
};
const never = () => new AbortController().signal;
const clean = z.string().regex(/\S/);
const proposals = z.array(
  z.strictObject({ segmentId: z.int().nonnegative(), quote: clean, type: z.enum(PROPOSED_TYPES) }),
);

export function describeSpanProposer(
  name: string,
  { working, stuck, odd, failures, secrets, absent }: SpanProposerSetup,
): void {
  describe(`the contract of SpanProposer: ${name}`, () => {
    if (isCase(working)) describeProposals(working);
    if (isCase(absent)) {
      it('has no engine, charges nothing, and gives null', async () => {
        const proposer = absent();
        expect([proposer.engine, proposer.isCharged]).toEqual([null, false]);
        expect(await proposer.propose(CALL, PROPOSED_TYPES, never()), 'names count as looked for').toBeNull();
      });
    }
    if (isCase(stuck)) {
      it("rejects with the signal's reason when it is aborted while the model works", async () => {
        const { proposer, started } = await stuck();
        const controller = new AbortController();
        const proposed = proposer.propose(CALL, PROPOSED_TYPES, controller.signal);
        await Promise.race([started(), proposed]);
        const reason = new Error('aborted in the middle');
        controller.abort(reason);
        await expect(proposed, 'a call that was given up is searched on').rejects.toBe(reason);
      });
    }
    if (isCase(failures)) {
      it.each(failures)('reports as a ProviderError: $what', async ({ what, retryable, proposer }) => {
        const error = await (await proposer()).propose(CALL, PROPOSED_TYPES, never()).then(
          () => expect.fail(`${what}, and the call counts as searched`),
          (reason: unknown) => reason,
        );
        expect(error, `${what}, and the error is no ProviderError`).toBeInstanceOf(ProviderError);
        expect(error).toMatchObject({ retryable });
        expectDiscreet(error, secrets);
      });
    }
    if (isCase(odd)) {
      it.each(odd)('reads an odd answer as proposals of the port, or refuses it: $what', async ({ proposer }) => {
        const outcome = await (await proposer())
          .propose(CALL, PROPOSED_TYPES, never())
          .catch((error: unknown) => error);
        if (!(outcome instanceof Error)) return expect(proposals.safeParse(outcome).error).toBeUndefined();
        expect(outcome).toBeInstanceOf(ProviderError);
        expectDiscreet(outcome, secrets);
      });
    }
  });
}

function describeProposals(working: () => Promise<SpanProposer>): void {
  it('has a name and a version of its prompt', async () => {
    const { engine } = await working();
    expect(engine?.name, 'clients cannot read the name of the proposer').toMatch(/^[\w:.-]+$/);
    expect(engine?.promptVersion, 'proposals of two versions look alike').toMatch(/^[\w.-]+$/);
  });

  it.each<[string, CallToSearch]>([
    ['a usual call', CALL],
    ['a call in which nothing was said', { ...CALL, segments: [] }],
    ['a call of no known language', { ...CALL, language: null }],
  ])('proposes spans of the call: %s', async (_what, call) => {
    const proposed = await (await working()).propose(call, PROPOSED_TYPES, never());
    expect(proposals.safeParse(proposed).error, 'the proposals do not have the shape of the port').toBeUndefined();
    const ids = new Set(call.segments.map(({ id }) => id));
    expect(
      proposed?.every(({ segmentId }) => ids.has(segmentId)),
      'a segment that does not exist',
    ).toBe(true);
  });

  it("rejects with the signal's reason when it was aborted before", async () => {
    const reason = new Error('aborted before');
    const proposed = (await working()).propose(CALL, PROPOSED_TYPES, AbortSignal.abort(reason));
    await expect(proposed, 'a call that was given up is searched').rejects.toBe(reason);
  });
}

/** Fails unless the error is one sentence for the client, and neither it nor its cause, which is logged, tells too much. */
function expectDiscreet(error: unknown, secrets: readonly string[]): void {
  expect(String(error), 'the error is not one sentence').toMatch(/^ProviderError: [A-Z][^\n]*$/);
  const cause = error instanceof Error ? String(error.cause) : '';
  for (const text of [...secrets, ...CALL.segments.map((segment) => segment.text)]) {
    expect(String(error), 'the error tells what no client may read').not.toContain(text);
    expect(cause, 'the log tells what it must not hold').not.toContain(text);
  }
}

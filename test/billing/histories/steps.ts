// What may happen to one account, as arbitraries of fast-check.
import fc from 'fast-check';

const MINUTE_MS = 60_000;

export type Step =
  | { readonly do: 'accept'; readonly declaredMs: number | null }
  | { readonly do: 'complete'; readonly pick: number; readonly durationMs: number }
  | { readonly do: 'fail' | 'retry' | 'delete' | 'deleteFailed'; readonly pick: number }
  | Send
  | { readonly do: 'subscribe'; readonly plan: 'starter' | 'growth'; readonly overageMinutes: number }
  | { readonly do: 'change'; readonly plan: 'starter' | 'growth'; readonly overageMinutes: number }
  | { readonly do: 'cancel'; readonly atPeriodEnd: boolean }
  /** In the provider's portal: for the end of the period, or some months later. */
  | { readonly do: 'cancelInPortal'; readonly months: number }
  /** By the operator, at the provider. */
  | { readonly do: 'pause'; readonly isPaused: boolean }
  | { readonly do: 'sellFurther'; readonly plan: 'starter' | 'growth' }
  | { readonly do: 'month' | 'sweep' };

/**
 * A worker sends a part of the call, measured before, to the provider of speech to text, or its transcript to that of the
 * analysis.
 */
export interface Send {
  readonly do: 'send';
  readonly pick: number;
  /** Where no worker has measured the call yet. */
  readonly durationMs: number;
  readonly what: 'piece' | 'transcript';
  readonly channel: 0 | 1 | null;
  /** Hundredths of the call. */
  readonly from: number;
  readonly share: number;
  /**
   * `killed`: right after the row was written, so that another worker sends it again. `refused`: unread, so that no one is
   * paid.
   */
  readonly end: 'answered' | 'killed' | 'refused';
}

/** What becomes of the provider's event about a change. */
export type EventFate = 'arrives' | 'late' | 'lost';

export interface Story {
  readonly steps: readonly Step[];
  /** By the number of the event; later events arrive. */
  readonly fates: readonly EventFate[];
  /** How far the provider's clock is ahead of Postgres' clock. */
  readonly skewMs: number;
  /** `turn`: the subscription's months begin at this very moment, so that a month later both clocks stand at the turn. */
  readonly phase: 'middle' | 'turn';
  readonly erased: boolean;
}

const durationMs = fc.integer({ min: 1, max: 9 * MINUTE_MS });
const pick = fc.nat({ max: 50 });
const plan = fc.constantFrom('starter' as const, 'growth' as const);
const overageMinutes = fc.constantFrom(0, 5, 20, 100);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('accept' as const), declaredMs: fc.option(durationMs) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('complete' as const), pick, durationMs }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('fail' as const, 'retry' as const, 'delete' as const, 'deleteFailed' as const),
      pick,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      pick,
      durationMs,
      what: fc.constantFrom('piece' as const, 'piece' as const, 'piece' as const, 'transcript' as const),
      channel: fc.constantFrom(null, 0 as const, 1 as const),
      from: fc.integer({ min: 0, max: 99 }),
      share: fc.integer({ min: 1, max: 100 }),
      end: fc.constantFrom('answered' as const, 'answered' as const, 'killed' as const, 'refused' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('subscribe' as const), plan, overageMinutes }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), plan, overageMinutes }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), atPeriodEnd: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('cancelInPortal' as const), months: fc.constantFrom(0, 0, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pause' as const), isPaused: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sellFurther' as const), plan }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('month' as const, 'sweep' as const) }) },
);

const order: fc.Arbitrary<Step> = fc.record({ do: fc.constant('subscribe' as const), plan, overageMinutes });
/** Most accounts order a plan first, since little can go wrong without one. */
const steps: fc.Arbitrary<Step[]> = fc
  .tuple(fc.option(order, { freq: 4 }), fc.array(step, { minLength: 3, maxLength: 20 }))
  .map(([first, others]) => (first === null ? others : [first, ...others]));

export const story: fc.Arbitrary<Story> = fc.record({
  steps,
  fates: fc.array(fc.constantFrom<EventFate>('arrives', 'arrives', 'late', 'lost'), { maxLength: 6 }),
  skewMs: fc.constantFrom(0, 0, 5_000, -5_000, 90_000, -90_000),
  phase: fc.constantFrom('middle' as const, 'turn' as const),
  erased: fc.boolean(),
});

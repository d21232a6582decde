// A provider that is in trouble, whatever call it is asked about: such a failure is waited for and is no call's fault.

export const ENGINE_TASKS = ['transcription', 'analysis'] as const;

/** The purpose of a request. The sentences for clients and operators name the provider by it. */
export type EngineTask = (typeof ENGINE_TASKS)[number];

/** An engine by which work was done, as clients see it. */
export interface NamedEngine {
  /** Name in this installation. */
  readonly name: string;
  readonly provider: string;
  /** Null: the provider has no choice of models. */
  readonly model: string | null;
}

/** An engine as work is done by it. */
export interface ChosenEngine {
  /** Name in this installation. */
  readonly name: string;
  /** Key of the account's own; null: that of the installation. */
  readonly apiKey: string | null;
}

/** Engines by which one piece of work is done. A task that is missing is done by the installation's default. */
export type ChosenEngines = Readonly<Partial<Record<EngineTask, ChosenEngine>>>;

/** Stands in place of the choice where it could not be read: the run fails once it needs an engine, and is tried again. */
export class EnginesUnknown {
  constructor(readonly error: unknown) {}
}

/**
 * What a pause concerns: an engine, or an engine by an account's own key, so that a refused key stops the calls of that account
 * alone.
 */
export const pauseKeyOf = (name: string, ownKeyOf: string | null) => (ownKeyOf === null ? name : `${name}@${ownKeyOf}`);

export const TROUBLE_REASONS = ['away', 'busy', 'failing', 'slow', 'quota', 'credentials', 'model'] as const;
export type TroubleReason = (typeof TROUBLE_REASONS)[number];

export interface EngineTrouble {
  readonly engine: EngineTask;
  readonly reason: TroubleReason;
  /**
   * True when the response speaks for every call (429, 503, refused credentials); false when this recording may have caused it.
   */
  readonly certain: boolean;
  /** False when nothing was sent, because the engine is paused. */
  readonly sent: boolean;
}

const WHAT_IT_DOES: Readonly<Record<TroubleReason, string>> = {
  away: 'could not be reached',
  busy: 'is busy',
  failing: 'failed to answer',
  slow: 'did not answer in time',
  quota: 'has no quota left for this service',
  credentials: "does not accept this service's credentials",
  model: 'does not offer the configured model',
};

/** One sentence for clients, with its full stop. */
export function troubleSentence(engine: EngineTask, reason: TroubleReason): string {
  return `The ${engine} provider ${WHAT_IT_DOES[reason]}.`;
}

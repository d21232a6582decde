// A provider that is in trouble, whatever call it is asked about: such a failure is waited for and is no call's fault.

export const ENGINE_TASKS = ['transcription', 'analysis'] as const;

/** The purpose of a request. The sentences for clients and operators name the provider by it. */
export type EngineTask = (typeof ENGINE_TASKS)[number];

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

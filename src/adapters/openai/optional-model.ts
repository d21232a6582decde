// A model that the service does not strictly need, and that the provider may withdraw while the service runs.
import { APIError } from 'openai';
import type { OpenAiClient } from './openai-client.js';
import { listsModel } from './openai-models.js';

/** Time after which a withdrawn model is checked again. */
const LOOK_AGAIN_MS = 3_600_000;

/** True for the response to a request that names a model which the provider does not offer (404, `model_not_found`). */
export function isModelGone(error: unknown): boolean {
  if (!(error instanceof APIError)) return false;
  return error.code === 'model_not_found' || error.status === 404 || error.status === 410;
}

/** Availability of the model in this process: it counts as offered until several requests in a row were refused. */
export class OptionalModel {
  #isGone = false;
  #lookAgainAt = 0;

  constructor(
    private readonly client: OpenAiClient,
    readonly name: string,
    private readonly now: () => number,
  ) {}

  get isGone(): boolean {
    return this.#isGone;
  }

  markGone(): void {
    this.#isGone = true;
    this.#lookAgainAt = this.now() + LOOK_AGAIN_MS;
  }

  /** Checks the provider's list for a withdrawn model, at most once an hour. A list that cannot be read changes nothing. */
  async lookAgain(signal: AbortSignal): Promise<void> {
    if (!this.#isGone || this.now() < this.#lookAgainAt) return;
    this.#lookAgainAt = this.now() + LOOK_AGAIN_MS;
    try {
      if (await listsModel(this.client, 'transcription', this.name, signal)) this.#isGone = false;
    } catch {
      signal.throwIfAborted();
    }
  }
}

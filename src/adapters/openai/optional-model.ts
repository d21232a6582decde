// A model that the service can do without, and that the provider may withdraw while the service runs.
import { APIError } from 'openai';
import type { OpenAiClient } from './openai-client.js';
import { listsModel } from './openai-models.js';

/** A withdrawn model is looked for again after this time. */
const LOOK_AGAIN_MS = 3_600_000;

/** True for the response to a request that names a model which the provider does not offer (404, `model_not_found`). */
export function isModelGone(error: unknown): boolean {
  if (!(error instanceof APIError)) return false;
  return error.code === 'model_not_found' || error.status === 404 || error.status === 410;
}

/** What this process knows of the model: it counts as offered until several requests in a row are refused. */
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

  /** Looks for a withdrawn model in the provider's list, at most once an hour. A list that cannot be had changes nothing. */
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

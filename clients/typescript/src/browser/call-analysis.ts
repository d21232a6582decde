import { Client } from '../client.js';
import { type ClientOptions, settingsOf } from '../settings.js';
import { BROWSER } from './browser-platform.js';

/**
 * A client of the Call Analysis Service for pages and workers, on `fetch`. Without `baseUrl` it asks the origin of the page.
 * Give it an access token, not an API key: everyone who sees the page could copy the key.
 */
export class CallAnalysis extends Client {
  readonly #options: ClientOptions;

  /** @throws CallAnalysisError of kind `argument` */
  constructor(options: ClientOptions = {}) {
    super(settingsOf(options, BROWSER));
    this.#options = options;
  }

  /** A client for another API key or access token, with all other options of this one. */
  withApiKey(apiKey: string): CallAnalysis {
    return new CallAnalysis({ ...this.#options, apiKey });
  }
}

import { Client } from './client.js';
import { NODE } from './node/node-platform.js';
import { type ClientOptions, settingsOf } from './settings.js';

/**
 * A client of the Call Analysis Service. One is enough for a whole program; requests may run at the same time.
 * @example
 * const client = new CallAnalysis({ apiKey: 'sk_test_…' });
 * const { id } = await client.analyses.create({ agent_id: 'agent-7', contact_id: 'cust-42', scenario: 'good_call' });
 * const analysis = await client.analyses.waitForCompletion(id);
 */
export class CallAnalysis extends Client {
  readonly #options: ClientOptions;

  /** @throws CallAnalysisError of kind `argument` */
  constructor(options: ClientOptions = {}) {
    const settings = settingsOf(options, NODE);
    super(settings);
    // Clients with other credentials share the connections.
    this.#options = { ...options, agent: settings.agent };
  }

  /** A client for another API key or access token, with all other options of this one. */
  withApiKey(apiKey: string): CallAnalysis {
    return new CallAnalysis({ ...this.#options, apiKey });
  }
}

import { Analyses } from './analyses.js';
import { Sender } from './http/sender.js';
import {
  ApiKeys,
  Auth,
  Billing,
  Evaluations,
  Rescores,
  ReviewQueue,
  Reviews,
  Scorecards,
  Users,
  Webhooks,
} from './resources.generated.js';
import { type ClientOptions, settingsOf } from './settings.js';

/**
 * A client of the Call Analysis Service. One is enough for a whole program; requests may run at the same time.
 * @example
 * const client = new CallAnalysis({ apiKey: 'sk_test_…' });
 * const { id } = await client.analyses.create({ agent_id: 'agent-7', contact_id: 'cust-42', scenario: 'good_call' });
 * const analysis = await client.analyses.waitForCompletion(id);
 */
export class CallAnalysis {
  readonly auth: Auth;
  readonly users: Users;
  readonly apiKeys: ApiKeys;
  readonly billing: Billing;
  readonly analyses: Analyses;
  readonly scorecards: Scorecards;
  readonly evaluations: Evaluations;
  readonly reviews: Reviews;
  readonly reviewQueue: ReviewQueue;
  readonly rescores: Rescores;
  readonly webhooks: Webhooks;
  readonly #options: ClientOptions;

  /** @throws CallAnalysisError of kind `argument` */
  constructor(options: ClientOptions = {}) {
    const settings = settingsOf(options);
    // Clients with other credentials share the connections.
    this.#options = { ...options, agent: settings.agent };
    const sender = new Sender(settings);
    this.auth = new Auth(sender);
    this.users = new Users(sender);
    this.apiKeys = new ApiKeys(sender);
    this.billing = new Billing(sender);
    this.analyses = new Analyses(sender);
    this.scorecards = new Scorecards(sender);
    this.evaluations = new Evaluations(sender);
    this.reviews = new Reviews(sender);
    this.reviewQueue = new ReviewQueue(sender);
    this.rescores = new Rescores(sender);
    this.webhooks = new Webhooks(sender);
  }

  /** A client for another API key or access token, with all other options of this one. */
  withApiKey(apiKey: string): CallAnalysis {
    return new CallAnalysis({ ...this.#options, apiKey });
  }
}

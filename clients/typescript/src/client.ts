import { Analyses } from './analyses.js';
import { Sender } from './http/sender.js';
import {
  ApiKeys,
  Auth,
  Billing,
  Evaluations,
  Exports,
  Redactions,
  Rescores,
  ReviewQueue,
  Reviews,
  Scorecards,
  Settings,
  Statistics,
  Users,
  WebhookEndpoints,
  Webhooks,
} from './resources.generated.js';
import type { Settings as ClientSettings } from './settings.js';

/** The operations of the service, by their resources. */
export abstract class Client {
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
  readonly redactions: Redactions;
  readonly statistics: Statistics;
  readonly exports: Exports;
  readonly settings: Settings;
  readonly webhooks: Webhooks;
  readonly webhookEndpoints: WebhookEndpoints;

  protected constructor(settings: ClientSettings) {
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
    this.redactions = new Redactions(sender);
    this.statistics = new Statistics(sender);
    this.exports = new Exports(sender);
    this.settings = new Settings(sender);
    this.webhookEndpoints = new WebhookEndpoints(sender);
    this.webhooks = new Webhooks(sender);
  }
}

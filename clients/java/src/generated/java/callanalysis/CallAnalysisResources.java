// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** The resources of a client. */
abstract class CallAnalysisResources {
  private final Auth auth;
  private final Members members;
  private final Invitations invitations;
  private final Sso sso;
  private final Users users;
  private final ApiKeys apiKeys;
  private final Billing billing;
  private final Analyses analyses;
  private final Batches batches;
  private final Settings settings;
  private final Scorecards scorecards;
  private final Evaluations evaluations;
  private final Rescores rescores;
  private final EngineTrials engineTrials;
  private final ReviewQueue reviewQueue;
  private final Samples samples;
  private final Calibrations calibrations;
  private final Reviews reviews;
  private final Disputes disputes;
  private final Redactions redactions;
  private final Holds holds;
  private final Erasures erasures;
  private final Audit audit;
  private final Exports exports;
  private final Evidence evidence;
  private final Webhooks webhooks;
  private final WebhookEndpoints webhookEndpoints;
  private final Sources sources;
  private final Statistics statistics;

  CallAnalysisResources(Transport transport) {
    auth = new Auth(transport);
    members = new Members(transport);
    invitations = new Invitations(transport);
    sso = new Sso(transport);
    users = new Users(transport);
    apiKeys = new ApiKeys(transport);
    billing = new Billing(transport);
    analyses = new Analyses(transport);
    batches = new Batches(transport);
    settings = new Settings(transport);
    scorecards = new Scorecards(transport);
    evaluations = new Evaluations(transport);
    rescores = new Rescores(transport);
    engineTrials = new EngineTrials(transport);
    reviewQueue = new ReviewQueue(transport);
    samples = new Samples(transport);
    calibrations = new Calibrations(transport);
    reviews = new Reviews(transport);
    disputes = new Disputes(transport);
    redactions = new Redactions(transport);
    holds = new Holds(transport);
    erasures = new Erasures(transport);
    audit = new Audit(transport);
    exports = new Exports(transport);
    evidence = new Evidence(transport);
    webhooks = new Webhooks(transport);
    webhookEndpoints = new WebhookEndpoints(transport);
    sources = new Sources(transport);
    statistics = new Statistics(transport);
  }

  /**
   * The methods of auth.
   *
   * @return the same at each call
   */
  public Auth auth() {
    return auth;
  }

  /**
   * The methods of members.
   *
   * @return the same at each call
   */
  public Members members() {
    return members;
  }

  /**
   * The methods of invitations.
   *
   * @return the same at each call
   */
  public Invitations invitations() {
    return invitations;
  }

  /**
   * The methods of sso.
   *
   * @return the same at each call
   */
  public Sso sso() {
    return sso;
  }

  /**
   * The methods of users.
   *
   * @return the same at each call
   */
  public Users users() {
    return users;
  }

  /**
   * The methods of apiKeys.
   *
   * @return the same at each call
   */
  public ApiKeys apiKeys() {
    return apiKeys;
  }

  /**
   * The methods of billing.
   *
   * @return the same at each call
   */
  public Billing billing() {
    return billing;
  }

  /**
   * The methods of analyses.
   *
   * @return the same at each call
   */
  public Analyses analyses() {
    return analyses;
  }

  /**
   * The methods of batches.
   *
   * @return the same at each call
   */
  public Batches batches() {
    return batches;
  }

  /**
   * The methods of settings.
   *
   * @return the same at each call
   */
  public Settings settings() {
    return settings;
  }

  /**
   * The methods of scorecards.
   *
   * @return the same at each call
   */
  public Scorecards scorecards() {
    return scorecards;
  }

  /**
   * The methods of evaluations.
   *
   * @return the same at each call
   */
  public Evaluations evaluations() {
    return evaluations;
  }

  /**
   * The methods of rescores.
   *
   * @return the same at each call
   */
  public Rescores rescores() {
    return rescores;
  }

  /**
   * The methods of engineTrials.
   *
   * @return the same at each call
   */
  public EngineTrials engineTrials() {
    return engineTrials;
  }

  /**
   * The methods of reviewQueue.
   *
   * @return the same at each call
   */
  public ReviewQueue reviewQueue() {
    return reviewQueue;
  }

  /**
   * The methods of samples.
   *
   * @return the same at each call
   */
  public Samples samples() {
    return samples;
  }

  /**
   * The methods of calibrations.
   *
   * @return the same at each call
   */
  public Calibrations calibrations() {
    return calibrations;
  }

  /**
   * The methods of reviews.
   *
   * @return the same at each call
   */
  public Reviews reviews() {
    return reviews;
  }

  /**
   * The methods of disputes.
   *
   * @return the same at each call
   */
  public Disputes disputes() {
    return disputes;
  }

  /**
   * The methods of redactions.
   *
   * @return the same at each call
   */
  public Redactions redactions() {
    return redactions;
  }

  /**
   * The methods of holds.
   *
   * @return the same at each call
   */
  public Holds holds() {
    return holds;
  }

  /**
   * The methods of erasures.
   *
   * @return the same at each call
   */
  public Erasures erasures() {
    return erasures;
  }

  /**
   * The methods of audit.
   *
   * @return the same at each call
   */
  public Audit audit() {
    return audit;
  }

  /**
   * The methods of exports.
   *
   * @return the same at each call
   */
  public Exports exports() {
    return exports;
  }

  /**
   * The methods of evidence.
   *
   * @return the same at each call
   */
  public Evidence evidence() {
    return evidence;
  }

  /**
   * The methods of webhooks.
   *
   * @return the same at each call
   */
  public Webhooks webhooks() {
    return webhooks;
  }

  /**
   * The methods of webhookEndpoints.
   *
   * @return the same at each call
   */
  public WebhookEndpoints webhookEndpoints() {
    return webhookEndpoints;
  }

  /**
   * The methods of sources.
   *
   * @return the same at each call
   */
  public Sources sources() {
    return sources;
  }

  /**
   * The methods of statistics.
   *
   * @return the same at each call
   */
  public Statistics statistics() {
    return statistics;
  }
}

// The methods of the library by their names in snake case.
import type { CallAnalysis, CreateAnalysisParams, RequestOptions } from '../src/index.js';
import type { ProgressLog } from './progress-log.js';

/** What a server has and a page has not, and the other way round. */
export interface Host {
  readonly openClient: (settings: ClientSettings | undefined) => CallAnalysis;
  /** @param path of a recording */
  readonly openFile: (path: string) => unknown;
  readonly openStream: (path: string) => unknown;
  readonly verifyWebhook: (args: Readonly<Record<string, unknown>>) => unknown;
}

export interface ClientSettings {
  readonly base_url: string;
  readonly api_key?: string;
  readonly timeout_ms?: number;
  readonly stream_timeout_ms?: number;
  readonly max_retries?: number;
  readonly resumable_above?: number;
}

export interface Wanted {
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: RequestOptions;
  readonly progress: ProgressLog;
}

/** Arguments come from JSON: their types are the caller's care. */
type Arguments = never;
type Ids = Readonly<
  Record<'id' | 'key_id' | 'delivery_id' | 'question' | 'correction_id' | 'link_id' | 'analysis_id', string>
> & { readonly revision: number };
type Method = (client: CallAnalysis, params: Arguments, ids: Ids, options: RequestOptions) => PromiseLike<unknown>;
type ListMethod = (
  client: CallAnalysis,
  params: Arguments,
  ids: Ids,
  options: RequestOptions,
) => AsyncIterable<unknown>;

const METHODS: Readonly<Record<string, Method>> = {
  'auth.register': (client, params, _, options) => client.auth.register(params, options),
  'auth.verify_email': (client, params, _, options) => client.auth.verifyEmail(params, options),
  'auth.resend_verification': (client, params, _, options) => client.auth.resendVerification(params, options),
  'auth.log_in': (client, params, _, options) => client.auth.logIn(params, options),
  'auth.refresh': (client, params, _, options) => client.auth.refresh(params, options),
  'auth.log_out': (client, params, _, options) => client.auth.logOut(params, options),
  'auth.request_password_reset': (client, params, _, options) => client.auth.requestPasswordReset(params, options),
  'auth.open_review_session': (client, params, _, options) => client.auth.openReviewSession(params, options),
  'auth.confirm_password_reset': (client, params, _, options) => client.auth.confirmPasswordReset(params, options),
  'users.me': (client, _, __, options) => client.users.me(options),
  'users.update': (client, params, _, options) => client.users.update(params, options),
  'users.delete': (client, params, _, options) => client.users.delete(params, options),
  'api_keys.create': (client, params, _, options) => client.apiKeys.create(params, options),
  'api_keys.revoke': (client, _, ids, options) => client.apiKeys.revoke(ids.key_id, options),
  'billing.plans': (client, _, __, options) => client.billing.plans(options),
  'billing.subscription': (client, _, __, options) => client.billing.subscription(options),
  'billing.create_subscription': (client, params, _, options) => client.billing.createSubscription(params, options),
  'billing.update_subscription': (client, params, _, options) => client.billing.updateSubscription(params, options),
  'billing.cancel_subscription': (client, params, _, options) => client.billing.cancelSubscription(params, options),
  'billing.usage': (client, _, __, options) => client.billing.usage(options),
  'billing.customer_portal': (client, _, __, options) => client.billing.customerPortal(options),
  'analyses.retry': (client, _, { id }, options) => client.analyses.retry(id, options),
  'analyses.get': (client, params, { id }, options) => client.analyses.get(id, params, options),
  'analyses.get_summary': (client, _, { id }, options) => client.analyses.getSummary(id, options),
  'analyses.delete': (client, _, { id }, options) => client.analyses.delete(id, options),
  'analyses.transcript': (client, params, { id }, options) => client.analyses.transcript(id, params, options),
  'analyses.report': (client, params, { id }, options) => client.analyses.report(id, params, options),
  'analyses.create_report_link': (client, params, { id }, options) =>
    client.analyses.createReportLink(id, params, options),
  'analyses.create_correction': (client, params, { id }, options) =>
    client.analyses.createCorrection(id, params, options),
  'analyses.correction': (client, _, ids, options) => client.analyses.correction(ids.id, ids.correction_id, options),
  'analyses.wait_for_correction': (client, _, ids, { signal }) =>
    client.analyses.waitForCorrection(ids.id, ids.correction_id, { signal }),
  'analyses.create_review_link': (client, params, { id }, options) =>
    client.analyses.createReviewLink(id, params, options),
  'analyses.review_link': (client, _, ids, options) => client.analyses.reviewLink(ids.id, ids.link_id, options),
  'analyses.delete_review_link': (client, _, ids, options) =>
    client.analyses.deleteReviewLink(ids.id, ids.link_id, options),
  'analyses.register_webhook': (client, params, { id }, options) =>
    client.analyses.registerWebhook(id, params, options),
  'analyses.delivery': (client, _, ids, options) => client.analyses.delivery(ids.id, ids.delivery_id, options),
  'analyses.redeliver': (client, _, ids, options) => client.analyses.redeliver(ids.id, ids.delivery_id, options),
  'scorecards.create': (client, params, _, options) => client.scorecards.create(params, options),
  'scorecards.get': (client, _, { id }, options) => client.scorecards.get(id, options),
  'scorecards.update': (client, params, { id }, options) => client.scorecards.update(id, params, options),
  'scorecards.archive': (client, _, { id }, options) => client.scorecards.archive(id, options),
  'scorecards.create_revision': (client, params, { id }, options) =>
    client.scorecards.createRevision(id, params, options),
  'scorecards.get_revision': (client, _, ids, options) => client.scorecards.getRevision(ids.id, ids.revision, options),
  'scorecards.update_revision': (client, params, ids, options) =>
    client.scorecards.updateRevision(ids.id, ids.revision, params, options),
  'scorecards.try_revision': (client, params, ids, options) =>
    client.scorecards.tryRevision(ids.id, ids.revision, params, options),
  'scorecards.publish_revision': (client, params, ids, options) =>
    client.scorecards.publishRevision(ids.id, ids.revision, params, options),
  'evaluations.create': (client, params, { id }, options) => client.evaluations.create(id, params, options),
  'evaluations.get': (client, _, { id }, options) => client.evaluations.get(id, options),
  'evaluations.answer': (client, params, ids, options) =>
    client.evaluations.answer(ids.id, ids.question, params, options),
  'reviews.create': (client, params, { id }, options) => client.reviews.create(id, params, options),
  'review_queue.claim': (client, params, _, options) => client.reviewQueue.claim(params, options),
  'review_queue.release': (client, params, ids, options) =>
    client.reviewQueue.release(ids.analysis_id, params, options),
  'review_queue.dismiss': (client, params, ids, options) =>
    client.reviewQueue.dismiss(ids.analysis_id, params, options),
  'rescores.create': (client, params, _, options) => client.rescores.create(params, options),
  'rescores.get': (client, _, { id }, options) => client.rescores.get(id, options),
  'rescores.cancel': (client, _, { id }, options) => client.rescores.cancel(id, options),
  'statistics.calls': (client, params, _, options) => client.statistics.calls(params, options),
  'statistics.evaluations': (client, params, _, options) => client.statistics.evaluations(params, options),
  'statistics.answers': (client, params, _, options) => client.statistics.answers(params, options),
  'exports.create': (client, params, _, options) => client.exports.create(params, options),
  'exports.get': (client, _, { id }, options) => client.exports.get(id, options),
  'exports.cancel': (client, _, { id }, options) => client.exports.cancel(id, options),
  'exports.delete': (client, _, { id }, options) => client.exports.delete(id, options),
  'webhook_endpoints.create': (client, params, _, options) => client.webhookEndpoints.create(params, options),
  'webhook_endpoints.update': (client, params, { id }, options) => client.webhookEndpoints.update(id, params, options),
  'webhook_endpoints.delete': (client, _, { id }, options) => client.webhookEndpoints.delete(id, options),
  'webhook_endpoints.secret': (client, _, { id }, options) => client.webhookEndpoints.secret(id, options),
  'webhook_endpoints.rotate_secret': (client, _, { id }, options) => client.webhookEndpoints.rotateSecret(id, options),
  'webhook_endpoints.test': (client, params, { id }, options) => client.webhookEndpoints.test(id, params, options),
  'uploads.create': (client, params: { length: number; file_name?: string }, _, options) =>
    client.uploads.create({ length: params.length, fileName: params.file_name }, options),
  'uploads.get': (client, _, { id }, options) => client.uploads.get(id, options),
  'uploads.delete': (client, _, { id }, options) => client.uploads.delete(id, options).then(() => null),
  'webhooks.secret': (client, _, __, options) => client.webhooks.secret(options),
  'webhooks.rotate_secret': (client, _, __, options) => client.webhooks.rotateSecret(options),
  'webhooks.test': (client, params, _, options) => client.webhooks.test(params, options),
};

const LISTS: Readonly<Record<string, ListMethod>> = {
  'api_keys.list': (client, params, _, options) => client.apiKeys.list(params, options),
  'billing.history': (client, params, _, options) => client.billing.history(params, options),
  'billing.records': (client, params, _, options) => client.billing.records(params, options),
  'analyses.list': (client, params, _, options) => client.analyses.list(params, options),
  'analyses.list_summaries': (client, params, _, options) => client.analyses.listSummaries(params, options),
  'analyses.search': (client, params, _, options) => client.analyses.search(params, options),
  'exports.list': (client, params, _, options) => client.exports.list(params, options),
  'webhook_endpoints.list': (client, params, _, options) => client.webhookEndpoints.list(params, options),
  'webhook_endpoints.deliveries': (client, params, { id }, options) =>
    client.webhookEndpoints.deliveries(id, params, options),
  'scorecards.list': (client, params, _, options) => client.scorecards.list(params, options),
  'scorecards.list_revisions': (client, params, { id }, options) =>
    client.scorecards.listRevisions(id, params, options),
  'evaluations.list': (client, params, _, options) => client.evaluations.list(params, options),
  'evaluations.list_of_analysis': (client, params, { id }, options) =>
    client.evaluations.listOfAnalysis(id, params, options),
  'reviews.list': (client, params, _, options) => client.reviews.list(params, options),
  'reviews.list_of_analysis': (client, params, { id }, options) => client.reviews.listOfAnalysis(id, params, options),
  'review_queue.list': (client, params, _, options) => client.reviewQueue.list(params, options),
  'analyses.corrections': (client, params, { id }, options) => client.analyses.corrections(id, params, options),
  'analyses.review_links': (client, params, { id }, options) => client.analyses.reviewLinks(id, params, options),
  'rescores.list': (client, params, _, options) => client.rescores.list(params, options),
  'analyses.deliveries': (client, params, { id }, options) => client.analyses.deliveries(id, params, options),
};

/** @returns what the method answers; of a list its items, of a stream its events */
export async function callNamed(
  name: string,
  host: Host,
  settings: ClientSettings | undefined,
  wanted: Wanted,
): Promise<unknown> {
  if (name === 'verify_webhook') return host.verifyWebhook(wanted.args);
  const client = host.openClient(settings);
  const { args, options } = wanted;
  const { id, key_id, delivery_id, question, correction_id, link_id, timeout_ms, take, ...others } = args;
  const { revision, ...withoutRevision } = others;
  const { analysis_id, ...withoutAnalysis } = others;
  // Elsewhere they are members of the body or the query.
  const inPath: Readonly<Record<string, object>> = { scorecards: withoutRevision, review_queue: withoutAnalysis };
  const params = inPath[name.split('.')[0] ?? ''] ?? others;
  const ids = { id, key_id, delivery_id, question, correction_id, link_id, revision, analysis_id } as Ids;
  if (name === 'analyses.create') return create(client, host, wanted);
  if (name === 'uploads.send') return sendUpload(client, host, wanted);
  if (name === 'analyses.events') return eventsOf(client, ids.id, options);
  if (name === 'analyses.wait_for_completion')
    return client.analyses.waitForCompletion(ids.id, {
      timeout: timeout_ms as number | undefined,
      signal: options.signal,
    });
  const list = LISTS[name];
  if (list) return taken(list(client, params as Arguments, ids, options), Number(take ?? Number.POSITIVE_INFINITY));
  const method = METHODS[name];
  if (!method) throw new Error(`The library has no method ${name}`);
  return method(client, params as Arguments, ids, options);
}

function sendUpload(client: CallAnalysis, host: Host, { args, options, progress }: Wanted): Promise<unknown> {
  const file = host.openFile(String(args.file)) as string;
  return client.uploads.send(String(args.id), { file, onProgress: progress.note }, options);
}

function create(client: CallAnalysis, host: Host, { args, options, progress }: Wanted): Promise<unknown> {
  const { stream, progress: isWatched, ...params } = args;
  return client.analyses.create(
    {
      ...params,
      ...(typeof args.file === 'string' && { file: host.openFile(args.file) }),
      ...(typeof stream === 'string' && { stream: host.openStream(stream) }),
      ...(isWatched === true && { onProgress: progress.note }),
    } as unknown as CreateAnalysisParams,
    options,
  );
}

async function eventsOf(client: CallAnalysis, id: string, options: RequestOptions): Promise<unknown[]> {
  const events = [];
  for await (const { event, data } of client.analyses.events(id, options)) events.push({ event, data });
  return events;
}

async function taken(items: AsyncIterable<unknown>, count: number): Promise<unknown[]> {
  const list: unknown[] = [];
  if (count <= 0) return list;
  for await (const item of items) {
    list.push(item);
    if (list.length >= count) break;
  }
  return list;
}

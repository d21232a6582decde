// Starts, bounds and ends what the outbox sends.
import { effect } from '@preact/signals';
import { type Analysis, CallAnalysisError, type Scenario } from '../../../clients/typescript/src/browser.js';
import { read, write } from '../api/api.js';
import { isOfOneMode, showsTest } from '../routing/mode.js';
import { address } from '../routing/router.js';
import { session } from '../session/session.js';
import { refreshMinutes } from './minutes.js';
import {
  acceptedCall,
  change,
  fieldsOf,
  type Item,
  items,
  newItem,
  newKey,
  onTheirWay,
  processing,
  put,
  ready,
  type State,
} from './outbox.js';
import { playScenario } from './play-scenario.js';
import { FileUnreadable, upload } from './upload.js';

/** More at once make none of them faster, and a browser has six connections to a service over HTTP/1.1. */
const MAX_AT_ONCE = 3;

const running = new Map<number, AbortController>();

export function sendReady(): void {
  for (const item of ready.value) change(item.id, queued);
  pump();
}

const queued = (item: Item): Item => ({ ...item, fields: fieldsOf(item) ?? item.fields, state: { kind: 'queued' } });

export function send(scenario: Scenario, fields: Item['fields']): void {
  const item = newItem({ scenario }, fields);
  items.value = [...items.value, { ...item, state: { kind: 'queued' } }];
  pump();
}

export function cancel(id: number): void {
  const controller = running.get(id);
  if (controller) controller.abort();
  else put(id, { kind: 'cancelled' });
}

export function cancelAll(): void {
  for (const { id, state } of items.value) if (state.kind === 'queued') put(id, { kind: 'cancelled' });
  for (const controller of running.values()) controller.abort();
}

/**
 * One that was cancelled may have arrived: it is sent as it was, with its key. Of one that was refused nothing was made: where
 * something of it was changed since, it is another request.
 */
export function sendAgain(id: number): void {
  change(id, (item) => {
    const isRefused = item.state.kind === 'refused';
    const next = isRefused ? queued(item) : { ...item, state: { kind: 'queued' } as const };
    const isSame = JSON.stringify(next.fields) === JSON.stringify(item.fields);
    return isSame ? next : { ...next, key: newKey() };
  });
  pump();
}

function pump(): void {
  for (const item of items.value) {
    if (running.size >= MAX_AT_ONCE) return;
    if (item.state.kind === 'queued') void run(item);
  }
}

async function run({ id, source, fields, key }: Item): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  running.set(id, controller);
  put(id, { kind: 'sending', sentBytes: 0 });
  try {
    if (fields === null) throw new Error('It has no fields');
    const accepted: Analysis =
      'file' in source
        ? await upload({
            ...{ file: source.file, fields, key, signal },
            onProgress: (sentBytes) => put(id, { kind: 'sending', sentBytes }),
            onPause: (why, until) => put(id, { kind: 'paused', why, until }),
          })
        : await playScenario(source.scenario, fields, key);
    put(id, { kind: 'accepted', call: acceptedCall(accepted) });
    // Who goes to the calls next looks for this one. A view of calls stays with what it shows.
    if (!isOfOneMode(address.peek().path)) showsTest.value = !accepted.livemode;
    refreshMinutes();
  } catch (error) {
    put(id, endOf(error, signal));
  } finally {
    running.delete(id);
    pump();
  }
}

function endOf(error: unknown, { aborted }: AbortSignal): State {
  if (aborted) return { kind: 'cancelled' };
  if (error instanceof CallAnalysisError) return { kind: 'refused', error };
  if (!(error instanceof FileUnreadable)) reportError(error);
  return { kind: 'unreadable' };
}

/** Asks how far the calls are that were sent, all with one request. */
export async function refreshSent(signal: AbortSignal): Promise<void> {
  const wanted = new Set(processing.value.map(({ id }) => id));
  const first = Math.min(...processing.value.map(({ created }) => created));
  if (wanted.size === 0) return;
  await read(async (client) => {
    const since = { created_after: String(first - 1), limit: 100 };
    for await (const call of client.analyses.listSummaries(since, { signal })) {
      if (!wanted.delete(call.id)) continue;
      settle(acceptedCall(call));
      if (wanted.size === 0) return;
    }
  }, signal);
}

/** A call that failed is started again from its recording, which the service has. */
export async function startAgain(analysisId: string, key: string): Promise<void> {
  settle(acceptedCall(await write((client) => client.analyses.retry(analysisId, { idempotencyKey: key }))));
}

function settle(call: ReturnType<typeof acceptedCall>): void {
  if (call.status !== 'processing') refreshMinutes();
  items.value = items.value.map((item) =>
    item.state.kind === 'accepted' && item.state.call.id === call.id
      ? { ...item, state: { kind: 'accepted', call } }
      : item,
  );
}

// The browser asks before the page is left, and before it is loaded again.
effect(() => {
  if (onTheirWay.value === 0) return undefined;
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
});

// Another account must not see, nor send, what belongs to the one before it.
let owner: string | null = null;
effect(() => {
  const next = session.value?.kind === 'account' ? session.value.email : null;
  if (owner !== null && next !== owner) {
    for (const controller of running.values()) controller.abort();
    items.value = [];
  }
  owner = next;
});

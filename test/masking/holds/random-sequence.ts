// A random life of a few calls: holds, releases, deletions, erasures, rounds of retention and redactions, and a restored backup.
import type pg from 'pg';
import { expect } from 'vitest';
import { storeCall } from '../../support/builders/evaluated-calls.js';
import type { Ask } from '../../support/clients/interface-client.js';

const CALLS = 6;
const AT_ONCE = 6;

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Hold {
  readonly id: string;
  readonly calls: readonly string[];
  /** Its calls once it was answered: they stay so. */
  readonly states: readonly CallState[];
  /** From when on the release may be carried out. */
  isReleasing: boolean;
}

interface CallState {
  readonly id: string;
  readonly redaction: string | null;
}

/** What acts on the calls beside the requests of their account. */
export interface Acting {
  readonly ask: Ask;
  readonly db: pg.Pool;
  readonly accountId: string;
  /** Ends what is overdue. */
  retain(): Promise<void>;
  carryOutErasures(): Promise<void>;
}

/** A sequence: its calls, half of which are overdue, and what was answered so far. */
export class Sequence {
  private holds: Hold[] = [];
  /** Those that are active in the backup. */
  private kept: readonly Hold[] = [];
  private keptErasures: readonly string[] = [];
  readonly deleted = new Set<string>();
  readonly erased = new Set<string>();
  private erasures: string[] = [];
  readonly seen = { held: 0, refused: 0, deleted: 0, masked: 0, erased: 0 };

  private constructor(
    private readonly acting: Acting,
    readonly contact: string,
    readonly calls: readonly string[],
    private readonly random: (below: number) => number,
  ) {}

  static async begin(acting: Acting, seed: number): Promise<Sequence> {
    const contact = `cust-${seed}`;
    const calls = await Promise.all(Array.from({ length: CALLS }, () => storeCall(acting.db, acting.accountId)));
    await acting.db.query(
      `UPDATE analysis SET contact_id = $2, storage_key = NULL,
         settled_at = now() - CASE WHEN id = ANY($3) THEN interval '100 days' ELSE interval '0 days' END WHERE id = ANY($1)`,
      [calls, contact, calls.slice(0, CALLS / 2)],
    );
    return new Sequence(acting, contact, calls, randomFrom(seed));
  }

  get overdue(): readonly string[] {
    return this.calls.slice(0, CALLS / 2);
  }

  /** A round of acts side by side, before and after which the held calls are compared. */
  async round(): Promise<void> {
    const kept = this.held();
    const before = await this.states();
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.act()));
    const after = new Map((await this.states()).map((state) => [state.id, state]));
    const stillHeld = this.held();
    for (const state of before) {
      if (kept.has(state.id) && stillHeld.has(state.id))
        expect(after.get(state.id), `held call of ${this.contact}`).toEqual(state);
    }
    const active = this.holds.filter(({ isReleasing }) => !isReleasing);
    for (const state of active.flatMap(({ states }) => states))
      expect(after.get(state.id), `call of ${this.contact}, since it was held`).toEqual(state);
    for (const id of stillHeld) expect(after.has(id), `held call ${id} of ${this.contact}`).toBe(true);
  }

  /** Remembers what the backup has. */
  backUp(): void {
    this.kept = this.holds.filter(({ isReleasing }) => !isReleasing);
    this.keptErasures = [...this.erasures];
  }

  /** @returns erased calls that the backup has, before the service starts on it */
  async cameBack(): Promise<string[]> {
    return (await this.states()).map(({ id }) => id).filter((id) => this.deleted.has(id) || this.erased.has(id));
  }

  /**
   * Compares what the restored database has once it serves: holds from after the backup are gone with it.
   * @returns the number of calls that are held
   */
  async restored(): Promise<number> {
    this.holds = this.kept.map((hold) => ({ ...hold, isReleasing: false }));
    const states = new Map((await this.states()).map((state) => [state.id, state]));
    const held = this.held();
    for (const state of this.holds.flatMap((hold) => hold.states))
      expect(states.get(state.id), `held call of ${this.contact} in the backup`).toEqual(state);
    for (const id of [...this.deleted, ...this.erased])
      expect(states.has(id), `erased call ${id} of ${this.contact}`).toBe(held.has(id));
    // An erasure from after the backup that has nothing left to erase is gone with the database.
    const later = this.erasures.filter((id) => !this.keptErasures.includes(id));
    const found = await Promise.all(later.map(async (id) => (await this.acting.ask(`/erasures/${id}`)).status === 200));
    this.erasures = [...this.keptErasures, ...later.filter((_, at) => found[at])];
    return held.size;
  }

  async end(): Promise<void> {
    for (const hold of this.holds) await this.acting.ask(`/holds/${hold.id}/release`, { json: { reason: 'The end' } });
    await this.acting.retain();
    await this.acting.carryOutErasures();
    for (const id of this.erasures) {
      const { body } = await this.acting.ask(`/erasures/${id}`);
      expect(body, `erasure of ${this.contact}`).toMatchObject({ status: 'completed', receipt: { deferred: [] } });
    }
    const left = (await this.states()).map(({ id }) => id).sort();
    expect(left, `calls of ${this.contact} that are neither overdue nor deleted nor erased`).toEqual(
      this.calls.filter((id) => !this.overdue.includes(id) && !this.deleted.has(id) && !this.erased.has(id)).sort(),
    );
  }

  private held(): Set<string> {
    return new Set(this.holds.filter(({ isReleasing }) => !isReleasing).flatMap(({ calls }) => calls));
  }

  private async states(): Promise<CallState[]> {
    const { rows } = await this.acting.db.query<CallState>(
      `SELECT a.id, p.redaction FROM analysis a LEFT JOIN analysis_payload p ON p.analysis_id = a.id
       WHERE a.account_id = $1 AND a.contact_id = $2`,
      [this.acting.accountId, this.contact],
    );
    return rows;
  }

  private act(): Promise<unknown> {
    const call = this.calls[this.random(CALLS)] ?? '';
    const acts = [
      () => this.hold({ analysis_ids: [call] }),
      () => this.hold({ filter: { contact_id: this.contact } }),
      () => this.release(),
      () => this.remove(call),
      () => this.remove(call),
      () => this.acting.retain(),
      () => this.redact(call),
      () => this.redact(call),
      () => this.release(),
      () => this.erase(call),
      () => this.acting.carryOutErasures(),
    ];
    return acts[this.random(acts.length)]?.() ?? Promise.resolve();
  }

  private async hold(json: object): Promise<void> {
    const answer = await this.acting.ask('/holds', { json: { name: this.contact, reason: 'Random', ...json } });
    // Another act may have deleted the call.
    if (answer.status !== 201) return;
    const { body } = await this.acting.ask(`/holds/${answer.body.id}/analyses`);
    const calls = body.items.map(({ id }: { id: string }) => id);
    expect(calls, `calls that ${this.contact} was told to be held`).toHaveLength(answer.body.held);
    const states = (await this.states()).filter(({ id }) => calls.includes(id));
    this.holds.push({ id: answer.body.id, calls, states, isReleasing: false });
    this.seen.held += calls.length;
  }

  private async release(): Promise<void> {
    const active = this.holds.filter(({ isReleasing }) => !isReleasing);
    const one = active[this.random(active.length || 1)];
    if (!one) return;
    one.isReleasing = true;
    await expect(await this.acting.ask(`/holds/${one.id}/release`, { json: { reason: 'Random' } })).toAnswer(200);
  }

  private async remove(id: string): Promise<void> {
    const heldBefore = this.held().has(id);
    const { status } = await this.acting.ask(`/analysis/${id}`, { method: 'DELETE' });
    const isFree = !(heldBefore && this.held().has(id));
    expect(isFree ? [200, 400, 404] : [400], `answer to the deletion in ${this.contact}`).toContain(status);
    if (status === 200) this.deleted.add(id);
    this.seen[status === 200 ? 'deleted' : 'refused'] += 1;
  }

  /** The last call of the contact that is asked for takes all others along. */
  private async erase(id: string): Promise<void> {
    const ofContact = id === this.calls.at(-1);
    const json = ofContact ? { contact_id: this.contact } : { analysis_ids: [id] };
    const { status, body } = await this.acting.ask('/erasures', { json: { ...json, reason: 'Random' } });
    // Another act may have deleted the call.
    if (status !== 201) return;
    this.erasures.push(body.id);
    for (const call of ofContact ? this.calls : [id]) this.erased.add(call);
    this.seen.erased += 1;
  }

  private async redact(id: string): Promise<void> {
    const heldBefore = this.held().has(id);
    const { status } = await this.acting.ask(`/analysis/${id}/redact`, { json: { preset: 'pii' } });
    if (heldBefore && this.held().has(id)) expect(status, `answer to the redaction in ${this.contact}`).toBe(400);
    if (status === 200) this.seen.masked += 1;
  }
}

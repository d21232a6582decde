// What servers of language models cannot do: learnt from their answers and kept for an hour, over restarts.

/** Facts by name, e.g. `{ temperature: 'refused' }`. Adapters alone know their meaning. */
export type Learnt = Readonly<Record<string, string | number>>;

/** A model on a server. */
export interface LearntOf {
  /** Name of the engine, with its model. */
  readonly engine: string;
  /** Hash of the server's address: facts about one server do not hold for the next one under the same name. */
  readonly server: string;
}

export interface LearntStore {
  /** Null when nothing is known, or when it was learnt more than {@link LEARNT_FOR_MS} ago. */
  read(of: LearntOf): Promise<{ readonly learnt: Learnt; readonly ageMs: number } | null>;
  /** Adds facts. Those that are too old are dropped. */
  add(of: LearntOf, learnt: Learnt): Promise<void>;
}

/** After this time a server is asked again for what it refused. */
export const LEARNT_FOR_MS = 3_600_000;
/** Time after which the store is asked again where it held nothing: another process may have learnt since. */
const LOOK_AGAIN_MS = 60_000;

interface Known {
  readonly learnt: Learnt;
  readonly until: number;
}

/**
 * Memory of one process in front of the store. It lives before the parts of the application that have the store, and without one
 * it remembers by itself. A store that fails costs a question, which is asked once more, and never fails one.
 */
export class EngineLearning {
  private readonly known = new Map<string, Known>();
  private store: LearntStore | null = null;

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  keepIn(store: LearntStore): void {
    this.store = store;
    this.known.clear();
  }

  async recall(of: LearntOf): Promise<Learnt> {
    const key = keyOf(of);
    const known = this.known.get(key);
    if (known !== undefined && this.now() < known.until) return known.learnt;
    const stored = (await this.store?.read(of).catch(() => null)) ?? null;
    const left = stored === null ? LOOK_AGAIN_MS : LEARNT_FOR_MS - stored.ageMs;
    const learnt = stored?.learnt ?? {};
    this.known.set(key, { learnt, until: this.now() + left });
    return learnt;
  }

  async add(of: LearntOf, learnt: Learnt): Promise<void> {
    const key = keyOf(of);
    const known = this.known.get(key);
    const holds = known !== undefined && this.now() < known.until && Object.keys(known.learnt).length > 0;
    const until = holds ? known.until : this.now() + LEARNT_FOR_MS;
    this.known.set(key, { learnt: { ...(holds && known.learnt), ...learnt }, until });
    await this.store?.add(of, learnt).catch(() => undefined);
  }
}

const keyOf = ({ engine, server }: LearntOf) => `${engine} ${server}`;

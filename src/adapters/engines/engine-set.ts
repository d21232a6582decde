// The engines of one task, by name. An engine with a key of an account's own is made when that account's work first asks for it.
import type { EngineSpec } from '../../platform/config/engines/engine-spec.js';
import type { ProviderCalls } from '../../platform/operations/provider-calls.js';
import { type ChosenEngine, EnginesUnknown, type EngineTask } from '../../ports/engine-trouble.js';

/** Engines by keys of accounts that are held at the same time; each has connections and what it has learnt of its server. */
const MAX_OWN = 64;

export interface Held<Engine> {
  readonly engine: Engine;
  /** Ends connections and child processes after the running requests. */
  readonly close: () => Promise<void>;
}

/** @param own null: the key of the installation */
export type BuildOwn<Engine> = (
  spec: EngineSpec,
  own: { readonly apiKey: string; readonly accountId: string },
) => Held<Engine>;

interface Own<Engine> extends Held<Engine> {
  readonly apiKey: string;
}

export class EngineSet<Engine> {
  /** Ordered by their last use. */
  private readonly own = new Map<string, Own<Engine>>();
  readonly default: Engine;

  constructor(
    private readonly task: EngineTask,
    private readonly calls: ProviderCalls,
    private readonly shared: ReadonlyMap<string, Held<Engine> & { readonly spec: EngineSpec }>,
    defaultName: string,
    private readonly buildOwn: BuildOwn<Engine>,
  ) {
    const held = shared.get(defaultName);
    if (held === undefined) throw new Error(`There is no engine ${defaultName}`);
    this.default = held.engine;
  }

  /** Engines that a server runs, by the key of the installation. */
  get remote(): { readonly engine: Engine; readonly spec: EngineSpec }[] {
    return [...this.shared.values()].filter(({ spec }) => spec.baseUrl !== null);
  }

  get all(): Engine[] {
    return [...this.shared.values()].map(({ engine }) => engine);
  }

  /**
   * The engine that the current work is done by; outside of work, and where it says nothing, the installation's own.
   * @throws what kept the choice from being read
   */
  present(): Engine {
    const caller = this.calls.caller.getStore();
    if (caller?.engines instanceof EnginesUnknown) throw caller.engines.error;
    const chosen = caller?.engines?.[this.task];
    return chosen === undefined || caller === undefined ? this.default : this.chosen(chosen, caller.accountId);
  }

  chosen({ name, apiKey }: ChosenEngine, accountId: string): Engine {
    const shared = this.shared.get(name);
    if (shared === undefined) return this.default;
    return apiKey === null ? shared.engine : this.ownOf(shared.spec, { apiKey, accountId });
  }

  async close(): Promise<void> {
    await Promise.all([...this.shared.values(), ...this.own.values()].map(({ close }) => close()));
  }

  private ownOf(spec: EngineSpec, own: { readonly apiKey: string; readonly accountId: string }): Engine {
    const key = `${spec.name}@${own.accountId}`;
    const known = this.own.get(key);
    const held = known?.apiKey === own.apiKey ? known : { ...this.buildOwn(spec, own), apiKey: own.apiKey };
    if (known !== undefined && held !== known) void known.close();
    this.own.delete(key);
    this.own.set(key, held);
    for (const [oldest, { close }] of this.own) {
      if (this.own.size <= MAX_OWN) break;
      this.own.delete(oldest);
      void close();
    }
    return held.engine;
  }
}

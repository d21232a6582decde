// Several drivers of one language, so that the cases that wait do not wait for each other.
import { type BuiltDriver, buildDriver, type Driver, type Language, missingProgram } from './driver-process.js';

export interface DriverPool {
  readonly built: BuiltDriver;
  /** Lends a driver to one task at a time. */
  use<Value>(task: (driver: Driver) => Promise<Value>): Promise<Value>;
  /** @returns the exit codes of the drivers */
  stop(): Promise<readonly (number | null)[]>;
}

const MAX_DRIVERS = 4;

export function drivers(built: BuiltDriver): DriverPool {
  const all: Driver[] = [];
  const idle: Driver[] = [];
  const waiting: ((driver: Driver) => void)[] = [];
  const borrow = async (): Promise<Driver> => {
    const free = idle.pop();
    if (free) return free;
    if (all.length >= MAX_DRIVERS) return new Promise((lend) => waiting.push(lend));
    const started = built.start();
    all.push(started);
    return started;
  };
  const giveBack = (driver: Driver) => {
    // One that a case has ended must not fail the cases after it.
    const alive = driver.hasEnded() ? built.start() : driver;
    if (alive !== driver) all[all.indexOf(driver)] = alive;
    const next = waiting.shift();
    if (next) next(alive);
    else idle.push(alive);
  };
  return {
    built,
    async use(task) {
      const driver = await borrow();
      try {
        return await task(driver);
      } finally {
        giveBack(driver);
      }
    },
    stop: () => Promise.all(all.map((driver) => driver.stop())),
  };
}

const builds = new Map<Language, Promise<DriverPool | string>>();

/** Builds the driver of a language once for all tests. @returns the name of a program that is missing, or the drivers */
export function driversOf(language: Language): Promise<DriverPool | string> {
  const known = builds.get(language) ?? build(language);
  builds.set(language, known);
  return known;
}

async function build(language: Language): Promise<DriverPool | string> {
  const missing = await missingProgram(language);
  return missing ?? drivers(await buildDriver(language));
}

export async function stopAllDrivers(): Promise<void> {
  const pools = await Promise.allSettled(builds.values());
  builds.clear();
  for (const pool of pools) if (pool.status === 'fulfilled' && typeof pool.value !== 'string') await pool.value.stop();
}

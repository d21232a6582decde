// Deterministic measure of the work of matching: the same patterns take the same steps over the same words on every machine.

/** Matching needed more steps than its budget allows. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

export class StepBudget {
  constructor(private left: number) {}

  /** @throws TooManySteps */
  take(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new TooManySteps();
  }
}

/** No limit, for the service's own patterns, which are known and tested. */
export const NO_LIMIT = new StepBudget(Number.POSITIVE_INFINITY);

/** What the callback of an upload was told. */
export class ProgressLog {
  private calls = 0;
  private last = 0;
  private total: number | null = null;
  private isMonotonic = true;

  readonly note = (sent: number, total: number | null): void => {
    this.calls += 1;
    this.isMonotonic &&= sent >= this.last;
    this.last = sent;
    this.total = total;
  };

  /** Nothing where nothing was told. */
  told(): object {
    const { calls, last, total, isMonotonic: monotonic } = this;
    return calls === 0 ? {} : { progress: { calls, last, total, monotonic } };
  }
}

/** Carries every fault of the configuration; each fault starts with the name of its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  /** @param warnings possible causes of the faults, such as a misspelled name; one sentence each */
  constructor(
    readonly faults: readonly string[],
    warnings: readonly string[] = [],
  ) {
    const list = (sentences: readonly string[]) => sentences.map((sentence) => `\n  - ${sentence}`).join('');
    const title = `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:`;
    super(`${title}${list(faults)}${warnings.length > 0 ? `\nPlease look at this too:${list(warnings)}` : ''}`);
  }
}

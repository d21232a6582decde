// Says at the end of a run which client libraries this machine could not test: a skipped test is easily overlooked.
import { untestedLanguages } from '../../../clients/conformance/untested.js';

export default function setup(): () => Promise<void> {
  return async () => {
    const sentences = await untestedLanguages();
    if (sentences.length === 0) return;
    const line = '='.repeat(100);
    process.stderr.write(`\n${line}\n${sentences.join('\n')}\n${line}\n`);
  };
}

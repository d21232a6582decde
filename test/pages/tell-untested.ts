// Says at the end of a run that the pages were not tested: a skipped test is easily overlooked.
import { CHROMIUM } from './chromium.js';

export default function setup(): () => void {
  return () => {
    if (CHROMIUM !== null) return;
    const line = '='.repeat(100);
    process.stderr.write(
      `\n${line}\nThe pages were NOT TESTED: no Chromium on PATH. To install: apt-get install chromium\n${line}\n`,
    );
  };
}

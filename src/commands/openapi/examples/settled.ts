// Waits for what a sample run has asked for.
import { setTimeout } from 'node:timers/promises';

const POLL_MS = 100;

export async function settled<Seen extends { readonly status: string }>(look: () => Promise<Seen>): Promise<Seen> {
  for (;;) {
    const seen = await look();
    if (seen.status !== 'processing') return seen;
    await setTimeout(POLL_MS);
  }
}

// A scenario of the sandbox stands for a recording. It needs a test key, since a call has the mode of the credential that makes
// it: one is made for this call alone, and is revoked at once.
import type { Analysis, Scenario } from '../../../clients/typescript/src/browser.js';
import { write } from '../api/api.js';
import type { Fields } from './outbox.js';

const KEY_NAME = 'Console: a sample call';

/** The scenario of which the console has the recording. What is marked so sounds. */
export const SAMPLE = { scenario: 'bad_call', metadata: { sample: 'bad-call' } } as const;

/** Who speaks in a sample, where the person names no one. */
export const SAMPLE_PARTIES = { agent_id: 'sample-agent', contact_id: 'sample-customer' };

/** @param key its `Idempotency-Key` */
export async function playScenario(scenario: Scenario, fields: Fields, key: string): Promise<Analysis> {
  return write(async (client) => {
    const made = await client.apiKeys.create({ name: KEY_NAME, mode: 'test', scopes: ['analysis:write'] });
    try {
      return await client.withApiKey(made.key).analyses.create(
        {
          agent_id: fields.agent_id,
          contact_id: fields.contact_id,
          scenario,
          ...(scenario === SAMPLE.scenario && { metadata: SAMPLE.metadata }),
        },
        { idempotencyKey: key },
      );
    } finally {
      // Where it cannot be revoked, it may do nothing but play samples, and stands among the keys by its name.
      await client.apiKeys.revoke(made.id).catch(() => undefined);
    }
  });
}

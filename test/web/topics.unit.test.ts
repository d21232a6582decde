import { expect, it } from 'vitest';
import type { AnalysisSummary, CallRow } from '../../clients/typescript/src/index.js';
import { topicsOf } from '../../web/src/views/coaching/topics.js';

const yes = { flagged: false, assessable: true, performed: true, present: true };
const no = { ...yes, performed: false, present: false };
const untold = { ...no, assessable: false };

/** A completed call of which this matters alone. */
const call = (agent: string, mandatory_disclosures: typeof yes, greeting = yes) =>
  ({
    status: 'completed',
    call: { agent_id: agent },
    results: {
      compliance: {
        identity_verification: yes,
        privacy_protection: yes,
        purpose_declaration: yes,
        mandatory_disclosures,
      },
      quality: { greeting, empathetic_language: yes, professionalism: yes },
    },
  }) as unknown as AnalysisSummary;

it('topics count the calls that show them, of those in which they could be told, by agent', () => {
  const ada = [call('ada', no), call('ada', no), call('ada', yes), call('ada', untold), call('ada', no, no)];
  const rows = [{ key: { agent: 'bo' }, calls: 12, violations: { pin_requested: 3 } }] as unknown as CallRow[];
  const topics = topicsOf([...ada, call('bo', yes)], rows);
  expect(topics.map(({ agent, kind, name, count, of }) => [agent, kind, name, count, of])).toEqual([
    ['ada', 'finding', 'mandatory_disclosures', 3, 4],
    ['ada', 'finding', 'greeting', 1, 5],
    ['bo', 'rule', 'pin_requested', 3, 12],
  ]);
  expect(topics[0]?.calls).toEqual([ada[0], ada[1], ada[4]]);
});

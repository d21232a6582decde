// Plays calls of the sandbox that people rate, so that the table of agreement has a trusted question and an untrusted one.
//   CALL_ANALYSIS_URL=http://localhost:3000 CALL_ANALYSIS_API_KEY=sk_test_… node samples/agreement.mjs
import { setTimeout as sleep } from 'node:timers/promises';

const url = process.env.CALL_ANALYSIS_URL?.replace(/\/+$/, '');
const key = process.env.CALL_ANALYSIS_API_KEY;
if (!url || !key?.startsWith('sk_test_')) {
  console.error('Set CALL_ANALYSIS_URL to the address of the service, and CALL_ANALYSIS_API_KEY to a test key (sk_test_…).');
  process.exit(1);
}

const YES_NO = [
  { key: 'yes', label: 'Yes', points: 1 },
  { key: 'no', label: 'No', points: 0 },
];
const question = (name, text, guidance, phrase) => ({
  key: name,
  text,
  guidance,
  speaker: 'agent',
  weight: 1,
  answers: YES_NO,
  judge: { kind: 'phrases', any: [phrase], answer: 'yes', otherwise: 'no' },
});
const COMPANY = question('company', 'Did the agent name the company?', 'Yes: the name was said.', 'northwind energy');
const UNDERSTANDING = question(
  'understanding',
  'Did the agent show understanding?',
  'Yes: the agent takes the trouble seriously and does something about it.',
  'sorry',
);

/** How often each scenario is played, and what a person answers. */
const PLAYED = {
  good_call: { times: 15, company: 'yes', understanding: 'yes' },
  bad_call: { times: 15, company: 'no', understanding: 'no' },
  cold_apology: { times: 30, company: 'yes', understanding: 'no' },
};
const REVIEWERS = { mara: 60, jonas: 20 };

/** Waits where the service asks for it. */
async function send(method, path, body) {
  for (;;) {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    if (response.status !== 429) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer.detail)}`);
    await sleep(Number(response.headers.get('Retry-After') ?? 1) * 1000);
  }
}

const card = await send('POST', '/scorecards', { name: 'Trust me' });
await send('POST', `/scorecards/${card.id}/revisions`, {
  language: 'en',
  sections: [{ key: 'call', title: 'The call', weight: 1, questions: [COMPANY, UNDERSTANDING] }],
});
await send('POST', `/scorecards/${card.id}/revisions/1/publish`);

/** What a person answers, by the id of the call. */
const people = new Map();
for (const [scenario, { times, ...answers }] of Object.entries(PLAYED))
  for (let call = 1; call <= times; call++) {
    const contact = `${scenario}-${call}`;
    const made = await send('POST', '/analysis', { scenario, agent_id: 'agent-7', contact_id: contact, scorecards: [card.id] });
    people.set(made.id, answers);
  }
console.log(`${people.size} calls are played.`);

const isScored = async () => {
  const { items } = await send('GET', `/evaluations?scorecard_id=${card.id}&limit=100`);
  return items.filter(({ status }) => status === 'completed').length === people.size;
};
while (!(await isScored())) await sleep(1_000);

const ids = [...people.keys()];
const session = await send('POST', '/calibrations', {
  name: 'Sandbox',
  scorecard_id: card.id,
  analysis_ids: ids,
  reviewer_ids: Object.keys(REVIEWERS),
});
for (const [reviewer, count] of Object.entries(REVIEWERS))
  for (const id of ids.slice(-count)) {
    const answers = Object.entries(people.get(id)).map(([name, answer]) => ({ question: name, answer }));
    await send('PUT', `/calibrations/${session.id}/items/${id}/ratings/${reviewer}`, { answers });
  }
await send('POST', `/calibrations/${session.id}/close`);
console.log('They are rated, and the session is closed.\n');

const { questions } = await send('GET', `/scorecards/${card.id}/agreement`);
for (const { question: name, n, ac1, verdict } of questions) {
  const [lower, upper] = ac1.ci.map((bound) => bound.toFixed(2));
  const { text } = [COMPANY, UNDERSTANDING].find((one) => one.key === name);
  console.log(`${text.padEnd(33)}  ${n} calls  AC1 ${`${ac1.value.toFixed(2)} (${lower} to ${upper})`.padEnd(20)}  ${verdict}`);
}
console.log(`\n${url}/app/forms/${card.id}?tab=agreement`);

// Every route of the API document, asked by members of each role, by token and by key, about a call of the own, of the own team
// and of another team: let in, refused or not found exactly as the table of rights says.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roleMissing, sightOf } from '../../src/access/rights.js';
import { type NamedObject, namedObject, rightOfRoute, routeRights } from '../../src/access/route-rights.js';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { storeDispute } from '../support/builders/disputed-evaluations.js';
import { storeCall, storeCard, storeOrder } from '../support/builders/evaluated-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { keyOf, type StoredMember, storeMember } from '../support/builders/stored-members.js';
import { storeTrial } from '../support/builders/tried-calls.js';
import { askAs } from '../support/clients/interface-client.js';
import { document, type Route } from '../support/clients/responses.js';
import { tusHeaders } from '../support/clients/tus-requests.js';

const TEAM = 't1';
const PLACES = {
  own: { agent: 'a1', team: TEAM },
  team: { agent: 'a2', team: TEAM },
  other: { agent: 'a3', team: 't2' },
};
const OWNER = { role: 'owner', teams: [], agentId: null } as const;
type Place = keyof typeof PLACES;

let service: TestService;
let account: Account;
let accountId: string;
let card: string;
let members: StoredMember[];
/** Jobs by who started them: within the team, or over the account. */
const jobs = { team: new Map<NamedObject, string>(), other: new Map<NamedObject, string>() };

beforeAll(async () => {
  // No worker runs, so that jobs keep their state.
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
  accountId = await accountIdOf(service.db, account.email);
  card = await storeCard(service.db, accountId, []);
  const member = (role: Parameters<typeof storeMember>[2], more = {}) => storeMember(service, account, role, more);
  members = [
    {
      ...OWNER,
      id: accountId,
      token: account.accessToken,
      key: await keyOf(service.db, askAs(service, account), accountId),
    },
    await member('admin'),
    await member('analyst', { teams: [TEAM] }),
    await member('reviewer', { teams: [TEAM, 'none'] }),
    await member('agent', { teams: [TEAM], agentId: 'a1' }),
  ];
  await startJobs(account.liveKey, jobs.other);
  await startJobs(members[2]?.key ?? '', jobs.team);
});
afterAll(() => service?.stop());

async function startJobs(credential: string, into: Map<NamedObject, string>): Promise<void> {
  const ask = askAs(service, account);
  const call = { audio_url: 'http://127.0.0.1:9/a.wav', agent_id: 'a', contact_id: 'c', metadata: { team: TEAM } };
  const stored = await storeCallOf(PLACES.team);
  const bodies = {
    batch: ['/batches', { items: [call] }],
    rescore: ['/rescores', { scorecard_id: card }],
    redaction: ['/redactions', { preset: 'pci' }],
    export: ['/exports', { of: 'analyses', format: 'csv' }],
    sample: ['/samples', { count: 1 }],
    calibration: ['/calibrations', { scorecard_id: card, analysis_ids: [stored], reviewer_ids: ['mara', 'jonas'] }],
  } as const;
  for (const [of, [path, json]] of Object.entries(bodies)) {
    const answer = await ask(path, { json, credential });
    await expect(answer).toAnswer(201);
    into.set(of as NamedObject, answer.body.id);
  }
}

async function storeCallOf({ agent, team }: (typeof PLACES)[Place]): Promise<string> {
  const id = await storeCall(service.db, accountId);
  await service.db.query('UPDATE analysis SET agent_id = $2, custom_metadata = $3 WHERE id = $1', [
    id,
    agent,
    JSON.stringify({ team }),
  ]);
  return id;
}

async function idOf(of: NamedObject | null, place: Place): Promise<string> {
  if (of === null) return randomUUID();
  // A request of another member may have deleted it.
  if (of === 'engine_trial')
    return storeTrial(service.db, accountId, { sight: place === 'team' ? { teams: [TEAM] } : null });
  const job = place === 'own' ? undefined : jobs[place].get(of);
  if (job !== undefined) return job;
  const call = await storeCallOf(PLACES[place]);
  if (of === 'call') return call;
  const evaluation = await storeOrder(service.db, accountId, call, card);
  return of === 'dispute' ? storeDispute(service.db, evaluation) : evaluation;
}

async function send({ method, path }: Route, credential: string, id: string) {
  const known: Record<string, string> = { id, analysis_id: id, revision: '1' };
  const json = method !== 'get' && !path.startsWith('/uploads');
  const response = await fetch(
    `${service.baseUrl}${path.replace(/\{(\w+)\}/g, (_, name) => known[name] ?? randomUUID())}`,
    {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${credential}`,
        ...(json && { 'content-type': 'application/json' }),
        ...tusHeaders({ method, path }),
      },
      body: json ? '{}' : null,
    },
  );
  const isText = /json\b/.test(response.headers.get('content-type') ?? '');
  const detail: unknown = isText
    ? JSON.parse((await response.text()) || 'null')?.detail
    : await response.body?.cancel();
  return { status: response.status, detail };
}

const NAMES: Record<NamedObject, string> = {
  call: 'Analysis',
  evaluation: 'Evaluation',
  dispute: 'Dispute',
  batch: 'Batch',
  rescore: 'Rescore',
  engine_trial: 'Engine trial',
  redaction: 'Redaction',
  export: 'Export',
  sample: 'Sample',
  calibration: 'Calibration',
};
const GUARDED = document.operations.filter(({ operation }) => (operation.security?.length ?? 0) > 0);
const operationOf = ({ operation }: Route) => operation.operationId ?? '';

/** Answers to HEAD have none. */
const NO_BODY = { detail: undefined };

type Expected = { readonly status: number; readonly detail: string } | 'let in';

/** What the table says, told without a request. */
function expected(route: Route, member: StoredMember, credential: 'token' | 'key', place: Place): Expected {
  const right = rightOfRoute(operationOf(route));
  const of = right ? namedObject(right) : null;
  const isFirst = member.role === 'owner';
  const person = { ...member, kind: 'person' as const, isFirst, recordingsOriginal: isFirst };
  const key = { kind: 'key' as const, id: '', scopes: [], maker: person };
  const isOfKeys = route.operation.security?.some((scheme) => 'api_key' in scheme) ?? false;
  if (credential === 'key' && !isOfKeys) return { status: 403, detail: 'This action requires a user access token' };
  const missing = roleMissing(credential === 'key' ? key : person, right);
  const scope = route.operation['x-required-scope'] ?? 'account:read';
  if (missing)
    return {
      status: 403,
      detail: credential === 'key' ? `API key lacks the scope ${scope}` : `This action requires the role ${missing}`,
    };
  const sight = sightOf(person);
  if (of === null || sight === null) return 'let in';
  const sees =
    'agentId' in sight
      ? sight.agentId === PLACES[place].agent
      : sight.teams.some((team) => team === PLACES[place].team);
  return sees ? 'let in' : { status: 404, detail: `${NAMES[of]} not found` };
}

const isLetIn = ({ status, detail }: { status: number; detail: unknown }, of: NamedObject | null) =>
  status !== 401 && status !== 403 && !(of !== null && detail === `${NAMES[of]} not found`);

describe('the table of rights', () => {
  it('has a row for each operation of the document that a credential opens, and for no other', () => {
    expect(
      routeRights()
        .map(([operation]) => operation)
        .sort(),
    ).toEqual(GUARDED.map(operationOf).sort());
  });

  it.each(GUARDED.map((route) => [operationOf(route), route] as const))(
    '%s is answered as it says',
    async (_, route) => {
      const right = rightOfRoute(operationOf(route));
      const of = right ? namedObject(right) : null;
      const isJob = of === 'engine_trial' || (of !== null && jobs.other.has(of));
      const places: readonly Place[] = of === null ? ['own'] : isJob ? ['team', 'other'] : ['own', 'team', 'other'];
      for (const member of members)
        for (const credential of ['token', 'key'] as const)
          for (const place of places) {
            const wanted = expected(route, member, credential, place);
            const answer = await send(route, member[credential], await idOf(of, place));
            const asked = { role: member.role, teams: member.teams.length, credential, place };
            if (wanted === 'let in') expect(isLetIn(answer, of), JSON.stringify({ ...asked, ...answer })).toBe(true);
            else
              expect({ ...asked, ...answer }).toEqual({ ...asked, ...wanted, ...(route.method === 'head' && NO_BODY) });
          }
    },
  );
});

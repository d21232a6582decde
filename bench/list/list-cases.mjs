// The lists that list/list-bench.mjs measures.
import { NO_FILTER } from '../../dist/src/calls/listing/analysis-filter.js';
import { findPage } from '../../dist/src/calls/listing/analysis-page.js';
import { searchPage } from '../../dist/src/calls/listing/analysis-search.js';

/** The table covers two years. A time in the middle of a month cuts the month's counter. */
const LAST_QUARTER = new Date(new Date().setUTCMonth(new Date().getUTCMonth() - 3, 15));

/** Lists that are also measured at an offset far behind their start. */
export const DEEP_LISTS = [
  ['no filter', {}],
  ['completed', { status: 'completed' }],
];

const SEARCHES = ['agent_0001', 'AGENT_00', 'agent', '001', '-0', 'ab', '1', '2', 'b', 'matches-none'];

/**
 * Every combination of filters and searches that is measured, with `ask(sql)`, which gives the ids and the total of its page.
 * @param {{accountRows: number, deepOffset: number}} sizes
 */
export async function listCases(dataSource, accountId, { accountRows, deepOffset }) {
  const { busyAgent, quietAgent, contactId, agentId } = await findParties(dataSource, accountId);
  const filters = [
    ['no filter', {}],
    ['completed', { status: 'completed' }],
    ['failed', { status: 'failed' }],
    ['processing', { status: 'processing' }],
    ['busy agent', { agentId: busyAgent }],
    ['quiet agent', { agentId: quietAgent }],
    ['contact', { contactId }],
    ['busy agent + completed', { agentId: busyAgent, status: 'completed' }],
    ['contact + completed', { contactId, status: 'completed' }],
    ['agent + contact', { agentId, contactId }],
    ['agent + contact + completed', { agentId, contactId, status: 'completed' }],
    ['live mode', { livemode: true }],
    ['test mode', { livemode: false }],
    ['last quarter', { createdAfter: LAST_QUARTER }],
    ['busy agent + live mode + last quarter', { agentId: busyAgent, livemode: true, createdAfter: LAST_QUARTER }],
  ];
  const searches = [null, contactId, ...SEARCHES];
  const cases = [];
  const add = (title, filter, search, range) => {
    const whole = { ...NO_FILTER, accountId, ...filter };
    const find = (sql) => (search === null ? findPage(sql, whole, range) : searchPage(sql, whole, search, range));
    cases.push({
      title,
      search,
      filtered: Object.keys(filter).length > 0,
      query: {
        view: 'full',
        ...range,
        search,
        status_filter: whole.status,
        agent_id: whole.agentId,
        contact_id: whole.contactId,
        livemode: whole.livemode,
        created_after: whole.createdAfter,
        created_before: whole.createdBefore,
      },
      ask: (sql) => (search === null || sql !== dataSource ? find(sql) : sql.transaction('REPEATABLE READ', find)),
    });
  };
  for (const search of searches) {
    for (const [label, filter] of filters) {
      add(search === null ? label : `search ${search}, ${label}`, filter, search, { limit: 100, offset: 0 });
    }
  }
  for (const [label, filter] of DEEP_LISTS)
    add(`${label}, offset ${deepOffset}`, filter, null, { limit: 100, offset: deepOffset });
  // The busy agent has an eighth of the analyses: this is the middle of its list.
  const half = Math.floor(accountRows / 16);
  add(`busy agent, offset ${half}`, { agentId: busyAgent }, null, { limit: 100, offset: half });
  add('no filter, limit 1000', {}, null, { limit: 1000, offset: 0 });
  return cases;
}

/** The agents with the most and the fewest analyses, the contact with the most, and an agent of that contact. */
async function findParties(dataSource, accountId) {
  const party = async (kind, order) => {
    const [found] = await dataSource.query(
      `SELECT value FROM analysis_party WHERE account_id = $1 AND kind = '${kind}' ORDER BY ${order} LIMIT 1`,
      [accountId],
    );
    return found?.value;
  };
  const contactId = await party('contact', 'n DESC');
  const [{ agent_id: agentId }] = await dataSource.query(
    'SELECT agent_id FROM analysis WHERE account_id = $1 AND contact_id = $2 LIMIT 1',
    [accountId, contactId],
  );
  return { busyAgent: await party('agent', 'n DESC'), quietAgent: await party('agent', 'n'), contactId, agentId };
}

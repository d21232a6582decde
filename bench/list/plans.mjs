// Query plans of a list, in one line each.

/** The scans and joins of each statement that the list sends, outermost first. */
export async function planOf(dataSource, { ask }) {
  const plans = [];
  await dataSource.transaction('REPEATABLE READ', (tx) =>
    ask({
      query: async (statement, parameters) => {
        if (parameters) plans.push(summaryOf(await tx.query(`EXPLAIN (FORMAT JSON) ${statement}`, parameters)));
        return tx.query(statement, parameters);
      },
    }),
  );
  return plans.join(' | ');
}

function summaryOf(explained) {
  const names = [];
  const visit = (node) => {
    const kind = node['Node Type'];
    const target = node['Index Name'] ?? node['Relation Name'];
    if (target || /Join|Loop/.test(kind)) names.push(target ? `${short(kind)}(${target})` : short(kind));
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(explained[0]['QUERY PLAN'][0].Plan);
  return names.join(' ');
}

function short(kind) {
  return kind.replace('Index Only Scan', 'only').replace('Index Scan', 'index').replace(' Scan', '').toLowerCase();
}

// Reads CPU profiles as V8 writes them: a tree of calls, samples that name its nodes, and the time between samples in µs.

/** Nodes that are no work. `(program)` is: native code that no JavaScript called, like reading sockets. */
const IDLE = new Set(['(idle)', '(root)']);

/**
 * @param {object[]} profiles parsed `.cpuprofile` files
 * @param {string} by `module`, `package` or `function`
 * @returns {{busyMs: number, rows: {name: string, selfMs: number, totalMs: number}[]}} the largest self time first
 */
export function sharesOf(profiles, by) {
  const rows = new Map();
  const rowOf = (name) => {
    if (!rows.has(name)) rows.set(name, { name, selfMs: 0, totalMs: 0 });
    return rows.get(name);
  };
  let busyMs = 0;
  for (const profile of profiles) {
    const selfUs = timesOf(profile);
    const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
    /** @param above the names on the way to this node: a row that calls itself counts once */
    const visit = (node, above) => {
      const isIdle = IDLE.has(node.callFrame.functionName) && !node.callFrame.url;
      const name = isIdle ? null : nameOf(node.callFrame, by);
      const own = isIdle ? 0 : (selfUs.get(node.id) ?? 0) / 1000;
      const inside = name === null || above.has(name) ? above : new Set(above).add(name);
      let total = own;
      for (const child of node.children ?? []) total += visit(nodes.get(child), inside);
      if (name !== null) {
        rowOf(name).selfMs += own;
        if (inside !== above) rowOf(name).totalMs += total;
      }
      return total;
    };
    busyMs += visit(profile.nodes[0], new Set());
  }
  return { busyMs, rows: [...rows.values()].sort((a, b) => b.selfMs - a.selfMs) };
}

/** @returns {Map<number, number>} µs by node */
function timesOf({ samples, timeDeltas }) {
  const times = new Map();
  for (const [i, id] of samples.entries()) times.set(id, (times.get(id) ?? 0) + Math.max(0, timeDeltas[i]));
  return times;
}

/** The code of a call: a module of the service, a package, a module of Node, or V8's own work. */
function nameOf({ functionName, url, lineNumber }, by) {
  const place = placeOf(functionName, url);
  if (by === 'package') return place.replace(/^src\/.*/, 'the service');
  if (by === 'function') return `${functionName || '(anonymous)'} ${place}${url ? `:${lineNumber + 1}` : ''}`;
  return place;
}

function placeOf(functionName, url) {
  if (url === '') return functionName.startsWith('(') ? `V8: ${functionName}` : `native: ${functionName}`;
  if (url.startsWith('node:')) return url;
  const path = decodeURIComponent(url.replace(/^file:\/\//, ''));
  const inPackages = path.lastIndexOf('/node_modules/');
  if (inPackages >= 0) {
    const [scope, name] = path.slice(inPackages + '/node_modules/'.length).split('/');
    return scope.startsWith('@') ? `${scope}/${name}` : scope;
  }
  return (/\/dist\/(src\/.*)$/.exec(path) ?? /\/(bench\/\w+\/[^/]+)$/.exec(path))?.[1] ?? path;
}

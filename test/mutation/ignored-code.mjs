// Code whose mutants are not run: decorators describe, log lines have a test of their own (test/docs/log-lines.unit.test.ts),
// and with another name a prepared statement does the same.

export const describedCode = {
  /** @returns {string | undefined} why */
  shouldIgnore(path) {
    if (path.isDecorator()) return 'A decorator';
    if (isStatementName(path)) return 'The name of a prepared statement';
    const callee = path.isCallExpression() ? path.get('callee').toString() : '';
    return /(^|\.)(logger|log)\.(log|warn|error|debug|verbose)$/.test(callee) ? 'A log line' : undefined;
  },
};

/** `name` in `{ name, text }`. */
function isStatementName(path) {
  const { parent, parentPath } = path;
  if (!parentPath?.isObjectProperty() || parent.key.name !== 'name' || parent.value !== path.node) return false;
  return parentPath.parent.properties.some(({ key }) => key?.name === 'text');
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'described-code', value: describedCode }];

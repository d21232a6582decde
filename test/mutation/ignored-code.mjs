// Code whose mutants are not run: decorators describe, and log lines have a test of their own (test/docs/log-lines.unit.test.ts).

export const describedCode = {
  /** @returns {string | undefined} why */
  shouldIgnore(path) {
    if (path.isDecorator()) return 'A decorator';
    const callee = path.isCallExpression() ? path.get('callee').toString() : '';
    return /(^|\.)(logger|log)\.(log|warn|error|debug|verbose)$/.test(callee) ? 'A log line' : undefined;
  },
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'described-code', value: describedCode }];

// The import table of the map: what a folder may import. Everything not listed is forbidden.
const table = {
  ports: [],
  platform: [],
  adapters: ['ports', 'platform'],
  billing: ['ports', 'platform'],
  webhooks: ['ports', 'platform'],
  'api-keys': ['platform'],
  analysis: ['billing', 'webhooks', 'ports', 'platform'],
  users: ['analysis', 'api-keys', 'billing', 'webhooks', 'ports', 'platform'],
  auth: ['users', 'api-keys', 'billing', 'ports', 'platform'],
  pipeline: ['analysis', 'billing', 'webhooks', 'ports', 'platform'],
};

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(table).map(([folder, allowed]) => ({
      name: `${folder}-imports`,
      comment: `src/${folder} may import ${allowed.length === 0 ? 'packages only' : allowed.join(', ')}`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: '^src/', pathNot: `^src/(${[folder, ...allowed].join('|')})/` },
    })),
    {
      name: 'ports-stand-alone',
      severity: 'error',
      from: { path: '^src/ports/' },
      to: { dependencyTypes: ['npm', 'npm-dev'] },
    },
    {
      name: 'vendor-sdks-in-adapters-only',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/adapters/' },
      to: { path: 'node_modules/(openai|stripe|@aws-sdk|nodemailer|sherpa-onnx-node)/' },
    },
    { name: 'no-barrels', severity: 'error', from: {}, to: { path: '^src/.*/index\\.ts$' } },
    {
      name: 'no-vague-folders',
      severity: 'error',
      from: {},
      to: { path: '/(utils|util|common|shared|helpers|helper|lib|misc)/', pathNot: 'node_modules' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^js-redis-server/' } },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'], conditionNames: ['import', 'node', 'types'] },
  },
};

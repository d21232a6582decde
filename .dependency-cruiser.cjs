// The import table: what a folder may import. Everything that is not listed is forbidden.
const FEATURES = {
  ports: [],
  // Who acts, and what they may do: one table, which nothing stands below.
  access: [],
  platform: ['access'],
  embedded: ['platform'],
  // The language of phrase patterns, which the rule books and the scorecards are written in.
  phrases: ['ports'],
  // The local recogniser's program is fetched the way the embedded servers' are.
  adapters: ['phrases', 'ports', 'embedded', 'platform'],
  billing: ['ports', 'platform'],
  'api-keys': ['access', 'platform'],
  recordings: ['access', 'ports', 'platform'],
  // What any unit of work needs: slots, leases, claims, ends, pauses, health. It knows no call.
  work: ['ports', 'platform'],
  analysis: ['work', 'billing', 'recordings', 'ports', 'platform'],
  // Hearing: sound, voices, words and who said them. It knows what a transcript looks like on the wire, and no call.
  speech: ['analysis', 'phrases', 'ports', 'platform'],
  // What is masked in calls: settings, and the threads that find and mask.
  redaction: ['access', 'speech', 'analysis', 'phrases', 'ports', 'platform'],
  scorecards: ['access', 'work', 'analysis', 'billing', 'phrases', 'ports', 'platform'],
  // Judging: findings, evidence, scores and answers, from a transcript and a form.
  judgement: ['speech', 'scorecards', 'analysis', 'phrases', 'ports', 'platform'],
  'call-page': ['access', 'analysis', 'billing', 'recordings', 'scorecards', 'ports', 'platform'],
  webhooks: ['access', 'analysis', 'scorecards', 'ports', 'platform'],
  users: ['analysis', 'api-keys', 'billing', 'recordings', 'scorecards', 'webhooks', 'ports', 'platform'],
  auth: ['access', 'users', 'api-keys', 'billing', 'ports', 'platform'],
  site: ['adapters', 'billing', 'pipeline', 'recordings', 'ports', 'platform'],
  // Serves the built console, and knows nothing of what it shows.
  console: ['site', 'platform'],
  // Recordings that arrive in parts.
  uploads: ['access', 'analysis', 'recordings', 'ports', 'platform'],
  // One call, from its submission to its results.
  pipeline: ['uploads', 'redaction', 'judgement', 'speech', 'work', 'recordings', 'scorecards', 'webhooks', 'analysis', 'billing', 'phrases', 'ports', 'platform'],
  // Calls judged by scorecards: the runs of the worker, and the routes that judge at once.
  evaluating: ['judgement', 'speech', 'work', 'scorecards', 'webhooks', 'analysis', 'billing', 'phrases', 'ports', 'platform'],
  // What persons decide: reviews, corrections, the queue of calls that deserve a look, links for one call.
  reviews: ['access', 'redaction', 'evaluating', 'judgement', 'speech', 'work', 'scorecards', 'webhooks', 'analysis', 'ports', 'platform'],
  // The figures of the whole floor: sums that are kept as calls change, and what a reading makes of them.
  statistics: ['access', 'work', 'scorecards', 'analysis', 'ports', 'platform'],
  // What was said, found by its words.
  search: ['access', 'analysis', 'ports', 'platform'],
  // Calls as files: tables of what the API shows.
  exports: ['access', 'work', 'recordings', 'webhooks', 'reviews', 'scorecards', 'analysis', 'ports', 'platform'],
  // Where an account's calls come from by themselves, and what each object of theirs became.
  sources: ['access', 'work', 'pipeline', 'recordings', 'webhooks', 'statistics', 'analysis', 'billing', 'ports', 'platform'],
  // Looks for new recordings in the buckets of sources, and takes them.
  watching: ['access', 'sources', 'pipeline', 'recordings', 'work', 'analysis', 'billing', 'ports', 'platform'],
  // Many calls submitted at once, line by line.
  batches: ['access', 'pipeline', 'work', 'webhooks', 'analysis', 'billing', 'ports', 'platform'],
  // Stored calls masked afterwards.
  redacting: ['access', 'exports', 'search', 'statistics', 'redaction', 'reviews', 'evaluating', 'judgement', 'speech', 'work', 'recordings', 'scorecards', 'webhooks', 'analysis', 'billing', 'phrases', 'ports', 'platform'],
};

// The floors inside the large folders: a subfolder may import those that its row names.
const SPEECH = {
  words: [],
  listening: [],
  voices: ['listening'],
  pieces: ['words', 'listening'],
  transcript: ['pieces', 'words', 'voices', 'listening'],
  redaction: ['words', 'listening'],
};
const SCORECARDS = {
  form: [],
  answers: ['form'],
  cards: ['answers', 'form'],
  evaluations: ['cards', 'answers', 'form'],
  rescores: ['evaluations', 'cards', 'answers', 'form'],
};
const PIPELINE = {
  intake: [],
  steps: ['intake'],
  turns: ['steps', 'intake'],
};
const REVIEWS = {
  links: [],
  queue: [],
  reviewing: ['queue'],
  corrections: ['reviewing', 'queue'],
};
const PLATFORM = {
  containers: [],
  config: [],
  errors: [],
  concurrency: [],
  database: ['config', 'errors', 'concurrency'],
  queue: ['config', 'errors', 'concurrency'],
  outbound: ['config', 'errors', 'concurrency'],
  operations: ['outbound', 'queue', 'database', 'errors', 'concurrency', 'config'],
  http: ['operations', 'outbound', 'queue', 'database', 'errors', 'concurrency', 'config'],
};
const HTTP = {
  access: [],
  body: ['access'],
  pages: [],
  'rate-limit': ['access'],
  validation: ['access', 'body'],
  errors: ['access', 'body', 'rate-limit'],
  idempotency: ['access', 'body', 'rate-limit', 'validation'],
  openapi: ['access', 'body', 'rate-limit', 'validation', 'errors', 'idempotency'],
};

/** @param root the folder whose subfolders the table names; what lies beside them in `root` is not held by it */
const table = (root, rows) =>
  Object.entries(rows).map(([folder, allowed]) => ({
    name: `${root.replaceAll('/', '-')}-${folder}`,
    comment: `${root}/${folder} may import ${allowed.length === 0 ? 'none of its neighbours' : allowed.join(', ')}`,
    severity: 'error',
    from: { path: `^${root}/${folder}/` },
    to: {
      path: `^${root}/(${Object.keys(rows)
        .filter((name) => name !== folder && !allowed.includes(name))
        .join('|')})/`,
    },
  }));

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(FEATURES).map(([folder, allowed]) => ({
      name: `${folder}-imports`,
      comment: `src/${folder} may import ${allowed.length === 0 ? 'packages only' : allowed.join(', ')}`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: '^src/', pathNot: `^src/(${[folder, ...allowed].join('|')})/` },
    })),
    ...table('src/speech', SPEECH),
    ...table('src/scorecards', SCORECARDS),
    ...table('src/pipeline', PIPELINE),
    ...table('src/judging/reviews', REVIEWS),
    ...table('src/platform', PLATFORM),
    ...table('src/platform/http', HTTP),
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
    {
      name: 'not-to-test',
      comment: 'The service must run without its tests, benches and samples',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|samples)/' },
    },
    {
      name: 'clients-by-commands-only',
      comment: 'The commands use the service as users do; the service itself knows no client of its own',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^clients/', pathNot: '^clients/typescript/src/index\\.ts$' },
    },
    {
      name: 'client-in-commands-only',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/commands/' },
      to: { path: '^clients/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'The library is packed without the service',
      severity: 'error',
      from: { path: '^clients/typescript/src/' },
      to: { pathNot: '^clients/typescript/src/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'console-is-a-client',
      comment: 'The console uses the public API alone, over the library',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(src|test|bench)/' },
    },
    {
      name: 'console-drawing-only',
      comment: 'The service draws calls as the console does; nothing else of the console runs in it',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^web/', pathNot: '^web/src/drawing/' },
    },
    {
      name: 'drawing-stands-alone',
      comment: 'It is part of both programs',
      severity: 'error',
      from: { path: '^web/src/drawing/' },
      to: { pathNot: '^web/src/drawing/' },
    },
    {
      name: 'console-by-browser-entry',
      comment: 'A page cannot load what is made for Node',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: '^clients/', pathNot: '^clients/typescript/src/browser\\.ts$' },
    },
    {
      name: 'browser-entry-without-node',
      comment: 'What the entry for browsers reaches must not stand on Node',
      severity: 'error',
      from: { path: '^clients/typescript/src/', pathNot: '^clients/typescript/src/(node/|webhook\\.ts)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'generator-stands-alone',
      comment: 'It reads the document, and runs before the service is built',
      severity: 'error',
      from: { path: '^clients/generator/' },
      to: { path: '^(src|test|bench|clients/(?!generator/))' },
    },
    {
      name: 'not-to-dev-dep',
      comment: 'The image holds no development dependencies; types alone are gone by then',
      severity: 'error',
      from: { path: '^src/' },
      // The decoder that npm brings is looked for at run time, and may be missing.
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '/@ffmpeg-installer/' },
    },
    {
      name: 'no-non-package-json',
      comment: 'Each imported package is declared in package.json',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^(src|test|bench|clients)/', pathNot: ['\\.d\\.m?ts$', '\\.test\\.ts$', '\\.setup\\.ts$', '\\.mjs$'] },
      to: {},
    },
    { name: 'no-barrels', severity: 'error', from: {}, to: { path: '^src/.*/index\\.ts$' } },
    {
      name: 'no-vague-folders',
      severity: 'error',
      from: {},
      to: { path: '/(utils|util|common|shared|helpers|helper|lib|misc)/', pathNot: 'node_modules' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(csv-parse|csv-stringify|eld|js-redis-server|vitest)/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.mjs', '.json'], conditionNames: ['import', 'node', 'types'] },
  },
};

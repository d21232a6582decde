// The import table: what a room of `src` may import. Everything that is not listed is forbidden.
const FEATURES = {
  ports: [],
  // Who acts, and what they may do: one table, which nothing stands below.
  access: [],
  // Audio formats, read byte by byte.
  containers: [],
  // Ports are types and the names of what can be: the platform reads an engine's task.
  platform: ['access', 'ports'],
  embedded: ['platform'],
  // The language of phrase patterns, which the rule books and the scorecards are written in.
  phrases: ['ports'],
  // The local recogniser's program is fetched the way the embedded servers' are.
  adapters: ['phrases', 'containers', 'ports', 'embedded', 'platform'],
  billing: ['ports', 'platform'],
  recordings: ['access', 'containers', 'ports', 'platform'],
  // Recordings that arrive in parts.
  uploads: ['access', 'recordings', 'ports', 'platform'],
  // What any unit of work needs: slots, leases, claims, ends, pauses, health. It knows no call.
  work: ['access', 'ports', 'platform'],
  calls: ['access', 'work', 'billing', 'recordings', 'ports', 'platform'],
  // What clients receive of every feature that a notification carries.
  wire: ['calls', 'ports', 'platform'],
  // Hearing: sound, voices, words and who said them. It knows what a transcript looks like on the wire, and no call.
  speech: ['calls', 'phrases', 'ports', 'platform'],
  // What is masked in calls: settings, and the threads that find and mask.
  redaction: ['access', 'speech', 'calls', 'phrases', 'ports', 'platform'],
  scorecards: ['access', 'work', 'wire', 'calls', 'billing', 'phrases', 'ports', 'platform'],
  // Findings, evidence, scores and answers, from a transcript and a form.
  judgement: ['speech', 'scorecards', 'calls', 'phrases', 'ports', 'platform'],
  webhooks: ['access', 'scorecards', 'wire', 'calls', 'ports', 'platform'],
  accounts: ['work', 'access', 'billing', 'calls', 'recordings', 'scorecards', 'webhooks', 'ports', 'platform'],
  // Calls judged by scorecards, and what persons decide.
  judging: ['access', 'redaction', 'judgement', 'speech', 'work', 'scorecards', 'webhooks', 'wire', 'calls', 'billing', 'phrases', 'ports', 'platform'],
  // One call, from its submission to its results.
  pipeline: ['access', 'uploads', 'judging', 'redaction', 'judgement', 'speech', 'work', 'recordings', 'scorecards', 'webhooks', 'calls', 'billing', 'phrases', 'ports', 'platform'],
  // Figures, words and files of many calls. They read calls and change none.
  insight: ['access', 'work', 'recordings', 'scorecards', 'webhooks', 'wire', 'calls', 'ports', 'platform'],
  // Stored calls masked and erased afterwards.
  masking: ['access', 'accounts', 'redaction', 'judging', 'judgement', 'speech', 'work', 'recordings', 'scorecards', 'webhooks', 'wire', 'calls', 'billing', 'phrases', 'ports', 'platform'],
  // Calls that come by themselves: many at once, and from buckets and callbacks.
  arrivals: ['access', 'pipeline', 'insight', 'work', 'recordings', 'webhooks', 'wire', 'calls', 'billing', 'ports', 'platform'],
  // What people open in a browser.
  pages: ['access', 'accounts', 'adapters', 'pipeline', 'recordings', 'scorecards', 'calls', 'billing', 'ports', 'platform'],
};

// The floors inside the large folders: a subfolder may import those that its row names.
const SPEECH = {
  words: [],
  listening: [],
  voices: ['listening'],
  pieces: ['words', 'listening'],
  transcript: ['pieces', 'words', 'voices', 'listening'],
  redaction: ['words', 'listening'],
  // Two hearings of a call, word by word.
  comparing: ['redaction', 'words', 'listening'],
};
const SCORECARDS = {
  form: [],
  answers: ['form'],
  // Calls by which a scorecard finds out that its judge has changed.
  watch: [],
  cards: ['answers', 'form', 'watch'],
  evaluations: ['cards', 'answers', 'form'],
  rescores: ['evaluations', 'cards', 'answers', 'form'],
};
const PIPELINE = {
  intake: [],
  playback: [],
  steps: ['intake', 'playback'],
  sandbox: ['steps'],
  turns: ['steps', 'intake'],
  trials: ['steps'],
};
const REVIEWS = {
  reviewer: [],
  links: ['reviewer'],
  queue: ['reviewer'],
  reviewing: ['queue', 'reviewer'],
  corrections: ['reviewing', 'queue', 'reviewer'],
};
const ACCOUNTS = {
  engines: [],
  'api-keys': [],
  users: ['api-keys'],
  auth: ['users', 'api-keys'],
  members: ['auth', 'users', 'api-keys'],
  sso: ['members', 'auth', 'users'],
};
const JUDGING = {
  // From which confidence on answers count.
  lines: [],
  evaluating: ['lines'],
  reviews: ['evaluating'],
  trials: ['evaluating'],
  // Several people rate the same calls.
  calibration: ['reviews', 'evaluating', 'lines'],
  // Agents contest evaluations, and reviewers decide.
  disputes: ['reviews', 'evaluating'],
  // Revisions before they score calls.
  revisions: ['calibration', 'evaluating'],
  // Whether the judge has changed.
  watch: ['calibration', 'evaluating'],
};
const INSIGHT = {
  statistics: [],
  search: [],
  status: [],
  // What made the results of one call, and who read it.
  provenance: [],
  // Time zones.
  exports: ['statistics'],
};
const ARRIVALS = {
  sources: [],
  batches: [],
};
const PAGES = {
  site: [],
  console: ['site'],
  'call-page': [],
  demo: ['call-page', 'site'],
};
const WEBHOOKS = {
  sending: [],
  samples: ['sending'],
  endpoints: ['samples', 'sending'],
  delivery: ['endpoints', 'sending'],
};
const CALLS = {
  results: [],
  words: ['results'],
  redaction: ['words', 'results'],
  versions: ['words', 'results'],
  listing: ['results'],
  'review-tasks': ['listing', 'results'],
  // Which calls are kept from deletion.
  holds: ['listing', 'results'],
  retention: ['holds', 'words'],
  playback: [],
  recording: ['playback'],
  waveform: [],
  claims: ['holds', 'words', 'results', 'playback'],
  events: ['claims', 'results'],
};
const PLATFORM = {
  config: [],
  errors: [],
  concurrency: [],
  database: ['config', 'errors', 'concurrency'],
  queue: ['config', 'errors', 'concurrency'],
  outbound: ['config', 'errors', 'concurrency'],
  operations: ['outbound', 'queue', 'database', 'errors', 'concurrency', 'config'],
  // What is entered into the audit logs, their chain, and signatures.
  audit: ['operations', 'database', 'config'],
  notices: ['operations', 'database', 'config'],
  http: ['audit', 'operations', 'outbound', 'queue', 'database', 'errors', 'concurrency', 'config'],
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
const WEB = {
  drawing: [],
  page: [],
  routing: ['page'],
  texts: ['page'],
  session: ['routing', 'page'],
  api: ['session', 'routing', 'page'],
  sending: ['api', 'session', 'routing', 'page'],
  // Names of members, by their ids.
  people: ['api', 'session', 'texts', 'routing', 'page'],
  parts: ['texts', 'routing', 'page'],
  // Lists of calls: their filters, and what this tab remembers of the last one.
  listing: ['parts', 'api', 'session', 'texts', 'routing', 'page'],
  figures: ['parts', 'api', 'texts', 'routing', 'page'],
  views: ['people', 'figures', 'listing', 'parts', 'sending', 'api', 'session', 'texts', 'routing', 'page', 'drawing'],
  shell: ['parts', 'sending', 'api', 'session', 'texts', 'routing', 'page'],
};
const WEB_VIEWS = {
  'come-in': [],
  day: [],
  developers: [],
  data: [],
  exports: [],
  forms: ['agreement'],
  intake: [],
  queue: ['disputes'],
  send: [],
  settings: [],
  agent: ['queue'],
  coaching: ['call'],
  mine: ['agent', 'disputes'],
  call: ['queue', 'disputes'],
  calls: ['call', 'exports'],
  search: ['call'],
  trials: ['call'],
  rate: ['call'],
  agreement: [],
  disputes: [],
  // Sessions are rated, and their links made, as calls are.
  calibrations: ['agreement', 'rate', 'call'],
};
const WEB_CALL = {
  masked: [],
  acts: ['masked'],
  details: ['acts'],
  // What a person decides, until it is saved.
  draft: [],
  listen: ['draft'],
  decide: ['listen', 'draft'],
};
const WEB_FORMS = {
  model: [],
  builder: ['model'],
  list: ['builder', 'model'],
  try: ['builder', 'model'],
  rescore: ['try', 'model'],
  check: ['try', 'builder', 'model'],
  card: ['rescore', 'check', 'try', 'list', 'builder', 'model'],
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
    ...table('src/accounts', ACCOUNTS),
    ...table('src/judging', JUDGING),
    ...table('src/insight', INSIGHT),
    ...table('src/arrivals', ARRIVALS),
    ...table('src/pages', PAGES),
    ...table('src/webhooks', WEBHOOKS),
    ...table('src/calls', CALLS),
    ...table('src/speech', SPEECH),
    ...table('src/scorecards', SCORECARDS),
    ...table('src/pipeline', PIPELINE),
    ...table('src/judging/reviews', REVIEWS),
    ...table('src/platform', PLATFORM),
    ...table('src/platform/http', HTTP),
    ...table('web/src', WEB),
    ...table('web/src/views', WEB_VIEWS),
    ...table('web/src/views/call', WEB_CALL),
    ...table('web/src/views/forms', WEB_FORMS),
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
      to: { path: 'node_modules/(@anthropic-ai|openai|stripe|@aws-sdk|nodemailer|sherpa-onnx-node)/' },
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
      from: { path: '^clients/typescript/src/', pathNot: '^clients/typescript/src/(node/|signed\\.ts|webhook\\.ts)' },
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
      to: { couldNotResolve: true, pathNot: '^(csv-parse|csv-stringify|eld|js-redis-server|rolldown|vitest)/' },
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

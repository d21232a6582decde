// The commands of the program. Each loads its code when it runs: `migrate` loads neither the engines nor the web server.
import type { Command } from './command.js';
import { WATCH_OPTIONS } from './watch/watch-options.js';

const DATABASE = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATA_DIR'] as const;
const DONE_OR_FAILED = { 0: 'done', 1: 'failed; the message says why' } as const;

export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    arguments: '[api|worker]',
    maxArguments: 1,
    summary: 'runs the service: everything in one process, or one role',
    options: {},
    settings: ['PROCESS where no role is named', 'and all others: see docs/configuration.md'],
    exitCodes: {
      0: 'stopped by SIGTERM or SIGINT, and every step of the stop succeeded',
      1: 'could not start, or a step of the stop failed',
      130: 'a second SIGINT ended it at once (143 for SIGTERM)',
    },
    run: async (given) => (await import('./start.js')).start(given),
  },
  {
    name: 'migrate',
    arguments: '',
    maxArguments: 0,
    summary: 'brings the schema of the database up to date',
    options: {},
    settings: DATABASE,
    exitCodes: DONE_OR_FAILED,
    run: async () => (await import('./migrate.js')).runMigrations(),
  },
  {
    name: 'demo',
    arguments: '[RECORDING]',
    maxArguments: 1,
    summary:
      'starts the service with embedded servers, sends a call through it, shows the result and writes report.html',
    options: {
      model: { type: 'string', value: 'PRESET', description: 'fetches this speech model first, without asking' },
      from: { type: 'string', value: 'URL', description: 'fetches it from this mirror' },
      offline: { type: 'boolean', description: 'fetches nothing' },
      keep: { type: 'boolean', description: 'leaves the service running afterwards, until Ctrl-C' },
    },
    settings: [
      'OPENAI_*',
      'PROVIDER_*',
      'TRANSCRIPTION_ENGINE',
      'ANALYSIS_ENGINE',
      'FFMPEG_PATH',
      'PORT',
      'DATA_DIR',
      'MODELS_DIR',
    ],
    details: async () => ['It needs a clone with the packages of development: the image has no embedded servers.'],
    exitCodes: { 0: 'the call was analysed', 1: 'the call failed, or the service could not start' },
    run: async (given) => (await import('./demo/demo.js')).runDemo(given),
  },
  {
    name: 'models:install',
    arguments: '[PRESET]',
    maxArguments: 1,
    summary: 'installs speech models that transcribe calls on this machine, without any service on the internet',
    options: {
      from: {
        type: 'string',
        value: 'URL',
        description: 'a mirror that serves the same file names directly below URL',
      },
      preset: {
        type: 'string',
        value: 'FILE',
        description:
          'JSON file with a preset of your own, in place of PRESET (docs/operations/engines/local-models.md)',
      },
    },
    settings: ['MODELS_DIR', 'DATA_DIR'],
    exitCodes: { 0: 'installed, or installed and sound before', 1: 'failed; the next run continues the download' },
    details: async () => (await import('./models-install.js')).describePresets(),
    run: async (given) => (await import('./models-install.js')).installModels(given),
  },
  {
    name: 'engines:check',
    arguments: '[NAME]',
    maxArguments: 1,
    summary:
      'asks each engine, or the named one, a sample question or sends it three seconds of a sample call, and prints what it can do, what it costs and what is wrong; stores nothing',
    options: {},
    settings: ['ENGINES_FILE and the variables that it names', 'OPENAI_*', 'PROVIDER_*', 'MODELS_DIR', 'FFMPEG_PATH'],
    exitCodes: { 0: 'all engines answered', 1: 'one did not; the table says why' },
    run: async (given) => (await import('./engines-check.js')).checkEngines(given),
  },
  {
    name: 'accounts:create',
    arguments: 'EMAIL',
    maxArguments: 1,
    summary: 'makes a verified account, and prints a link that sets its password; also where registration is closed',
    options: {},
    settings: [...DATABASE, 'PUBLIC_URL'],
    exitCodes: { 0: 'created', 1: 'there is such an account, which stays as it is, or the command failed' },
    run: async (given) => (await import('./accounts-create.js')).createAccount(given),
  },
  {
    name: 'billing:reconcile',
    arguments: '',
    maxArguments: 0,
    summary: 'compares ledger, reservations, analyses and the payment provider, and prints what does not agree',
    options: {},
    settings: [...DATABASE, 'STRIPE_SECRET_KEY', 'STRIPE_API_BASE'],
    exitCodes: { 0: 'everything agrees', 1: 'there is a difference, or the comparison failed' },
    run: async () => (await import('./billing-reconcile.js')).reconcileBilling(),
  },
  {
    name: 'recordings:sweep',
    arguments: '',
    maxArguments: 0,
    summary: 'shows the recordings that belong to no analysis',
    options: {
      confirm: { type: 'boolean', description: 'deletes them, however many they are' },
      adopt: { type: 'boolean', description: "makes the recording store this database's first" },
    },
    settings: [...DATABASE, 'S3_*'],
    exitCodes: { 0: 'done', 1: "the store is not this database's, or the sweep failed" },
    run: async (given) => (await import('./recordings-sweep.js')).sweepRecordings(given),
  },
  {
    name: 'statistics:reconcile',
    arguments: '',
    maxArguments: 0,
    summary: 'compares the sums of the statistics with a count from scratch, and prints what does not agree',
    options: {
      account: { type: 'string', value: 'ID', description: 'compares those of this account alone' },
      repair: { type: 'boolean', description: 'rebuilds the sums of accounts where they differ' },
      facts: { type: 'boolean', description: 'first rewrites what is counted of each call, from its results' },
    },
    settings: DATABASE,
    exitCodes: { 0: 'everything agrees', 1: 'there was a difference, or the comparison failed' },
    run: async (given) => (await import('./statistics-reconcile.js')).reconcileStatistics(given),
  },
  {
    name: 'stripe:setup',
    arguments: '',
    maxArguments: 0,
    summary: 'creates products, prices, meter, portal and webhook endpoint at Stripe; it may be run again',
    options: {},
    settings: ['STRIPE_SECRET_KEY', 'STRIPE_API_BASE', 'PUBLIC_URL', 'and the plans'],
    exitCodes: DONE_OR_FAILED,
    run: async () => (await import('./stripe-setup.js')).setUpPayments(),
  },
  {
    name: 'watch',
    arguments: 'DIR',
    maxArguments: 1,
    summary: 'submits the recordings of a folder to a service, now and as they come, each once',
    options: WATCH_OPTIONS,
    settings: ['CALL_ANALYSIS_API_KEY', 'CALL_ANALYSIS_URL (http://localhost:3000)'],
    exitCodes: {
      0: 'stopped by SIGTERM or SIGINT; with --once, each recording is a call, or is growing still',
      1: 'could not start or go on; with --once, also that a recording was refused or cannot be read',
      3: 'with --once: the service was away or the minutes are used up, and the next run goes on',
    },
    run: async (given) => (await import('./watch/watch.js')).watch(given),
  },
];

// What lints beside Biome: rules that need types, and rules of the house. `--type-check` has the same program report the errors of
// types, so that no second one is built for them.

const NAMES_AND_SIZES = [
  {
    selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>7]',
    message: 'A class with more than 7 dependencies does several things: split it.',
  },
  {
    selector: 'VariableDeclarator > Identifier[name=/^(MOST|LEAST|LONGEST|SHORTEST)_/]',
    message: 'Limits are named MAX_… and MIN_….',
  },
];

/** Biome wraps code, and leaves comments and long texts alone. */
const COMMENT_WIDTH = {
  code: Number.MAX_SAFE_INTEGER,
  comments: 130,
  ignoreUrls: true,
  ignoreStrings: true,
  ignoreTemplateLiterals: true,
  ignoreRegExpLiterals: true,
};

const STATUS_OF_ANSWER =
  'Write `await expect(answer).toAnswer(201)` of an answer, `expect(answers).toAnswerEach(201)` of several, `expect(analysis).toBeInStatus("completed")` of a resource: the message then says what came, and why.';

const SAYS_WHAT_IS_COUNTED = "Say what is counted: `expect(rows, 'calls that were billed').toHaveLength(3)`.";

/** A failing test says first what broke; `expected 401 to be 201` does not. */
const SAYS_WHAT_BROKE = [
  {
    selector:
      'CallExpression[callee.name="expect"][arguments.length=1] > :matches([property.name=/^status(Code)?$/], [expression.property.name=/^status(Code)?$/])',
    message: STATUS_OF_ANSWER,
  },
  {
    selector:
      'CallExpression[callee.name="expect"][arguments.length=1] > ArrayExpression > :matches([property.name=/^status(Code)?$/], [expression.property.name=/^status(Code)?$/])',
    message: 'Write `await expect(answer).toAnswer(status, body)`, and expect the rest beside it with a message.',
  },
  {
    selector:
      ':matches(CallExpression[callee.name="expect"][arguments.length=1], CallExpression[callee.name="expect"][arguments.length=1] > ArrayExpression) > Identifier[name=/^status(Code)?$/]',
    message: STATUS_OF_ANSWER,
  },
  {
    selector:
      'CallExpression[callee.name="expect"][arguments.length=1] CallExpression[callee.property.name="map"] > ArrowFunctionExpression > Identifier.body[name="status"]',
    message: STATUS_OF_ANSWER,
  },
  {
    selector:
      'CallExpression[callee.property.name=/^to(Be|Equal|StrictEqual)$/][arguments.0.raw=/^(true|false)$/] > MemberExpression :matches(CallExpression.object[callee.name="expect"][arguments.length=1])',
    message:
      "Say what is true: `expect(isHeld, 'the lease is held').toBe(true)`; of a list, expect what does not fit `toEqual([])`.",
  },
  {
    selector:
      'CallExpression[callee.property.name=/^to(Be|Equal|StrictEqual)$/][callee.object.callee.name="expect"][callee.object.arguments.length=1][callee.object.arguments.0.property.name=/^(length|size)$/]',
    message: SAYS_WHAT_IS_COUNTED,
  },
  {
    selector:
      'CallExpression[callee.property.name="toHaveLength"] > MemberExpression :matches(CallExpression.object[callee.name="expect"][arguments.length=1])',
    message: SAYS_WHAT_IS_COUNTED,
  },
];

export default {
  plugins: ['typescript'],
  // The rules of ESLint that Oxlint does not have itself.
  jsPlugins: [{ name: 'eslint-js', specifier: './tools/node_modules/oxlint-plugin-eslint/index.js' }],
  categories: { correctness: 'off' },
  ignorePatterns: ['**/dist/', '**/node_modules/', '**/build/', '.data/', '**/*.generated.ts'],
  overrides: [
    {
      files: ['src/**/*.ts', 'test/**/*.ts', 'clients/**/*.ts', '*.ts'],
      rules: {
        // A promise that nothing awaits takes its error with it: say `void` where that is meant.
        'typescript/no-floating-promises': ['error', { ignoreVoid: true }],
        'typescript/no-misused-promises': 'error',
        'typescript/await-thenable': 'error',
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
        'max-lines': ['error', { max: 400 }],
        'eslint-js/max-len': ['error', COMMENT_WIDTH],
        'eslint-js/no-restricted-syntax': ['error', ...NAMES_AND_SIZES],
      },
    },
    {
      files: ['test/**/*.ts'],
      rules: { 'eslint-js/no-restricted-syntax': ['error', ...NAMES_AND_SIZES, ...SAYS_WHAT_BROKE] },
    },
    {
      files: ['src/**/*.ts', 'clients/**/*.ts'],
      excludeFiles: ['src/platform/database/migrations/**'],
      rules: { 'max-lines-per-function': ['error', { max: 60 }] },
    },
    {
      files: ['bench/**/*.mjs', 'samples/**/*.mjs', 'clients/**/*.mjs'],
      rules: {
        'max-lines': ['error', { max: 400 }],
        'eslint-js/max-len': ['error', COMMENT_WIDTH],
        'max-lines-per-function': ['error', { max: 60 }],
      },
    },
  ],
};

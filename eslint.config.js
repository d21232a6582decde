// Typed rules that Biome does not have; everything else that lints stands in biome.json.
import tseslint from 'typescript-eslint';

const PROJECT = {
  languageOptions: {
    parser: tseslint.parser,
    parserOptions: { project: './test/tsconfig.json', tsconfigRootDir: import.meta.dirname },
  },
  plugins: { '@typescript-eslint': tseslint.plugin },
};

export default [
  { ignores: ['**/dist/', '**/node_modules/', '**/build/', '.data/', '**/*.generated.ts'] },
  {
    files: ['src/**/*.ts', 'test/**/*.ts', 'clients/**/*.ts', '*.ts'],
    ...PROJECT,
    rules: {
      // A promise that nothing awaits takes its error with it: say `void` where that is meant.
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'max-lines': ['error', { max: 400 }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>7]',
          message: 'A class with more than 7 dependencies does several things: split it.',
        },
        {
          selector: 'VariableDeclarator > Identifier[name=/^(MOST|LEAST|LONGEST|SHORTEST)_/]',
          message: 'Limits are named MAX_… and MIN_….',
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'clients/**/*.ts'],
    ignores: ['src/platform/database/migrations/**'],
    rules: { 'max-lines-per-function': ['error', { max: 60 }] },
  },
  {
    files: ['bench/**/*.mjs', 'samples/**/*.mjs', 'clients/**/*.mjs'],
    rules: { 'max-lines': ['error', { max: 400 }], 'max-lines-per-function': ['error', { max: 60 }] },
  },
];

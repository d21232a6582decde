// What the specification promises about versioning, each sentence with its tests.
import { COMPLETED, paths } from './named-tests.js';
import type { Sentence } from './sentence.js';

export const VERSIONING: readonly Sentence[] = [
  {
    says: 'The version is part of the path: /api/v1',
    tests: [paths('carry the version: no other, and none, is served')],
  },
  {
    says: 'Nothing that is documented changes unseen',
    tests: [
      ['contract/openapi', 'is what the code says'],
      ['contract/openapi', 'is what the typed client was generated from'],
    ],
  },
  {
    says: 'Another major version has a prefix of its own',
    tests: [paths('carry the version: no other, and none, is served')],
  },
  { says: 'metadata.version is there and is not the version of the path', tests: [COMPLETED] },
];

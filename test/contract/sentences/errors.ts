// What the specification promises about errors, each sentence with its tests.
import { ACCEPTED, account, analyses, errors, limits, MISSING, PURPOSE, route, submission } from './named-tests.js';
import type { Sentence } from './sentence.js';

export const ERRORS: readonly Sentence[] = [
  { says: '200 is success, 201 a creation', tests: [PURPOSE, ACCEPTED] },
  { says: '400 is for invalid parameters', tests: [account('every auth route answers as documented')] },
  { says: '401 is for authentication', tests: [route('%s: 401 that says how to authenticate')] },
  {
    says: '402 is for a billing limit',
    tests: [submission('go by the plan first, then by the overage limit, each with its sentence')],
  },
  { says: '403 is for permissions', tests: [route('%s: 403 that names the scope')] },
  {
    says: '404 is for what does not exist',
    tests: [route('%s: 404 in the same shape'), route('%s: 404, never 403')],
  },
  { says: '422 is for validation', tests: [route('%s: 422 that says where'), route('%s: 422 json_invalid')] },
  {
    says: '429 is for the rate limit',
    tests: [limits('answer 429 with the sentence, Retry-After and all three headers')],
  },
  {
    says: '500 is a server error',
    tests: [errors('an unexpected one is logged with its request id and tells the client nothing')],
  },
  {
    says: 'Every error is JSON with detail, a string or items',
    tests: [errors('GET %s is %i with a detail and nothing else')],
  },
  {
    says: 'An item has type, loc, msg, and sometimes input',
    tests: [analyses('refuses %s'), route('%s: 422 that says where')],
  },
  {
    says: 'An unsupported format is 400 with the list of formats',
    tests: [analyses('of another format is refused with the list of formats')],
  },
  {
    says: 'GET /analysis/ without credentials is 401 with a string',
    tests: [route('%s: 401 that says how to authenticate')],
  },
  { says: 'A missing field is an item of type missing', tests: [MISSING] },
  { says: 'Invalid credentials are a string that says so', tests: [route('%s: 401, whatever is wrong about them')] },
  {
    says: 'An exceeded plan is 402 with usage and limit in minutes',
    tests: [submission('go by the plan first, then by the overage limit, each with its sentence')],
  },
  {
    says: 'A reached overage limit is 402 that names it and says what to do',
    tests: [submission('go by the plan first, then by the overage limit, each with its sentence')],
  },
  {
    says: 'A failed upload to storage is 500 Audio upload failed',
    tests: [submission('is answered as a failed upload, and nothing is accepted')],
  },
  {
    says: 'An unexpected failure is 500 with a sentence',
    tests: [errors('an unexpected one is logged with its request id and tells the client nothing')],
  },
  { says: 'A query out of range is 422 whose loc starts with query', tests: [analyses('refuses %s')] },
];

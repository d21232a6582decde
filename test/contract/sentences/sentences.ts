// Every sentence of the specification, by part, each with the tests that fail when it is broken.
import { AUTHENTICATION } from './authentication.js';
import { ENDPOINTS } from './endpoints.js';
import { ERRORS } from './errors.js';
import { LIMITS } from './limits.js';
import { RESOURCES } from './resources.js';
import { SCORECARDS } from './scorecards.js';
import type { Sentence } from './sentence.js';
import { SETTLED_LATER } from './settled-later.js';
import { VERSIONING } from './versioning.js';

/** How many sentences each part of the specification has. */
export const COUNTS = {
  resources: 31,
  endpoints: 36,
  authentication: 13,
  errors: 20,
  limits: 17,
  versioning: 4,
  settledLater: 45,
  scorecards: 32,
} as const;

export const SENTENCES: Readonly<Record<keyof typeof COUNTS, readonly Sentence[]>> = {
  resources: RESOURCES,
  endpoints: ENDPOINTS,
  authentication: AUTHENTICATION,
  errors: ERRORS,
  limits: LIMITS,
  versioning: VERSIONING,
  settledLater: SETTLED_LATER,
  scorecards: SCORECARDS,
};

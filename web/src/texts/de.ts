// German.
import { ACTS } from './de/acts.js';
import { AGENT } from './de/agent.js';
import { CALL } from './de/call.js';
import { CALLS } from './de/calls.js';
import { COME_IN } from './de/come-in.js';
import { DAY } from './de/day.js';
import { DECIDE } from './de/decide.js';
import { DEVELOPERS } from './de/developers.js';
import { ENDPOINTS } from './de/endpoints.js';
import { EXPORTS } from './de/exports.js';
import { FORMS } from './de/forms.js';
import { INTAKE } from './de/intake.js';
import { QUEUE } from './de/queue.js';
import { RATE } from './de/rate.js';
import { REDACTION } from './de/redaction.js';
import { RULES } from './de/rules.js';
import { SEARCH } from './de/search.js';
import { SEND } from './de/send.js';
import { SETTINGS } from './de/settings.js';
import { SHELL } from './de/shell.js';
import { SOURCES } from './de/sources.js';
import { TRIALS } from './de/trials.js';
import type { TextKey } from './en.js';

export const DE: Readonly<Record<TextKey, string>> = {
  ...SHELL,
  ...COME_IN,
  ...CALLS,
  ...SEARCH,
  ...EXPORTS,
  ...SEND,
  ...CALL,
  ...DECIDE,
  ...ACTS,
  ...QUEUE,
  ...FORMS,
  ...DAY,
  ...AGENT,
  ...INTAKE,
  ...SOURCES,
  ...DEVELOPERS,
  ...ENDPOINTS,
  ...SETTINGS,
  ...REDACTION,
  ...TRIALS,
  ...RATE,
  ...RULES,
};

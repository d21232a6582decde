// English, by part of the console. `de` has the same keys. Values in braces are filled in; `_one` and `_other` are chosen by a
// number `n`.
import { ACTS } from './en/acts.js';
import { AGENT } from './en/agent.js';
import { CALL } from './en/call.js';
import { CALLS } from './en/calls.js';
import { COME_IN } from './en/come-in.js';
import { DAY } from './en/day.js';
import { DECIDE } from './en/decide.js';
import { DEVELOPERS } from './en/developers.js';
import { ENDPOINTS } from './en/endpoints.js';
import { EXPORTS } from './en/exports.js';
import { FORMS } from './en/forms.js';
import { INTAKE } from './en/intake.js';
import { QUEUE } from './en/queue.js';
import { RATE } from './en/rate.js';
import { REDACTION } from './en/redaction.js';
import { RULES } from './en/rules.js';
import { SEARCH } from './en/search.js';
import { SEND } from './en/send.js';
import { SETTINGS } from './en/settings.js';
import { SHELL } from './en/shell.js';
import { SOURCES } from './en/sources.js';
import { TRIALS } from './en/trials.js';

export const EN = {
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
} as const;

export type TextKey = keyof typeof EN;

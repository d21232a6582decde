// The analyst's work on a call. Pure, so that it runs on the event loop or in a thread.
import type { AnalystReport, CallToAnalyse, RoleAssignment } from '../../ports/call-analyst.js';
import { assignRoles } from './assign-roles.js';
import { chooseBook } from './choose-book.js';
import { loadRuleBook, type RuleBook } from './rule-book.js';
import { reportByRules, reportWithoutRules } from './rule-report.js';

export type RulesTask = 'analyse' | 'assignRoles';

/** Loaded books. They take 400 ms of CPU time, and a process needs them once, however often it starts a service. */
let loaded: readonly RuleBook[] | null = null;

/** Throws an error that names every faulty file and what is wrong in it. */
export function loadRuleBooks(): readonly RuleBook[] {
  loaded ??= [loadRuleBook('en'), loadRuleBook('de')];
  return loaded;
}

export function analyseByRules(books: readonly RuleBook[], call: CallToAnalyse): AnalystReport {
  const chosen = chooseBook(books, call);
  return chosen ? reportByRules(chosen, call) : reportWithoutRules(call.language);
}

export function assignRolesByRules(books: readonly RuleBook[], call: CallToAnalyse): RoleAssignment {
  const chosen = chooseBook(books, call);
  return chosen ? assignRoles(chosen.book, call.segments) : { speakers: {}, segments: null };
}

// Judges calls by rules and lexicons that a team can read and change: see README.md in this folder.
import {
  type AnalystEngine,
  type AnalystReport,
  CallAnalyst,
  type CallToAnalyse,
  type RoleAssignment,
} from '../../ports/call-analyst.js';
import { assignRoles } from './assign-roles.js';
import { baseLanguage, chooseBook } from './choose-book.js';
import { loadRuleBook, type RuleBook } from './rule-book.js';
import { reportByRules, reportWithoutRules } from './rule-report.js';

/**
 * A rule matches words in a row. What an agent should say is also found by similarity (Jaro-Winkler, 0.90 or more) and by a
 * keyword spotter; violations match exact words only. The rules work on punctuated text and on the bare lower-case words of
 * a recogniser. In a language without rules, every finding is "not assessable".
 */
export class RulesCallAnalyst extends CallAnalyst {
  readonly engine: AnalystEngine;
  private readonly books: readonly RuleBook[] = [loadRuleBook('en'), loadRuleBook('de')];

  constructor() {
    super();
    const versions = this.books.map(({ language, version }) => `${language}-${version}`);
    this.engine = { name: 'rules', grade: 'local', rulesVersion: `rules-${versions.join('-')}` };
  }

  phrasesToSpot(language: string | null): readonly string[] {
    const book = this.books.find((each) => each.language === baseLanguage(language ?? 'en'));
    return [...new Set(book?.rules.flatMap(({ spot }) => spot))];
  }

  async assignRoles(call: CallToAnalyse, signal: AbortSignal): Promise<RoleAssignment> {
    signal.throwIfAborted();
    const chosen = chooseBook(this.books, call);
    return chosen ? assignRoles(chosen.book, call.segments) : { speakers: {}, segments: null };
  }

  async analyse(call: CallToAnalyse, signal: AbortSignal): Promise<AnalystReport> {
    signal.throwIfAborted();
    const chosen = chooseBook(this.books, call);
    return chosen ? reportByRules(chosen, call) : reportWithoutRules(call.language);
  }

  /** Always resolves: the constructor has loaded and checked the rules. */
  async check(): Promise<void> {}
}

// Judges calls by rules and lexicons that a team can read and change: see README.md in this folder.
import {
  type AnalystEngine,
  type AnalystReport,
  CallAnalyst,
  type CallToAnalyse,
  type RoleAssignment,
} from '../../ports/call-analyst.js';
import { baseLanguage } from './choose-book.js';
import { analyseByRules, assignRolesByRules, loadRuleBooks } from './judge-by-rules.js';
import { rulesInThread } from './rules-in-thread.js';

/** Longer calls are judged in a thread: this many characters take about 110 ms, a call of 12,000 turns four seconds. */
const MAX_CHARS_ON_EVENT_LOOP = 15_000;

/**
 * A rule matches words in a row. What an agent should say is also found by similarity (Jaro-Winkler, 0.90 or more) and by a
 * keyword spotter; violations match exact words only. The rules work on punctuated text and on the bare lower-case words of
 * a recogniser. In a language without rules, every finding is "not assessable".
 */
export class RulesCallAnalyst extends CallAnalyst {
  readonly isCharged = false;
  readonly engine: AnalystEngine;
  private readonly books = loadRuleBooks();

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
    return isLong(call) ? rulesInThread('assignRoles', call, { signal }) : assignRolesByRules(this.books, call);
  }

  async analyse(call: CallToAnalyse, signal: AbortSignal): Promise<AnalystReport> {
    signal.throwIfAborted();
    return isLong(call) ? rulesInThread('analyse', call, { signal }) : analyseByRules(this.books, call);
  }

  /** Always resolves: the constructor has loaded and checked the rules. */
  async check(): Promise<void> {}
}

function isLong({ segments }: CallToAnalyse): boolean {
  return segments.reduce((sum, { text }) => sum + text.length, 0) > MAX_CHARS_ON_EVENT_LOOP;
}

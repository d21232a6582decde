// Loads the rules of one language from the JSON files of its folder, and refuses to start with a faulty file.
import { readdirSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { WordLists } from '../../phrases/parse-pattern.js';
import { PatternIndex } from '../../phrases/pattern-index.js';
import { PhrasePattern } from '../../phrases/phrase-pattern.js';
import { spellingOf } from '../../phrases/spelling.js';
import { folderOf, RULE_FILES, wordsFile } from './rule-files.js';

type Folder = z.output<ReturnType<typeof folderOf>>;

function bookOf(files: Folder) {
  const rules = RULE_FILES.flatMap((name) => files[name]);
  return {
    ...files.book,
    ...files.words,
    ...spellingOf(files.book.language),
    stopWordSet: new Set(files.words.stopWords),
    rules,
    index: { agent: indexOf(rules, 'agent'), customer: indexOf(rules, 'customer') },
    absence: files.absence,
    advice: files.advice,
    roleCues: roleCuesOf(files),
    sentiment: files.sentiment,
    sentences: files.summary,
  };
}

export type Rule = Folder[(typeof RULE_FILES)[number]][number];

function roleCuesOf({ 'role-cues': { minLead, patterns, rules, words }, words: { lists } }: Folder) {
  const ofRules = Object.fromEntries(Object.entries(rules).map(([id, weight]) => [`rule ${id}`, weight]));
  return {
    minLead,
    weights: { ...words, ...patterns, ...ofRules } as Readonly<Record<string, number>>,
    index: new PatternIndex(Object.keys(patterns).map((source) => [new PhrasePattern(source, lists), source] as const)),
  };
}

/** The patterns of one party's rules. `needs`: what else must be heard for a match to count. */
function indexOf(rules: readonly Rule[], speaker: Rule['speaker']) {
  return new PatternIndex<{ readonly rule: Rule; readonly needs: 'nothing' | 'plain' | 'answer' | 'hint' }>(
    rules
      .filter((rule) => rule.speaker === speaker)
      .flatMap((rule) => [
        ...rule.patterns.map((pattern) => [pattern, { rule, needs: 'nothing' }] as const),
        ...rule.plain.map((pattern) => [pattern, { rule, needs: 'plain' }] as const),
        ...rule.answered.map((pattern) => [pattern, { rule, needs: 'answer' }] as const),
        ...rule.hinted.map((pattern) => [pattern, { rule, needs: 'hint' }] as const),
      ]),
  );
}

/** The rules of one language, ready to use. */
export type RuleBook = ReturnType<typeof bookOf>;

/** Throws an error that names every faulty file and what is wrong in it. */
export function loadRuleBook(language: 'en' | 'de', path = new URL(`./${language}/`, import.meta.url)): RuleBook {
  const names = readdirSync(path).filter((name) => name.endsWith('.json'));
  const files = Object.fromEntries(names.map((name) => [name.replace(/\.json$/, ''), readJson(new URL(name, path))]));
  // A faulty list is reported with the other faults of its file: every pattern that names it is faulty, too.
  const lists = wordsFile.shape.lists.safeParse(files.words instanceof Object ? Reflect.get(files.words, 'lists') : {});
  const parsed = folderOf(lists.data ?? {})
    .superRefine(checkBook)
    .safeParse(files);
  if (parsed.success) return bookOf(parsed.data);
  const faults = parsed.error.issues.map(({ path: [file, ...members], message }) =>
    file === undefined ? message : `${[`${String(file)}.json`, ...members].join(' > ')}: ${message}`,
  );
  throw new Error(`The rules of ${language} are faulty:\n${faults.join('\n')}`);
}

/** Faults that no single member shows. */
function checkBook(files: Folder, { addIssue }: z.RefinementCtx<Folder>): void {
  const rules = RULE_FILES.flatMap((name) => files[name]);
  const ids = rules.map(({ id }) => id);
  for (const id of ids.filter((each, index) => ids.indexOf(each) !== index)) addIssue(`Two rules have the id ${id}`);
  for (const disclosure of files.book.disclosures.filter((each) => !ids.includes(each.rule))) {
    addIssue(`The disclosure "${disclosure.name}" names the rule ${disclosure.rule}, which does not exist`);
  }
  for (const source of Object.keys(files['role-cues'].patterns)) {
    const fault = faultOf(source, files.words.lists);
    if (fault !== null) addIssue(`role-cues.json: ${fault}`);
  }
  for (const id of Object.keys(files['role-cues'].rules).filter((each) => !ids.includes(each))) {
    addIssue(`role-cues.json names the rule ${id}, which does not exist`);
  }
  for (const { id, category, patterns, answered, answer, hinted, hints, fuzzy, refutes } of rules) {
    if (patterns.length + answered.length + hinted.length === 0) addIssue(`The rule ${id} has no patterns`);
    if (answered.length > 0 !== answer.length > 0) addIssue(`The rule ${id} needs both "answered" and "answer"`);
    if (hinted.length > 0 !== hints.length > 0) addIssue(`The rule ${id} needs both "hinted" and "hints"`);
    if (fuzzy.length > 0 && (category === 'violation' || category === 'agent_conduct' || refutes)) {
      addIssue(`The accusing rule ${id} must not have fuzzy phrases`);
    }
  }
}

function faultOf(source: string, lists: WordLists): string | null {
  try {
    new PhrasePattern(source, lists);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'not a pattern';
  }
}

function readJson(file: URL): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file.pathname} is not JSON`, { cause: error });
  }
}

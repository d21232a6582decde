// The program of the thread that judges a long call: seconds of matching that must not block the event loop.
import { parentPort } from 'node:worker_threads';
import type { CallToAnalyse } from '../../ports/call-analyst.js';
import { analyseByRules, assignRolesByRules, loadRuleBooks, type RulesTask } from './judge-by-rules.js';

const books = loadRuleBooks();

/** From the same program: see `rules-in-thread.ts`. */
parentPort?.on('message', ({ task, call }: { readonly task: RulesTask; readonly call: CallToAnalyse }) => {
  const judge = task === 'analyse' ? analyseByRules : assignRolesByRules;
  parentPort?.postMessage(judge(books, call));
});

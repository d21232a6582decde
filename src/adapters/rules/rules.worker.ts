// The program of the thread that judges a long call: seconds of matching that must not block the event loop.
import { parentPort, workerData } from 'node:worker_threads';
import type { CallToAnalyse } from '../../ports/call-analyst.js';
import { analyseByRules, assignRolesByRules, loadRuleBooks, type RulesTask } from './judge-by-rules.js';

/** From the same program: see `rules-in-thread.ts`. */
const { task, call } = workerData as { readonly task: RulesTask; readonly call: CallToAnalyse };
const judge = task === 'analyse' ? analyseByRules : assignRolesByRules;
parentPort?.postMessage(judge(loadRuleBooks(), call));

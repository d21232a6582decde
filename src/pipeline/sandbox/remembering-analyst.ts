// Analyst that caches its answers. The calls of the sandbox are a few scripts, always with the same words, and rules need half a
// second of a thread for half an hour of a call.
import { createHash } from 'node:crypto';
import {
  type AnalystEngine,
  type AnalystReport,
  CallAnalyst,
  type CallToAnalyse,
  type RoleAssignment,
} from '../../ports/call-analyst.js';

/** Maximum number of cached answers. A script gives another question for each language and agent channel that a caller names. */
const MAX_REMEMBERED = 64;

export class RememberingAnalyst extends CallAnalyst {
  /** Answers by question, the oldest first. */
  private readonly roles = new Map<string, Promise<RoleAssignment>>();
  private readonly reports = new Map<string, Promise<AnalystReport>>();

  constructor(private readonly analyst: CallAnalyst) {
    super();
  }

  get engine(): AnalystEngine {
    return this.analyst.engine;
  }

  get isCharged(): boolean {
    return this.analyst.isCharged;
  }

  phrasesToSpot(language: string | null): readonly string[] {
    return this.analyst.phrasesToSpot(language);
  }

  assignRoles(call: CallToAnalyse, signal: AbortSignal): Promise<RoleAssignment> {
    return remembered(this.roles, call, signal, (unending) => this.analyst.assignRoles(call, unending));
  }

  analyse(call: CallToAnalyse, signal: AbortSignal): Promise<AnalystReport> {
    return remembered(this.reports, call, signal, (unending) => this.analyst.analyse(call, unending));
  }

  check(): Promise<void> {
    return this.analyst.check();
  }
}

/** Calls that ask at the same time wait for one answer, so that none of them can end it for the others. */
async function remembered<T>(
  answers: Map<string, Promise<T>>,
  call: CallToAnalyse,
  signal: AbortSignal,
  ask: (unending: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const question = questionOf(call);
  let answer = answers.get(question);
  if (answer === undefined) {
    answer = ask(new AbortController().signal);
    answer.catch(() => answers.delete(question));
    answers.set(question, answer);
    const [oldest] = answers.keys();
    if (answers.size > MAX_REMEMBERED && oldest !== undefined) answers.delete(oldest);
  }
  const found = await answer;
  signal.throwIfAborted();
  return found;
}

function questionOf(call: CallToAnalyse): string {
  return createHash('sha256').update(JSON.stringify(call)).digest('base64');
}

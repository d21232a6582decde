// The engines of the sandbox: a listener that reads what it hears from a file, and the judge by rules.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallAnalyst } from '../../ports/call-analyst.js';
import { type HeardScenario, SandboxEngines, type Scenario } from '../../ports/scenario.js';
import type { SpeechEngine } from '../../ports/speech-to-text.js';
import { RulesCallAnalyst } from '../rules/rules.call-analyst.js';
import { hearScript, SCENARIO_SCRIPT } from './scenario-script.js';

/** The files in `scenarios/`. What ends without a result says nothing of its own. */
const SCRIPTS: Readonly<Partial<Record<Scenario, string>>> = {
  good_call: 'good-call',
  bad_call: 'bad-call',
  cold_apology: 'cold-apology',
  mono_unclear_roles: 'mono-unclear-roles',
  no_speech: 'no-speech',
  not_assessable: 'not-assessable',
  long_call: 'long-call',
  card_read_out: 'card-read-out',
  keys_pressed: 'keys-pressed',
  slow: 'good-call',
  fails_provider: 'good-call',
};

/** Those of a recogniser that gives probabilities and hears telephone speech. */
const HEARING = { minScore: 0.6, minSnrDb: 15, needsWideBand: false };

export class ScriptedSandboxEngines extends SandboxEngines {
  private readonly heard = new Map<string, Promise<HeardScenario>>();
  private rules: CallAnalyst | null;

  /** @param analyst the analyst of all other calls, which is used where it judges by rules */
  constructor(analyst: CallAnalyst) {
    super();
    this.rules = analyst instanceof RulesCallAnalyst ? analyst : null;
  }

  /** Loaded with the first scenario: most services never play one. */
  get analyst(): CallAnalyst {
    this.rules ??= new RulesCallAnalyst();
    return this.rules;
  }

  listenerOf(scenario: Scenario): SpeechEngine {
    return { name: `scenario:${scenario}`, grade: 'demo', accuracy: 'Hears a script.', hearing: HEARING };
  }

  async hear(scenario: Scenario): Promise<HeardScenario> {
    const file = SCRIPTS[scenario];
    if (file === undefined) throw new Error(`Nothing is heard of the scenario ${scenario}`);
    let heard = this.heard.get(file);
    if (!heard) {
      heard = readScript(file);
      heard.catch(() => this.heard.delete(file));
      this.heard.set(file, heard);
    }
    return heard;
  }
}

async function readScript(file: string): Promise<HeardScenario> {
  const text = await readFile(join(import.meta.dirname, 'scenarios', `${file}.json`), 'utf8');
  return hearScript(SCENARIO_SCRIPT.parse(JSON.parse(text)));
}

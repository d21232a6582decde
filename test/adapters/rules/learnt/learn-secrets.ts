// Learns which turns of an agent ask for a secret to be said aloud: from marked calls, from the exchanges that teach what is to
// be masked, where the answer tells what was asked for, and from single sentences that may be read.
import { readFileSync } from 'node:fs';
import { loadRuleBooks } from '../../../../src/adapters/rules/judge-by-rules.js';
import { SECRETS, type Secret } from '../../../../src/adapters/rules/learnt/learnt-turns.js';
import { featuresOf } from '../../../../src/adapters/rules/learnt/turn-features.js';
import { KNOWN_LANGUAGES, type KnownLanguage } from '../../../../src/phrases/known-languages.js';
import { linesOf, turnsOf } from '../../../speech/redaction/exchanges/learn.js';
import { type KnownBy, type LearntWeights, learnWeights } from '../../../support/learning/learn-weights.js';
import { type MarkedCall, type ReadCall, readCall } from './marked-calls.js';

const PACE = { epochs: 8, minExamples: 3, shrinks: 1e-4 };

/** Kinds of exchanges whose answers are secrets. */
const SECRET_OF_KIND: Readonly<Record<string, Secret>> = {
  card_number: 'card',
  card_security_code: 'security_code',
  card_expiry: 'expiry',
  one_time_code: 'code',
  password: 'password',
  pin: 'pin',
};

/** By the rule, or by the label of a sentence. */
const SECRET_OF_REQUEST: Readonly<Record<string, Secret>> = {
  pin_requested: 'pin',
  password_requested: 'password',
  whole_password_requested: 'password',
  one_time_code_requested: 'code',
  security_code_requested: 'security_code',
  card_security_code_requested: 'security_code',
  full_card_number_requested: 'card',
  card_expiry_requested: 'expiry',
};

/** Requests alone: a language has some thousand. */
export function secretExchanges(): ReadCall[] {
  return KNOWN_LANGUAGES.flatMap((language) =>
    linesOf(language, 'exchanges').map((line, at) => {
      const turns = turnsOf(line);
      const call: MarkedCall = {
        id: `exchange-${language}-${at}`,
        language,
        outcome: 'none',
        turns: turns.map(({ party, text }, turn) => ({
          party: party as 'A' | 'C',
          text,
          deed: 'nothing',
          secrets: turn === turns.length - 2 ? secretsOf(SECRET_OF_KIND[line[0] ?? '']) : [],
        })),
      };
      return readCall(call);
    }),
  );
}

const secretsOf = (secret: Secret | undefined) => (secret === undefined ? [] : [secret]);

interface Phrase {
  readonly id: string;
  readonly label: string;
  readonly said: boolean;
  readonly speaker: 'a' | 'c';
  readonly text: string;
}

export function secretPhrases(): ReadCall[] {
  const file = new URL('../../../../bench/quality/dialogues/phrases-seen.jsonl', import.meta.url);
  const phrases = readFileSync(file, 'utf8').trim().split('\n');
  return phrases.map((line) => {
    const { id, label, said, speaker, text } = JSON.parse(line) as Phrase;
    const party = speaker === 'a' ? 'A' : 'C';
    const secrets = secretsOf(said ? SECRET_OF_REQUEST[label] : undefined);
    return readCall({
      id,
      language: 'en',
      outcome: 'none',
      turns: [{ party, text, deed: 'nothing', secrets }],
    });
  });
}

/** What the rules of requests are tested with. A sentence that is against one of them may be for another. */
export function secretSentences(): ReadCall[] {
  return loadRuleBooks().flatMap(({ language, rules }) => {
    const requests = rules.flatMap((rule) => {
      const secret = SECRET_OF_REQUEST[rule.id];
      return secret === undefined ? [] : [{ rule, secret }];
    });
    const asking = new Set(requests.flatMap(({ rule }) => rule.for));
    return requests.flatMap(({ rule, secret }) => [
      ...rule.for.map((text) => sentence(language, text, secret)),
      ...rule.against.filter((text) => !asking.has(text)).map((text) => sentence(language, text, undefined)),
    ]);
  });
}

/** "PIN? → 4 4 1 7": the parties alternate. */
function sentence(language: KnownLanguage, text: string, secret: Secret | undefined): ReadCall {
  const turns = text.split(' → ').map((said, at) => ({
    party: at % 2 === 0 ? ('A' as const) : ('C' as const),
    text: said,
    deed: 'nothing' as const,
    secrets: at === 0 ? secretsOf(secret) : [],
  }));
  return readCall({ id: text, language, outcome: 'none', turns });
}

/** @param calls and sentences, of which every turn of the agent teaches, and exchanges, of which the request does */
export function learnSecrets(calls: readonly ReadCall[], exchanges: readonly ReadCall[]): LearntWeights<Secret> {
  const examples = [
    ...calls.flatMap((call) => call.said.turns.flatMap((_, at) => exampleOf(call, at))),
    ...exchanges.flatMap((call) => exampleOf(call, call.said.turns.length - 2)),
  ];
  return learnWeights(SECRETS, examples, PACE);
}

function exampleOf({ said, secrets }: ReadCall, at: number): KnownBy<Secret>[] {
  return said.turns[at]?.party === 'A' ? [{ features: [...featuresOf(said, at)], is: secrets[at]?.[0] ?? 'none' }] : [];
}

// What was learnt of turns is what the marked calls teach.
import { itLearns } from '../../../support/learning/it-learns.js';
import { learnOutcomes, learntFromOf } from './learn-deeds.js';
import { learnSecrets, secretExchanges, secretPhrases, secretSentences } from './learn-secrets.js';
import { markedCalls, markedPieces, readCall } from './marked-calls.js';

itLearns('deeds are learnt from the marked calls', 'adapters/rules/learnt/deeds.json', () => {
  const calls = markedCalls().map(readCall);
  return { learntFrom: learntFromOf(calls), ...learnOutcomes(calls) };
});

itLearns(
  'requests for secrets are learnt from calls, exchanges and sentences',
  'adapters/rules/learnt/secrets.json',
  () => {
    const marked = [...markedCalls(), ...markedPieces()].map(readCall);
    const calls = [...marked, ...secretPhrases(), ...secretSentences()];
    const exchanges = secretExchanges();
    return { learntFrom: learntFromOf([...calls, ...exchanges]), ...learnSecrets(calls, exchanges) };
  },
);

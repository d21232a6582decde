// Judges calls in many languages, where the language that the client names is right, wrong, or not known.
import { scoreDialogue, tally } from '../dialogue-score.mjs';
import { loadDialogues, toTranscript } from '../dialogues.mjs';
import { count, percent } from '../tables.mjs';
import { inLanes, judge } from './dialogues.mjs';

const WITH_RULES = ['en', 'de'];
const GROUPS = ['English', 'German', 'other languages', 'mixed'];

/** @param usesRules false for an analyst that knows every language */
export function planLanguages({ analyst, usesRules, concurrency }) {
  const jobs = loadDialogues('languages').flatMap((dialogue) =>
    waysToTell(dialogue.language).map((telling) => ({ dialogue, group: groupOf(dialogue.language), ...telling })),
  );
  return {
    units: jobs.length,
    run: async (tick) => {
      const scored = await inLanes(jobs, concurrency, async ({ dialogue, group, named, language }) => {
        const results = await judge(analyst, toTranscript(dialogue, language));
        tick(`${group}, ${named}`);
        return { group, named, ...scoreDialogue(results, dialogue.labels) };
      });
      return report(scored, usesRules);
    },
  };
}

/** A mixed call has no right language: both of those with rules are named. */
function waysToTell(language) {
  const unknown = { named: 'language not named', language: null };
  if (language === 'mixed') return [unknown, ...WITH_RULES.map((each) => ({ named: `${each} named`, language: each }))];
  const wrong = language === 'en' ? 'de' : 'en';
  return [unknown, { named: 'wrong language named', language: wrong }, { named: 'right language named', language }];
}

function groupOf(language) {
  return { en: 'English', de: 'German', mixed: 'mixed' }[language] ?? 'other languages';
}

function report(scored, usesRules) {
  const rows = GROUPS.flatMap((group) => {
    const own = scored.filter((each) => each.group === group);
    return [...new Set(own.map(({ named }) => named))].map((named) => {
      return { group, named, ...tally(own.filter((each) => each.named === named)) };
    });
  });
  const foreign = rows.filter(({ group }) => group === 'other languages');
  const sum = (from, pick) => from.reduce((total, each) => total + pick(each), 0);
  return {
    measures: {
      'foreign-verdicts': usesRules ? sum(foreign, ({ verdicts }) => verdicts) : null,
      'foreign-scores': usesRules ? sum(foreign, ({ withScore }) => withScore) : null,
      accused: sum(rows, ({ falseAccusations }) => falseAccusations) / sum(rows, ({ deeds }) => deeds),
    },
    tables: [
      {
        title: 'Languages',
        head: [
          'calls',
          'told',
          'dialogues',
          'with a verdict',
          'verdicts',
          'right',
          'false accusations',
          'with a score',
        ],
        rows: rows.map((each) => [
          each.group,
          each.named,
          count(each.dialogues),
          count(each.judged),
          count(each.verdicts),
          percent(each.verdicts === 0 ? null : each.rightVerdicts / each.verdicts),
          `${each.falseAccusations} of ${each.deeds} (${percent(each.falseAccusations / each.deeds)})`,
          count(each.withScore),
        ]),
      },
    ],
    details: { rows },
  };
}

// Forms whose figures were worked by hand. `written-forms.ts` says how a form and its answers are written.

export interface GoldenForm {
  readonly name: string;
  readonly form: string;
  readonly passMark: number | null;
  readonly minCoverage: number;
  readonly answers: string;
  readonly score: number | null;
  readonly coverage: number;
  readonly outcome: string;
  /** `key score coverage` of each section. */
  readonly sections: string;
  readonly autoFails: string;
}

/** Name, form, terms, answers; then score, coverage, outcome, sections with score and coverage, automatic fails. */
const TABLE = `
the best answer | only 10: a 10 |  | a=yes | 100 | 1 | passed | only 100 1 |
the worst answer, without a pass mark | only 10: a 10 |  | a=no | 0 | 1 | passed | only 0 1 |
the worst answer, with a pass mark | only 10: a 10 | pass 80 | a=no | 0 | 1 | failed | only 0 1 |
one of two | only 10: a 10; b 10 |  | a=yes b=no | 50 | 1 | passed | only 50 1 |
a middle answer | only 10: a 7 good=2 fair=1 bad=0 |  | a=fair | 50 | 1 | passed | only 50 1 |
decimal points: 0.5 of 1.5 | only 10: a 10 good=1.5 fair=0.5 bad=0 |  | a=fair | 33 | 1 | passed | only 33 1 |
points by the best of each question: (3 × 3/5 + 2 × 1/5) / 5 | only 10: a 3 x=5 y=3 z=1; b 2 x=5 y=3 z=1 |  | a=y b=z | 44 | 1 | passed | only 44 1 |
a half of nothing: 0.5 is 1 | only 10: a 1; b 199 |  | a=yes b=no | 1 | 1 | passed | only 1 1 |
a half after an even number: 12.5 is 13 | only 10: a 1; b 7 |  | a=yes b=no | 13 | 1 | passed | only 13 1 |
a half near the top: 86.5 is 87 | only 10: a 173; b 27 |  | a=yes b=no | 87 | 1 | passed | only 87 1 |
just under a half: 49.4999 is 49 | only 10: a 494999; b 505001 |  | a=yes b=no | 49 | 1 | passed | only 49 1 |
a half that floating point misses: weights 0.1, 0.2 and 0.3 | only 10: a 0.1; b 0.2; c 0.3 | pass 50 | a=yes b=yes c=no | 50 | 1 | passed | only 50 1 |
a half of decimals: 0.145 of 1 is 14.5 and so 15 | only 10: a 0.145; b 0.855 |  | a=yes b=no | 15 | 1 | passed | only 15 1 |
one rounding: sections of 0.5 and 0 make 0.25 | x 1: a 1; b 199 / y 1: c 1 |  | a=yes b=no c=no | 0 | 1 | passed | x 1 1, y 0 1 |
the rounded score meets the pass mark: 79.5 | only 10: a 159; b 41 | pass 80 | a=yes b=no | 80 | 1 | passed | only 80 1 |
the rounded score misses the pass mark: 79.49 | only 10: a 7949; b 2051 | pass 80 | a=yes b=no | 79 | 1 | failed | only 79 1 |
two sections: 20 × 1 + 80 × 0.5 | x 20: a 1 / y 80: b 5; c 5 |  | a=yes b=yes c=no | 60 | 1 | passed | x 100 1, y 50 1 |
a section of weight 0 has a score and counts nowhere | x 0: a 1 / y 10: b 1 |  | a=no b=yes | 100 | 1 | passed | x 0 1, y 100 1 |
sections of weight 0 alone | x 0: a 1 |  | a=yes | null | 0 | not_assessable | x 100 1 |
a section without a judged answer | x 20: a 1 / y 80: b 1 |  | a=? b=yes | 100 | 0.8 | passed | x null 0, y 100 1 |
a section that does not apply | x 20: a 1 / y 80: b 1 |  | a=na b=yes | 100 | 1 | passed | x null 0, y 100 1 |
a question that does not apply pulls nothing | only 10: a 10; b 90 |  | a=yes b=na | 100 | 1 | passed | only 100 1 |
nothing applies | only 10: a 10 |  | a=na | null | 0 | not_assessable | only null 0 |
nothing applies, without a smallest coverage | only 10: a 10 | min 0 | a=na | null | 0 | not_assessable | only null 0 |
nothing judged, without a smallest coverage | only 10: a 10 | min 0 | a=? | null | 0 | not_assessable | only null 0 |
too little judged | only 10: a 10; b 90 |  | a=yes b=? | null | 0.1 | not_assessable | only 100 0.1 |
little judged, without a smallest coverage | only 10: a 1; b 99 | min 0 | a=no b=? | 0 | 0.01 | passed | only 0 0.01 |
exactly the smallest coverage | only 10: a 50; b 50 |  | a=yes b=? | 100 | 0.5 | passed | only 100 0.5 |
exactly a smallest coverage that floating point misses: 0.1 + 0.2 of 1 | only 10: a 0.1; b 0.2; c 0.7 | min 0.3 | a=yes b=yes | 100 | 0.3 | passed | only 100 0.3 |
under the smallest coverage by less than is shown | only 10: a 4999; b 5001 |  | a=yes b=? | null | 0.5 | not_assessable | only 100 0.5 |
a smallest coverage of 1, met | only 10: a 1; b 2 | min 1 | a=yes b=no | 33 | 1 | passed | only 33 1 |
a smallest coverage of 1, missed | only 10: a 1; b 99 | min 1 | a=? b=yes | null | 0.99 | not_assessable | only 100 0.99 |
coverage by the weight of sections: 0.3 × 1/3 + 0.7 | x 30: a 1; b 2 / y 70: c 1 |  | a=yes b=? c=yes | 100 | 0.8 | passed | x 100 0.33, y 100 1 |
half a hundredth of coverage is rounded up: 1 of 8 | only 10: a 1; b 7 | min 0 | a=yes b=? | 100 | 0.13 | passed | only 100 0.13 |
a tag counts nowhere | only 10: reason 0 billing=0 fault=0; a 10 |  | reason=fault a=yes | 100 | 1 | passed | only 100 1 |
tags alone | only 10: reason 0 billing=0 fault=0 |  | reason=fault | null | 0 | not_assessable | only null 0 |
a condition that is not met | only 10: sale 0; a 50 if=sale:yes; b 50 |  | sale=no a=no b=yes | 100 | 1 | passed | only 100 1 |
a condition that is met | only 10: sale 0; a 50 if=sale:yes; b 50 |  | sale=yes a=no b=yes | 50 | 1 | passed | only 50 1 |
a condition with several answers, across sections | x 1: kind 1 sale=2 retention=1 other=0 / y 3: a 1 if=kind:sale,retention |  | kind=retention a=yes | 88 | 1 | passed | x 50 1, y 100 1 |
a condition on a question that does not apply | only 10: sale 0; a 50 if=sale:yes; b 50 |  | sale=na a=no b=yes | 100 | 1 | passed | only 100 1 |
a condition on a question that is not assessable | only 10: sale 0; a 50 if=sale:yes; b 50 |  | sale=? a=no b=yes | 100 | 1 | passed | only 100 1 |
a condition on a question that was skipped | only 10: a 10; b 10 if=a:yes; c 10 if=b:yes; d 30 |  | a=no b=yes c=yes d=yes | 75 | 1 | passed | only 75 1 |
a condition on a suggestion | only 10: sale 0 suggest; a 50 if=sale:yes; b 50 |  | sale=yes a=no b=yes | 100 | 1 | passed | only 100 1 |
a condition on a suggestion that a person confirmed | only 10: sale 0 suggest; a 50 if=sale:yes; b 50 |  | sale=@yes a=no b=yes | 50 | 1 | passed | only 50 1 |
a suggestion lowers the coverage | only 10: a 60; b 40 suggest |  | a=yes b=no | 100 | 0.6 | passed | only 100 0.6 |
a suggestion of not applicable lowers it too | only 10: a 60; b 40 suggest |  | a=yes b=na | 100 | 0.6 | passed | only 100 0.6 |
a person’s answer to a suggestion counts | only 10: a 60; b 40 suggest |  | a=yes b=@no | 60 | 1 | passed | only 60 1 |
a person says that it does not apply | only 10: a 60; b 40 human |  | a=yes b=@na | 100 | 1 | passed | only 100 1 |
a question that waits for a person | only 10: a 60; b 40 human |  | a=yes | 100 | 0.6 | passed | only 100 0.6 |
an automatic fail leaves the score | only 10: a 90; b 10 no! | pass 80 | a=yes b=no! | 90 | 1 | auto_failed | only 90 1 | b
an automatic fail without proof | only 10: a 90; b 10 no! |  | a=yes b=no~ | 90 | 1 | needs_review | only 90 1 |
an automatic fail that fell for lack of proof | only 10: a 90; b 10 no! |  | a=yes b=?~ | 100 | 0.9 | needs_review | only 100 0.9 |
one automatic fail with proof and one without | only 10: a 1 no!; b 1 no! |  | a=no~ b=no! | 0 | 1 | auto_failed | only 0 1 | b
an automatic fail goes before too little coverage | only 10: a 90; b 10 no! |  | a=? b=no! | null | 0.1 | auto_failed | only 0 0.1 | b
a missing proof goes before too little coverage | only 10: a 90; b 10 no! |  | a=? b=no~ | null | 0.1 | needs_review | only 0 0.1 |
a tag may fail the call | only 10: a 90; threat 0 no=0 yes=0! |  | a=yes threat=yes! | 100 | 1 | auto_failed | only 100 1 | threat
a suggestion fails no call | only 10: a 90; b 10 no! suggest |  | a=yes b=no! | 100 | 0.9 | passed | only 100 0.9 |
a suggestion that fell asks for no review | only 10: a 90; b 10 no! suggest |  | a=yes b=?~ | 100 | 0.9 | passed | only 100 0.9 |
a person’s answer fails the call | only 10: a 90; b 10 no! suggest |  | a=yes b=@no | 90 | 1 | auto_failed | only 90 1 | b
a skipped question fails no call | only 10: sale 0; a 50 no! if=sale:yes; b 50 |  | sale=no a=no! b=yes | 100 | 1 | passed | only 100 1 |
`;

export const GOLDEN_FORMS: readonly GoldenForm[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [
      name = '',
      form = '',
      terms = '',
      answers = '',
      score,
      coverage,
      outcome = '',
      sections = '',
      autoFails = '',
    ] = line.split('|').map((cell) => cell.trim());
    return {
      name,
      form,
      passMark: termOf('pass', terms),
      minCoverage: termOf('min', terms) ?? 0.5,
      answers,
      score: score === 'null' ? null : Number(score),
      coverage: Number(coverage),
      outcome,
      sections,
      autoFails,
    };
  });

function termOf(name: string, terms: string): number | null {
  const found = new RegExp(`${name} (\\S+?)(,|$)`).exec(terms)?.[1];
  return found === undefined ? null : Number(found);
}

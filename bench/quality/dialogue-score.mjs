// Compares what the service tells of a labelled dialogue with its labels (dialogues/README.md). Uses no code of the service, so
// that a fault of the service cannot hide itself.
import { claimsOf } from './score.mjs';

/** The label of each finding. */
export const LABEL_OF = {
  greeting: 'greeting',
  purpose_declaration: 'purpose',
  identity_verification: 'identity',
  mandatory_disclosures: 'disclosure',
  privacy_protection: 'privacy',
  call_resolution: 'resolution',
  empathetic_language: 'empathy',
  professionalism: 'professionalism',
};

/** Of the false accusations only those findings count that lower a score. */
const WITHOUT_SCORE = ['professionalism'];

/** The names of a violation's rule, by label: a language model chooses its own words. */
const VIOLATION_NAMES = {
  pin_requested: /\bpin\b/,
  password_requested: /password|passcode|one time code/,
  security_code_requested: /security code|cv[vc]/,
  full_card_number_requested: /card number/,
  card_expiry_requested: /expiry|expiration|expires/,
  guarantee: /guarantee|promise/,
  abusive_language: /abusive|abuse|insult|profanity|swear|offensive/,
};

const DISMISSIVE = /dismissive|rude/;

/**
 * @param results the `results` of an analysis
 * @param labels of the dialogue
 * @returns for each finding what was `done` and what was `told` (true, false, or null for not assessable), and for violations
 *   and dismissive language the same as yes or no
 */
export function scoreDialogue(results, labels) {
  const claims = claimsOf({ results });
  const findings = Object.entries(LABEL_OF).map(([name, label]) => {
    const claim = claims.find((each) => each.kind === 'findings' && each.name === name);
    if (claim === undefined) return { name, done: labels[label], told: null, proved: true };
    const told = claim.assessable ? claim.holds : null;
    return { name, done: labels[label], told, proved: told === null || claim.citations.length > 0 };
  });
  const reported = claims.filter(({ kind }) => kind === 'violations').map(({ name }) => name.replaceAll('_', ' '));
  const violations = Object.entries(VIOLATION_NAMES).map(([name, pattern]) => {
    return { name, done: labels.violations.includes(name), told: reported.some((rule) => pattern.test(rule)) };
  });
  const conduct = claims.filter(({ kind, holds }) => kind !== 'findings' && holds).map(({ name }) => name);
  violations.push({
    name: 'dismissive_language',
    done: labels.dismissive,
    told: conduct.some((name) => DISMISSIVE.test(name)),
  });
  const { compliance, quality } = results;
  return { findings, violations, scores: [compliance.score, quality.overall_score] };
}

/** Confusion tables of the findings and of the violations over dialogues that were scored, and the sums that the bars need. */
export function tally(scored) {
  const findings = Object.keys(LABEL_OF).map((name) =>
    rated(
      name,
      scored.map((each) => each.findings.find((finding) => finding.name === name)),
    ),
  );
  const violations = [...Object.keys(VIOLATION_NAMES), 'dismissive_language'].map((name) =>
    rated(
      name,
      scored.map((each) => each.violations.find((violation) => violation.name === name)),
    ),
  );
  const weighed = findings.filter(({ name }) => !WITHOUT_SCORE.includes(name));
  const accusations = (each) =>
    each.findings.filter(({ name, done, told }) => !WITHOUT_SCORE.includes(name) && done === true && told === false);
  return {
    dialogues: scored.length,
    findings,
    violations,
    deeds: sumOf(weighed, ({ cells }) => sumOf(Object.values(cells.true), (count) => count)),
    falseAccusations: sumOf(weighed, ({ cells }) => cells.true.false),
    accusedDialogues: scored.filter((each) => accusations(each).length > 0).length,
    unproved: sumOf(scored, (each) => each.findings.filter(({ proved }) => !proved).length),
    verdicts: sumOf(scored, (each) => each.findings.filter(({ told }) => told !== null).length),
    rightVerdicts: sumOf(
      scored,
      (each) => each.findings.filter(({ done, told }) => told !== null && told === done).length,
    ),
    judged: scored.filter((each) => each.findings.some(({ told }) => told !== null)).length,
    withScore: scored.filter(({ scores }) => scores.some((score) => score !== null)).length,
  };
}

/**
 * `cells[done][told]` counts the dialogues. Precision is strict: a verdict on what a reviewer left open counts as wrong.
 * Shares are null where there is nothing to divide by.
 */
function rated(name, verdicts) {
  const none = () => ({ true: 0, false: 0, null: 0 });
  const cells = { true: none(), false: none(), null: none() };
  for (const { done, told } of verdicts) cells[done][told] += 1;
  const rows = Object.values(cells);
  const without = sumOf([...Object.values(cells.false), ...Object.values(cells.null)], (count) => count);
  const praised = cells.false.true + cells.null.true;
  return {
    name,
    cells,
    recall: share(
      cells.true.true,
      sumOf(Object.values(cells.true), (count) => count),
    ),
    precision: share(
      cells.true.true,
      sumOf(rows, (row) => row.true),
    ),
    precisionOfFalse: share(
      cells.false.false,
      sumOf(rows, (row) => row.false),
    ),
    praise: { without, praised, share: share(praised, without) },
  };
}

/** How the parties of calls on two channels were told apart: `[{ agentChannel, toldChannel, confidence }]`. */
export function tallyRoles(calls, minConfidence) {
  const sure = calls.filter(({ confidence }) => confidence >= minConfidence);
  const right = sure.filter(({ agentChannel, toldChannel }) => agentChannel === toldChannel).length;
  return { calls: calls.length, right, swapped: sure.length - right, undecided: calls.length - sure.length };
}

function share(part, whole) {
  return whole === 0 ? null : part / whole;
}

function sumOf(items, count) {
  return items.reduce((sum, item) => sum + count(item), 0);
}

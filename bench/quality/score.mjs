// Scores one analysis against its reference. Uses no code of the service, so that a fault of the service cannot hide itself.

/** Roles with this `role_confidence` or more must not be wrong. */
export const HIGH_CONFIDENCE = 0.8;
/** How far a citation may lie outside its turn: the times of an engine and of a reference differ a little. */
const SLACK_MS = 500;

export function wordsOf(text) {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? []
  );
}

/** Fewest substitutions, deletions and insertions that turn `reference` into `heard`. */
export function wordErrors(reference, heard) {
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index);
  for (const [at, word] of reference.entries()) {
    const next = [at + 1];
    for (const [index, other] of heard.entries()) {
      next.push(Math.min(row[index] + (word === other ? 0 : 1), row[index + 1] + 1, next[index] + 1));
    }
    row = next;
  }
  return row.at(-1);
}

/**
 * @param analysis the body of GET /analysis/{id}?include=words, completed
 * @param reference in the form that README.md describes
 */
export function score(analysis, reference) {
  return {
    words: scoreWords(analysis, reference),
    roles: scoreRoles(analysis, reference),
    facts: scoreFacts(analysis, reference),
    claims: scoreClaims(analysis, reference),
    evidence: scoreEvidence(analysis),
  };
}

function scoreWords({ transcript }, { turns }) {
  const inOrder = [...turns].sort((a, b) => a.startMs - b.startMs);
  const reference = inOrder.flatMap(({ text }) => wordsOf(text));
  const heard = transcript.segments.flatMap(({ text }) => wordsOf(text));
  return { said: reference.length, errors: wordErrors(reference, heard) };
}

/** A turn gets the role to which most of the words heard during it were assigned. */
function scoreRoles({ transcript }, { turns }) {
  const confidence = transcript.diarization.role_confidence;
  const count = { turns: turns.length, right: 0, wrong: 0, unassigned: 0, unheard: 0, confidence, wrongConfident: 0 };
  for (const turn of turns) {
    const votes = { right: 0, wrong: 0, unassigned: 0 };
    for (const { speaker, startMs, endMs, weight } of heardParts(transcript)) {
      const overlapMs = Math.min(endMs, turn.endMs) - Math.max(startMs, turn.startMs);
      if (overlapMs <= 0) continue;
      const vote =
        speaker === turn.speaker ? 'right' : ['agent', 'customer'].includes(speaker) ? 'wrong' : 'unassigned';
      votes[vote] += (weight * overlapMs) / Math.max(1, endMs - startMs);
    }
    const [[winner, weight]] = Object.entries(votes).sort((a, b) => b[1] - a[1]);
    if (weight === 0) count.unheard += 1;
    else count[winner] += 1;
    if (weight > 0 && winner === 'wrong' && confidence >= HIGH_CONFIDENCE) count.wrongConfident += 1;
  }
  return count;
}

/** Words with their times if the engine gives them, else whole segments. */
function heardParts({ segments }) {
  return segments.flatMap(({ speaker, start, end, text, words }) =>
    words
      ? words.map((word) => ({ speaker, startMs: word.start * 1000, endMs: word.end * 1000, weight: 1 }))
      : [{ speaker, startMs: start * 1000, endMs: end * 1000, weight: wordsOf(text).length }],
  );
}

const FINDING_ANSWERS = ['performed', 'resolved', 'present'];

/** Everything the result claims about the call: `{name, kind, holds, assessable, citations}`. */
export function claimsOf({ results }) {
  const findings = [...Object.entries(results.compliance), ...Object.entries(results.quality)].flatMap(
    ([name, value]) => {
      const answer = FINDING_ANSWERS.find((each) => value && typeof value === 'object' && each in value);
      if (answer === undefined) return [];
      return [
        { name, kind: 'findings', holds: value[answer], assessable: value.assessable, citations: value.citations },
      ];
    },
  );
  const violations = results.compliance.violations.map(({ rule, citations }) => {
    return { name: rule, kind: 'violations', holds: true, assessable: true, citations };
  });
  const observations = results.observations.map(({ rule, observed, citations }) => {
    return { name: rule, kind: 'observations', holds: observed, assessable: true, citations };
  });
  return [...findings, ...violations, ...observations];
}

/** Counts the planted facts that were found. A fact whose finding the reference does not name is left out. */
function scoreFacts(analysis, { facts, turns }) {
  const claims = claimsOf(analysis);
  const count = { planted: 0, found: 0, missed: [] };
  for (const fact of facts ?? []) {
    const found = fact.quote === null ? isAbsenceReported(claims, fact) : isFactCited(claims, fact, turns);
    if (found === null) continue;
    count.planted += 1;
    if (found) count.found += 1;
    else count.missed.push(fact.rule ?? fact.id);
  }
  return count;
}

/** True when the finding is reported as absent and assessable; null when the reference does not name the finding. */
function isAbsenceReported(claims, { rule, finding }) {
  const name = rule ?? /^(?:compliance|quality)\.(\w+)$/.exec(finding ?? '')?.[1];
  if (name === undefined) return null;
  return claims.some((claim) => claim.name === name && !claim.holds && claim.assessable);
}

/**
 * True when a claim that holds cites the speaker within the time of the turn: a claim of the rule that the fact names, else any
 * claim that quotes the fact's words.
 */
function isFactCited(claims, { rule, speaker, quote, turn, startMs, endMs }, turns) {
  const from = startMs ?? turns[turn]?.startMs ?? 0;
  const to = endMs ?? turns[turn]?.endMs ?? Number.POSITIVE_INFINITY;
  const wanted = wordsOf(quote);
  return claims.some(
    (claim) =>
      claim.holds &&
      (rule === undefined || claim.name === rule) &&
      claim.citations.some(
        (citation) =>
          citation.speaker === speaker &&
          citation.start * 1000 < to + SLACK_MS &&
          citation.end * 1000 > from - SLACK_MS &&
          (rule !== undefined || sharesWords(wordsOf(citation.quote), wanted)),
      ),
  );
}

function sharesWords(heard, wanted) {
  const common = heard.filter((word) => wanted.includes(word)).length;
  return common >= Math.min(3, wanted.length) && common >= heard.length / 2;
}

/** Counts the claims that hold, and those of them that are true of the call; null when the reference has no `expected`. */
function scoreClaims(analysis, { expected }) {
  if (expected === undefined) return null;
  const count = { made: 0, right: 0, false: [] };
  for (const { name, kind, holds } of claimsOf(analysis)) {
    if (!holds) continue;
    const truth = kind === 'findings' ? expected.findings[name] : expected[kind].includes(name);
    if (truth === undefined) continue;
    count.made += 1;
    if (truth) count.right += 1;
    else count.false.push(name);
  }
  return count;
}

/**
 * A quotation is faithful if it is a verbatim part of the segment that it names, with the speaker and within the time of that
 * segment.
 */
function scoreEvidence({ transcript, results }) {
  const count = { quotations: 0, faithful: 0 };
  const walk = (value) => {
    if (value === null || typeof value !== 'object') return;
    if ('quote' in value && 'segment_id' in value) {
      const segment = transcript.segments.find(({ id }) => id === value.segment_id);
      const within = segment && value.start >= segment.start - 0.001 && value.end <= segment.end + 0.001;
      count.quotations += 1;
      if (within && value.quote !== '' && segment.text.includes(value.quote) && segment.speaker === value.speaker) {
        count.faithful += 1;
      }
    }
    if (typeof value.evidence === 'string' && value.evidence !== '') {
      count.quotations += 1;
      if (value.citations.some(({ quote }) => quote === value.evidence)) count.faithful += 1;
    }
    for (const part of Object.values(value)) walk(part);
  };
  walk(results);
  return count;
}

/** Sums of the scores, for the table. */
export function sum(scores) {
  const add = (pick) => scores.reduce((total, each) => total + pick(each), 0);
  const judged = scores.filter(({ claims }) => claims !== null);
  return {
    recordings: scores.length,
    said: add(({ words }) => words.said),
    wordErrors: add(({ words }) => words.errors),
    turns: add(({ roles }) => roles.turns),
    turnsRight: add(({ roles }) => roles.right),
    turnsWrong: add(({ roles }) => roles.wrong),
    turnsUnassigned: add(({ roles }) => roles.unassigned),
    turnsUnheard: add(({ roles }) => roles.unheard),
    turnsWrongConfident: add(({ roles }) => roles.wrongConfident),
    planted: add(({ facts }) => facts.planted),
    found: add(({ facts }) => facts.found),
    claims: judged.reduce((total, { claims }) => total + claims.made, 0),
    claimsRight: judged.reduce((total, { claims }) => total + claims.right, 0),
    quotations: add(({ evidence }) => evidence.quotations),
    faithful: add(({ evidence }) => evidence.faithful),
  };
}

// Items that a person can decide, in one shape: findings, violations, and questions of scorecards.
import type {
  Citation,
  CompletedAnalysis,
  Evaluation,
  EvaluationAnswer,
  FormQuestion,
} from '../../../../../clients/typescript/src/browser.js';
import { ruleName } from '../../../texts/rule-name.js';
import { named, t } from '../../../texts/texts.js';
import { complianceOf, type Judged, qualityOf, type Violated } from '../judged.js';
import { answerKey, findingKey, violationKey } from './draft.js';

export interface Option {
  readonly value: string;
  readonly name: string;
  /** The answer as it stands once it is given, where the option is named by a verb. */
  readonly standing?: string;
}

export interface Item {
  /** Key in the draft. */
  readonly key: string;
  readonly title: string;
  readonly hint: string | null;
  /** Current answer. */
  readonly standing: string;
  /** Value of the option that agrees with it; null when none does. */
  readonly agreeing: string | null;
  readonly tone: 'good' | 'bad' | 'flag' | 'none';
  readonly isHuman: boolean;
  readonly confidence: number | null;
  readonly isFlagged: boolean;
  /** A person should decide it: it is not sure, held against the agent, or waits for an answer. */
  readonly isInDoubt: boolean;
  /** The answer that stands, as a person would give it; null where none does. */
  readonly answer: string | null;
  /** Answer of the service, when a person decided differently or confirmed it. */
  readonly system: string | null;
  /** Reason for a missing answer, or basis of an answer; never null when there is no answer. */
  readonly why: string | null;
  readonly missing: readonly string[];
  readonly citations: readonly Citation[];
  /** Empty when there is nothing to decide. */
  readonly options: readonly Option[];
}

export function findingItems(analysis: CompletedAnalysis, part: 'compliance' | 'quality'): readonly Item[] {
  const findings = part === 'compliance' ? complianceOf(analysis.results) : qualityOf(analysis.results);
  return findings.map((finding) => findingItem(finding, part, analysis));
}

function findingItem(finding: Judged, part: string, analysis: CompletedAnalysis): Item {
  const { answer, source } = finding;
  const isHuman = source === 'human';
  return {
    key: findingKey(`${part}.${finding.name}`),
    title: named('finding', finding.name),
    hint: null,
    standing: answerName(answer),
    agreeing: answer === null ? 'not_assessable' : answer ? 'yes' : 'no',
    tone: answer === null ? 'none' : answer ? 'good' : 'bad',
    isHuman,
    confidence: answer === null ? null : finding.confidence,
    isFlagged: finding.isFlagged,
    isInDoubt: finding.isFlagged && !isHuman && answer !== null,
    answer: answer === null ? (isHuman ? 'not_assessable' : null) : answer ? 'yes' : 'no',
    system: finding.system && answerName(finding.system.answer),
    why: answer === null && !isHuman ? whyNot(analysis) : null,
    missing: finding.missing.map((one) => one.replaceAll('_', ' ')),
    citations: finding.citations,
    options: [
      { value: 'yes', name: t('answer.yes') },
      { value: 'no', name: t('answer.no') },
      { value: 'not_assessable', name: t('decide.cannotTell') },
    ],
  };
}

const answerName = (answer: boolean | null): string =>
  answer === null ? t('call.notAssessable') : t(answer ? 'answer.yes' : 'answer.no');

/** Nothing is judged below this role confidence, as the API states. */
const MIN_ROLE_CONFIDENCE = 0.6;

/** The API gives one reason for the whole call: the first that applies. */
function whyNot({ results, transcript }: CompletedAnalysis): string {
  const { call_kind, not_judged_reason } = results;
  if (call_kind && call_kind !== 'conversation') return t('decide.reason.no_conversation');
  if (not_judged_reason) return named('decide.reason', not_judged_reason);
  if (transcript && transcript.diarization.role_confidence < MIN_ROLE_CONFIDENCE)
    return t('decide.reason.roles_unknown');
  const agent = transcript?.hearing?.agent;
  if (agent && !agent.assessable)
    return t('decide.whyNot.hearing', { why: agent.reasons.map((one) => named('decide.hearing', one)).join(', ') });
  return t('call.notAssessable.say');
}

export function violationItem(violation: Violated, index: number): Item {
  const { rule, citations, upheld, source, flagged, confidence } = violation;
  const isHuman = source === 'human';
  const segment = citations[0]?.segment_id;
  const standing = t(upheld === false ? 'decide.dismissed' : 'decide.violation');
  return {
    key: violationKey(rule, segment ?? -1 - index),
    title: ruleName(rule, violation.description),
    hint: null,
    standing,
    agreeing: upheld === false ? 'dismissed' : 'upheld',
    tone: upheld === false ? 'none' : 'flag',
    isHuman,
    confidence,
    isFlagged: flagged,
    isInDoubt: !isHuman && upheld !== false && segment !== undefined,
    answer: upheld === false ? 'dismissed' : 'upheld',
    system: isHuman ? t('decide.violation') : null,
    why: null,
    missing: [],
    citations,
    // The service identifies a violation by a turn that it cites.
    options:
      segment === undefined
        ? []
        : [
            { value: 'upheld', name: t('decide.uphold'), standing: t('decide.violation') },
            { value: 'dismissed', name: t('decide.dismiss'), standing: t('decide.dismissed') },
          ],
  };
}

export interface ItemGroup {
  readonly key: string;
  readonly title: string;
  readonly score: number | null;
  readonly coverage: number;
  readonly items: readonly Item[];
}

/** Sections of a scorecard with their questions. */
export function formGroups({ id, form, answers, sections }: Evaluation): readonly ItemGroup[] {
  const questions = new Map(form?.sections.flatMap((section) => section.questions).map((one) => [one.key, one]));
  return (form?.sections ?? []).map(({ key, title, questions: asked }) => {
    const scored = sections.find((one) => one.key === key);
    return {
      key,
      title,
      score: scored?.score ?? null,
      coverage: scored?.coverage ?? 0,
      items: asked.flatMap((question) => {
        const answer = answers.find((one) => one.question === question.key);
        return answer ? [questionItem(id, question, answer, questions)] : [];
      }),
    };
  });
}

/** All items of a call, in the order of the page. @param evaluations superseded ones are left out */
export function allItems(analysis: CompletedAnalysis, evaluations: readonly Evaluation[]): readonly Item[] {
  const { violations } = analysis.results.compliance;
  return [
    ...(violations as readonly Violated[]).map(violationItem),
    ...findingItems(analysis, 'compliance'),
    ...findingItems(analysis, 'quality'),
    ...evaluations
      .filter(({ status, superseded }) => status === 'completed' && !superseded)
      .flatMap((one) => formGroups(one).flatMap(({ items }) => items)),
  ];
}

function questionItem(
  evaluationId: string,
  question: FormQuestion,
  given: EvaluationAnswer,
  questions: ReadonlyMap<string, FormQuestion>,
): Item {
  // A question for a person has this source even before anyone has answered it.
  const isHuman = given.source === 'human' && given.state !== 'awaiting_human';
  const system = given.system ?? null;
  const options = [
    ...question.answers.map(({ key, label }) => ({ value: key, name: label })),
    ...(question.na ? [{ value: 'na', name: t('decide.na') }] : []),
  ];
  return {
    key: answerKey(evaluationId, question.key),
    title: question.text,
    hint: question.guidance,
    standing: standingOf(question, given),
    agreeing: given.answer,
    tone: toneOf(question, given),
    isHuman,
    confidence: isHuman ? null : given.confidence,
    isFlagged: given.flagged,
    isInDoubt: given.state === 'awaiting_human' || (given.state === 'answered' && given.flagged && !isHuman),
    answer: given.state === 'na' ? 'na' : given.answer,
    system: system && standingOf(question, system),
    why: whyOf(question, given, questions),
    missing: [],
    citations: given.citations,
    options: given.state === 'skipped' ? [] : options,
  };
}

type Given = Pick<EvaluationAnswer, 'state' | 'answer'>;

function standingOf({ answers }: FormQuestion, { state, answer }: Given): string {
  const label = answer === 'na' ? t('decide.na') : (answers.find(({ key }) => key === answer)?.label ?? answer ?? '');
  if (state === 'answered') return label;
  if (state === 'awaiting_human' && answer !== null) return t('decide.suggested', { answer: label });
  return named('decide.state', state);
}

function toneOf({ answers, weight }: FormQuestion, { state, answer }: Given): Item['tone'] {
  if (state !== 'answered' || weight === 0) return 'none';
  const points = answers.find(({ key }) => key === answer)?.points ?? 0;
  if (points === 0) return 'bad';
  return points === Math.max(...answers.map((one) => one.points)) ? 'good' : 'none';
}

function whyOf(
  question: FormQuestion,
  { state, reason, rationale, source }: EvaluationAnswer,
  questions: ReadonlyMap<string, FormQuestion>,
): string | null {
  if (state === 'skipped') {
    const condition = question.applies_if;
    const earlier = condition ? questions.get(condition.question) : undefined;
    const names = condition?.in.map((key) => earlier?.answers.find((one) => one.key === key)?.label ?? key) ?? [];
    return t('decide.skipped', { question: earlier?.text ?? condition?.question ?? '', answers: names.join(', ') });
  }
  if (state === 'awaiting_human') return t(source === 'human' ? 'decide.forPerson' : 'decide.confirm');
  // A reason written by a person is shown beside the person's name.
  const why = source === 'human' ? '' : rationale;
  if (state !== 'not_assessable') return why || null;
  return [reason ? named('decide.reason', reason) : t('call.notAssessable.say'), why].filter(Boolean).join(' ');
}

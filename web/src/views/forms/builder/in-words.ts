// Describes questions in words.
import { OBSERVATIONS, ruleName, VIOLATIONS } from '../../../texts/rule-name.js';
import { named, number, t, tn } from '../../../texts/texts.js';
import { type Form, ID, numberOf, type Question, questionsOf } from '../model/draft.js';

const MAX_SHOWN = 2;

const MEMBERS = {
  title: 'forms.section.title',
  text: 'forms.question.text',
  guidance: 'forms.guidance',
  weight: 'forms.weight',
  answers: 'forms.answers',
  label: 'forms.answer.label',
  points: 'forms.answer.points',
  na: 'forms.na',
  judge: 'forms.judge',
  speaker: 'forms.speaker',
  within: 'forms.within',
  applies_if: 'forms.condition',
  automation: 'forms.automation',
  pass_mark: 'forms.passMark',
  min_coverage: 'forms.coverage',
  language: 'forms.language',
  key: 'forms.key',
} as const;

/** Name of a member of a form, section, question or answer; members of a newer service get a general name. */
export function memberName(member: string): string {
  const [name = ''] = member.split('.');
  return t(Object.hasOwn(MEMBERS, name) ? MEMBERS[name as keyof typeof MEMBERS] : 'forms.change.other');
}

export function whoAnswers({ judge }: Question): string {
  const who = judgeName(judge.kind);
  if (judge.kind === 'phrases') {
    const all = judge.any ?? [];
    const shown = all.slice(0, MAX_SHOWN).map((one) => `“${one}”`);
    const rest = all.length - shown.length;
    return [`${who}:`, shown.join(', '), rest > 0 ? tn('forms.more', rest) : ''].filter(Boolean).join(' ');
  }
  if (judge.kind === 'metric') return `${who}: ${metricName(judge.metric ?? '')}`;
  if (judge.kind === 'finding') return `${who}: ${findingName(judge.finding ?? '')}`;
  return who;
}

export const judgeName = (kind: string): string => named('forms.judge', kind);
export const metricName = (metric: string): string => named('forms.metric', metric);

const FINDINGS = [
  'identity_verification',
  'privacy_protection',
  'mandatory_disclosures',
  'purpose_declaration',
  'call_resolution',
  'greeting',
  'empathetic_language',
  'professionalism',
];

/** A rule that is called like a finding is asked as the finding. */
export const FINDING_NAMES: readonly string[] = [...new Set([...FINDINGS, ...VIOLATIONS, ...OBSERVATIONS])];

export const findingName = (finding: string): string =>
  FINDINGS.includes(finding) ? named('finding', finding) : ruleName(finding);

/** Further conditions of a question: who must have said the proof and where, and when the question applies. */
export function termsOf(form: Form, question: Question): readonly string[] {
  const { speaker, within, applies_if, automation, judge } = question;
  const terms: string[] = [];
  const isHeard = judge.kind !== 'human' && judge.kind !== 'metric';
  if (isHeard && speaker) terms.push(t(speaker === 'agent' ? 'forms.said.agent' : 'forms.said.customer'));
  if (isHeard && within) {
    const seconds = typeof within.seconds === 'number' ? number(within.seconds) : within.seconds;
    terms.push(t(within.from === 'end' ? 'forms.within.last' : 'forms.within.first', { seconds }));
  }
  if (applies_if) {
    const earlier = questionsOf(form).find(({ key }) => key === applies_if.question);
    const answers = applies_if.in
      .map((key) => earlier?.answers.find((one) => one.key === key)?.label ?? key)
      .join(', ');
    terms.push(t('forms.onlyIf', { question: earlier ? numberOf(form, earlier[ID]) : applies_if.question, answers }));
  }
  if (automation === 'suggest') terms.push(t('forms.suggested'));
  return terms;
}

/** Name of a question in a list of choices: its number, and the beginning of its text. */
export const shortName = (form: Form, question: Question): string =>
  `${numberOf(form, question[ID])} ${question.text || t('forms.untitled')}`.slice(0, 80);

export const answerChoices = ({ answers }: Question): readonly (readonly [string, string])[] =>
  answers.map(({ key, label }) => [key, label || t('forms.untitled')] as const);

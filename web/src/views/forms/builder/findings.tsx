// Beside a question: what the check of the form found, and what to change.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { t } from '../../../texts/calibration.js';
import { number } from '../../../texts/texts.js';
import type { Form, Question } from '../model/draft.js';
import { type Finding, findingsOf, isUnstable, type Stability, subjectOf } from '../model/findings.js';

export interface Checked {
  readonly findings: readonly Finding[];
  readonly stability: Stability;
}

export const CheckedContext = createContext<Checked>({ findings: [], stability: [] });

const CODES = [
  'double_question',
  'no_guidance',
  'no_na',
  'absence_auto_fail',
  'phrase_never',
  'phrase_always',
  'never_varies',
] as const;

export function Findings({ form, question }: { readonly form: Form; readonly question: Question }) {
  const { findings, stability } = useContext(CheckedContext);
  const found = findingsOf(form, question, findings);
  const stable = stability.find((one) => one.question === question.key && one.of > 0);
  if (found.length === 0 && !stable) return null;
  return (
    <ul class="form-findings">
      {found.map((finding, index) => {
        const code = CODES.find((one) => one === finding.code);
        return (
          // Two phrases may have the same finding.
          <li key={index} dir="auto" lang={code === undefined ? 'en' : undefined}>
            <Icon name="alert" />
            <span>
              {code === undefined
                ? finding.msg
                : t(`check.found.${code}`, { subject: subjectOf(form, finding) || t('forms.untitled') })}
            </span>
          </li>
        );
      })}
      {stable && (
        <li>
          <Icon name={isUnstable(stable) ? 'alert' : 'check'} />
          <span>
            {t('check.same', { n: number(stable.same), total: number(stable.of) })}{' '}
            {isUnstable(stable) && t('check.same.few')}
          </span>
        </li>
      )}
    </ul>
  );
}

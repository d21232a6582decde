import { Icon } from '../../../parts/icon.tsx';
import { Section } from '../../../parts/section.tsx';
import { type Operation, ROLES, type Role, rightOf } from '../../../session/role-rights.js';
import type { TextKey } from '../../../texts/en.js';
import { t } from '../../../texts/texts.js';

/** Rows, each with an operation that needs the same role as the others of its kind. */
const ROWS: readonly (readonly [name: TextKey, operation: Operation])[] = [
  ['members.may.calls', 'getAnalysis'],
  ['members.may.figures', 'getStatistics'],
  ['members.may.review', 'createReview'],
  ['members.may.send', 'createAnalysis'],
  ['members.may.delete', 'deleteAnalysis'],
  ['members.may.forms', 'updateScorecard'],
  ['members.may.exports', 'createExport'],
  ['members.may.ownKeys', 'listApiKeys'],
  ['members.may.usage', 'getUsage'],
  ['members.may.sources', 'listSources'],
  ['members.may.endpoints', 'listWebhookEndpoints'],
  ['members.may.masking', 'updateRedactionSettings'],
  ['members.may.members', 'listMembers'],
  ['members.may.data', 'createHold'],
  ['members.may.plan', 'updateSubscription'],
  ['members.may.signIn', 'updateSignIn'],
  ['members.may.account', 'deleteCurrentUser'],
];

const COLUMNS = ROLES.toReversed();

export const RightsTable = () => (
  <Section title={t('members.rights')}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where the page is narrow */}
    <section class="rights" aria-label={t('members.roles')} tabIndex={0}>
      <table class="rights-table">
        <thead>
          <tr>
            <td />
            {COLUMNS.map((role) => (
              <th scope="col" key={role} title={t(`role.means.${role}`)}>
                {t(`role.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([name, operation]) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              {COLUMNS.map((role) => (
                <td key={role}>
                  <Right role={role} operation={operation} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    <p class="soft small section-foot">{t('members.rights.say')}</p>
  </Section>
);

function Right({ role, operation }: { readonly role: Role; readonly operation: Operation }) {
  const right = rightOf(role, operation);
  if (right === 'own') return t('members.right.own');
  return (
    <>
      <span class={right === 'yes' ? 'good' : 'soft'}>
        <Icon name={right === 'yes' ? 'check' : 'dash'} />
      </span>
      <span class="unseen">{t(`members.right.${right}`)}</span>
    </>
  );
}

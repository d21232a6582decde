// What an invitation and a member have in common: the role, the teams, and the agent's id.
import { CallAnalysisError } from '../../../../../clients/typescript/src/browser.js';
import { Choice, Faults, Field, Labelled, Lines } from '../../../parts/field.tsx';
import { faultsOf, isBeside } from '../../../parts/states.tsx';
import { role as ownRole } from '../../../session/member.js';
import { GIVEN_ROLES, isAtLeast, type Role } from '../../../session/role-rights.js';
import { t } from '../../../texts/texts.js';

export interface MemberDraft {
  readonly role: Role;
  /** One on each line. */
  readonly teams: string;
  readonly agentId: string;
}

interface MemberFieldsProps {
  readonly draft: MemberDraft;
  readonly onDraft: (draft: MemberDraft) => void;
  readonly error: unknown;
}

export function MemberFields({ draft, onDraft, error }: MemberFieldsProps) {
  const { role, teams, agentId } = draft;
  const given = GIVEN_ROLES.filter((one) => ownRole.value !== null && isAtLeast(ownRole.value, one));
  return (
    <>
      <Labelled label={t('members.role')}>
        {(id) => (
          <>
            {role === 'owner' ? (
              <span id={id}>{t('role.owner')}</span>
            ) : (
              <Choice
                id={id}
                label={t('members.role')}
                value={role}
                choices={given.map((one) => [one, t(`role.${one}`)] as const)}
                onValue={(next) => onDraft({ ...draft, role: next })}
              />
            )}
            <p class="soft small">{t(`role.means.${role}`)}</p>
            <Faults id={`${id}-faults`} faults={[...faultsOf(error, 'role'), ...sentencesOf(error, 403)]} />
          </>
        )}
      </Labelled>
      {(role === 'agent' || agentId !== '') && (
        <Field
          label={t('members.agentId')}
          name="agent_id"
          autocomplete="off"
          required={role === 'agent'}
          maxlength={255}
          value={agentId}
          onValue={(next) => onDraft({ ...draft, agentId: next })}
          faults={faultsOf(error, 'agent_id')}
        />
      )}
      {role !== 'agent' && (
        <Lines
          label={t('members.teams')}
          say={t('members.teams.say')}
          value={teams}
          onValue={(next) => onDraft({ ...draft, teams: next })}
          faults={faultsOf(error, 'teams')}
        />
      )}
    </>
  );
}

/** Null: calls of every team. */
export function teamsOf({ teams }: MemberDraft): string[] | null {
  const given = teams.split('\n').flatMap((line) => line.trim() || []);
  return given.length === 0 ? null : given;
}

/** The service's sentence where it refuses with this status and names no field: 403 is about the role. */
export const sentencesOf = (error: unknown, status: number): readonly string[] =>
  error instanceof CallAnalysisError && error.status === status && !error.items ? [error.detail] : [];

/** True where these fields show all that was refused. @param statuses whose sentences stand at one of them too */
export const isShown = (error: unknown, fields: readonly string[], statuses: readonly number[]): boolean =>
  isBeside(error, [...fields, 'role', 'agent_id', 'teams']) ||
  statuses.some((status) => sentencesOf(error, status).length > 0);

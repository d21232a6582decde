import { Check, Column, Entity, Exclusion, Index, PrimaryColumn } from 'typeorm';
import type { Role } from '../../access/roles.js';

export type MemberStatus = 'active' | 'disabled';

/**
 * A person of an account. The id of the first member, who registered it, is the account's id, and its credentials follow the
 * account's row: `Members` writes them there.
 */
@Entity('member')
@Exclusion('member_email_folded_key', 'USING btree (email_folded WITH =)')
@Index('member_owner_idx', ['accountId'], { unique: true, where: "(role = 'owner')" })
@Index('member_identity_idx', ['accountId', 'issuer', 'subject'], { unique: true, where: '(subject IS NOT NULL)' })
@Check('member_role_check', "role IN ('owner', 'admin', 'analyst', 'reviewer', 'agent')")
@Check('member_status_check', "status IN ('active', 'disabled')")
export class MemberEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'member_pkey' })
  id: string;

  @Column({ name: 'account_id', type: 'uuid' })
  accountId: string;

  /** Address as its holder typed it, trimmed. */
  @Column({ name: 'email', type: 'text' })
  email: string;

  /** Address in the form used for comparison: as of `AccountEntity.emailFolded`. */
  @Column({ name: 'email_folded', type: 'text' })
  emailFolded: string;

  @Column({ name: 'email_verified_at', type: 'timestamptz', precision: 3, nullable: true })
  emailVerifiedAt: Date | null;

  /** The address that replaces `email` once it is verified. */
  @Column({ name: 'pending_email', type: 'text', nullable: true })
  pendingEmail: string | null;

  /** E.164 */
  @Column({ name: 'phone_number', type: 'text', nullable: true })
  phoneNumber: string | null;

  /** Null for a person who signs in with the company's identity provider alone. */
  @Column({ name: 'password_hash', type: 'text', nullable: true })
  passwordHash: string | null;

  /** Raised with every password change, and when the member is disabled; tokens of an older epoch are refused. */
  @Column({ name: 'token_epoch', type: 'integer', default: 0 })
  tokenEpoch: number;

  @Column({ name: 'name', type: 'text', nullable: true })
  name: string | null;

  @Column({ name: 'role', type: 'text' })
  role: Role;

  /** Values of `metadata.team` of the calls that the member sees; empty: all calls. */
  @Column({ name: 'teams', type: 'text', array: true, default: '{}' })
  teams: string[];

  /** The `agent_id` of the member's own calls. */
  @Column({ name: 'agent_id', type: 'text', nullable: true })
  agentId: string | null;

  @Column({ name: 'recordings_original', type: 'boolean', default: false })
  recordingsOriginal: boolean;

  @Column({ name: 'status', type: 'text', default: 'active' })
  status: MemberStatus;

  /** Issuer of the identity provider with which the member signs in; null for one with a password. */
  @Column({ name: 'issuer', type: 'text', nullable: true })
  issuer: string | null;

  /** `sub` of the member at that issuer. */
  @Column({ name: 'subject', type: 'text', nullable: true })
  subject: string | null;

  @Column({ name: 'last_login_at', type: 'timestamptz', precision: 3, nullable: true })
  lastLoginAt: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt: Date;
}

/** True of the one who registered the account. */
export const isFirstMember = ({ id, accountId }: Pick<MemberEntity, 'id' | 'accountId'>) => id === accountId;

import { Column, Entity, Exclusion, PrimaryColumn } from 'typeorm';

/** An account: who signs in, owns the keys and the analyses, and is billed. */
@Entity('account')
// Not UNIQUE: a change of the address would then wait for every transaction that refers to the account.
@Exclusion('account_email_folded_key', 'USING btree (email_folded WITH =)')
export class AccountEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'account_pkey' })
  id: string;

  /** Address as the holder typed it, trimmed. All mail of the account goes to it. */
  @Column({ name: 'email', type: 'text' })
  email: string;

  /**
   * Address in the form used for comparison: `foldEmail`. Where an earlier release let two accounts register for one mailbox, one
   * of them has `foldAsWritten`.
   */
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

  @Column({ name: 'password_hash', type: 'text' })
  passwordHash: string;

  /** Raised with every password change; tokens of an older epoch are refused. */
  @Column({ name: 'token_epoch', type: 'integer', default: 0 })
  tokenEpoch: number;

  /** Since when an erasure has closed the account: its credentials are refused, and nothing of it is worked on. */
  @Column({ name: 'closed_at', type: 'timestamptz', precision: 3, nullable: true })
  closedAt: Date | null;

  /** ISO 639-1: default of the calls' `output_language`. */
  @Column({ name: 'output_language', type: 'text', nullable: true })
  outputLanguage: string | null;

  /** 0 or 1: default of the calls' `agent_channel`. */
  @Column({ name: 'agent_channel', type: 'smallint', nullable: true })
  agentChannel: number | null;

  /** JSON text, returned as it was given. */
  @Column({ name: 'metadata', type: 'text', default: '{}' })
  metadata: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt: Date;
}

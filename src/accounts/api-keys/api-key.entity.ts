import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { KeyScope } from '../../access/scopes.js';

/** An API key. Only the hash of its secret is stored. A revoked key keeps its row. */
@Entity('api_key')
@Unique('api_key_hash_key', ['keyHash'])
export class ApiKeyEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'api_key_pkey' })
  id: string;

  @Column({ name: 'account_id', type: 'uuid' })
  accountId: string;

  @Column({ name: 'name', type: 'text' })
  name: string;

  @Column({ name: 'key_prefix', type: 'text' })
  keyPrefix: string;

  @Column({ name: 'key_hash', type: 'bytea' })
  keyHash: Buffer;

  @Column({ name: 'livemode', type: 'boolean' })
  livemode: boolean;

  @Column({ name: 'scopes', type: 'text', array: true })
  scopes: KeyScope[];

  /** The member who made it; null: the account's own. */
  @Column({ name: 'created_by', type: 'uuid', nullable: true })
  createdBy: string | null;

  /** JSON text, returned as it was given. */
  @Column({ name: 'metadata', type: 'text', default: '{}' })
  metadata: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ name: 'last_used_at', type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  /** First product of the `User-Agent` of that use. Null where it names none, and for uses before the column was there. */
  @Column({ name: 'last_used_by', type: 'text', nullable: true })
  lastUsedBy: string | null;

  @Column({ name: 'revoked_at', type: 'timestamptz', precision: 3, nullable: true })
  revokedAt: Date | null;
}

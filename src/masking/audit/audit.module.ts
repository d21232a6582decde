import { Module } from '@nestjs/common';
import { Signatures } from '../../platform/audit/signatures.js';
import { AuditController, SigningKeysController } from './audit.controller.js';
import { AuditReader } from './audit-reader.js';
import { AuditSweep } from './audit-sweep.js';

/** The routes of the audit log. */
@Module({ controllers: [AuditController, SigningKeysController], providers: [AuditReader, Signatures] })
export class AuditApiModule {}

/** Chains, signs and prunes audit logs. */
@Module({ providers: [AuditSweep, Signatures] })
export class AuditModule {}

// Adds the recording store to the readiness check.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ReadinessChecks } from '../../platform/operations/readiness-checks.js';
import { ObjectStore } from '../../ports/object-store.js';

@Injectable()
export class StorageCheck implements OnModuleInit {
  constructor(
    private readonly readiness: ReadinessChecks,
    private readonly store: ObjectStore,
  ) {}

  onModuleInit(): void {
    this.readiness.add('storage', () => this.store.check());
  }
}

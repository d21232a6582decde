// Decorator for routes that store what takes no minutes: they are refused while the account holds as much as it may.
import { type CanActivate, type ExecutionContext, Inject, Injectable, UseGuards } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../config/config.js';
import { refuseWhenFull } from '../../database/held-bytes.js';
import type { ServiceRequest } from './caller.js';

@Injectable()
class HeldBytesGuard implements CanActivate {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Config) private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { caller } = context.switchToHttp().getRequest<ServiceRequest>();
    if (caller) await refuseWhenFull(this.dataSource, caller.accountId, this.config);
    return true;
  }
}

/** Name `accountFull()` in the `@Refuses` of the route, too. */
export const HoldsBytes = () => UseGuards(HeldBytesGuard);

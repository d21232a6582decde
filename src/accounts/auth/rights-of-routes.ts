// Refuses to start with a route that the table of rights does not know.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { rightOfRoute } from '../../access/route-rights.js';
import { ACCESS, type Access } from '../../platform/http/access/access.js';
import { operationOf } from '../../platform/http/openapi/operation-id.js';

@Injectable()
export class RightsOfRoutes implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** @throws Error that names the operations without a row */
  onModuleInit(): void {
    const unknown = this.operations().filter((operation) => rightOfRoute(operation) === undefined);
    if (unknown.length > 0)
      throw new Error(`src/access/route-rights.ts says of no role whether it may call ${unknown.join(', ')}`);
  }

  /** Those that a credential opens. */
  private operations(): string[] {
    return this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      const prototype: Record<string, object> = metatype.prototype;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = prototype[name];
        if (typeof handler !== 'function' || !Reflect.hasMetadata('path', handler)) return [];
        const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [handler, metatype]);
        return access?.kind === 'caller' ? [operationOf(handler) ?? `${metatype.name}.${name}`] : [];
      });
    });
  }
}

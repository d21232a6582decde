// Signs links that work without credentials until they expire. A link contains its claims and a signature over them.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../access/principal.js';
import { can } from '../../../access/rights.js';
import type { Scope } from '../../../access/scopes.js';
import { Config } from '../../config/config.js';

/** Claims of a link: the file that it opens, and its expiry. The signature covers all members. */
export interface LinkClaims {
  readonly key: string;
  readonly contentType: string;
  readonly fileName: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

@Injectable()
export class SignedLinks {
  constructor(private readonly config: Config) {}

  /** HMAC-SHA256, base64url. */
  sign(claims: LinkClaims): string {
    return this.digest(claims).toString('base64url');
  }

  /** Principal of the link's holder. Null when the link is not accepted, or when no link may have the scope. */
  holder(claims: LinkClaims, signature: string, scope: Scope): Principal | null {
    const holder: Principal = { kind: 'link', id: claims.key, scopes: [scope] };
    return this.accepts(claims, signature) && can(holder, scope) ? holder : null;
  }

  /** True when this service signed exactly these claims and the link has not expired. */
  accepts(claims: LinkClaims, signature: string, nowMs = Date.now()): boolean {
    const given = Buffer.from(signature, 'base64url');
    const wanted = this.digest(claims);
    return given.length === wanted.length && timingSafeEqual(given, wanted) && nowMs < claims.expiresAt * 1000;
  }

  private digest({ key, contentType, fileName, expiresAt }: LinkClaims): Buffer {
    // JSON: two different sets of claims never give the same text; joined strings could.
    const text = JSON.stringify([key, contentType, fileName, expiresAt]);
    return createHmac('sha256', this.config.secrets.links).update(text).digest();
  }
}

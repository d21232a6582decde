// Finds the caller of a request that carries the access token of a review link.
import { Injectable } from '@nestjs/common';
import { unauthorized } from '../../errors/api-error.js';
import type { Caller } from './caller.js';

/** `typ` in the header of the token (RFC 8725, 3.11). It tells the guard which key to verify the token with. */
export const LINK_TOKEN_TYPE = 'review+jwt';

/** True when the token's header has this type. The signature is not checked. */
export function isLinkToken(token: string): boolean {
  const [header = ''] = token.split('.', 1);
  try {
    const read: unknown = JSON.parse(Buffer.from(header, 'base64url').toString());
    return typeof read === 'object' && read !== null && 'typ' in read && read.typ === LINK_TOKEN_TYPE;
  } catch {
    return false;
  }
}

/**
 * Finds the caller.
 * @throws ApiError 401 for a token that is not ours or has expired; 403 for a link that is no longer valid
 */
export type FindLinkCaller = (token: string) => Promise<Caller>;

@Injectable()
export class LinkCallers {
  private lookUp: FindLinkCaller | null = null;

  /** The module that knows links calls this at start. Without it no token of a link is accepted. */
  findWith(lookUp: FindLinkCaller): void {
    this.lookUp = lookUp;
  }

  /** @throws ApiError as `FindLinkCaller` */
  async find(token: string): Promise<Caller> {
    if (this.lookUp === null) throw unauthorized();
    return this.lookUp(token);
  }
}

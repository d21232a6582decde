// TRUSTED_USER_HEADER: a proxy in front has authenticated the person, and sends the e-mail with each request.
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { badRequest, forbidden } from '../../platform/errors/api-error.js';
import type { Caller, ServiceRequest } from '../../platform/http/access/caller.js';
import { emailFault } from '../../platform/outbound/email-address.js';
import { Members } from '../users/members.js';
import { memberCaller } from './member-caller.js';
import { SignInRules, unknownPerson } from './sign-in-rules.js';

const READING = new Set(['GET', 'HEAD']);

@Injectable()
export class HeaderCallers {
  private readonly header: string | null;

  constructor(
    { signIn }: Config,
    private readonly dataSource: DataSource,
    private readonly members: Members,
    private readonly rules: SignInRules,
  ) {
    this.header = signIn.trustedUserHeader;
  }

  /**
   * The e-mail that the proxy names; null where there is no such header.
   * @throws ApiError 400 for a header that another peer has sent, and for one that holds no address
   */
  emailIn(request: ServiceRequest): string | null {
    const value = this.header === null ? undefined : request.headers[this.header];
    if (value === undefined) return null;
    if (!isProxy(request)) throw badRequest('This header is taken from the authenticating proxy alone');
    // Several headers of the name arrive as one text with commas, which is no address.
    if (typeof value !== 'string' || emailFault(value.trim()) !== null)
      throw badRequest('The authenticating proxy sent no e-mail address');
    return value.trim();
  }

  /** @throws ApiError 403 for a person who is no member and cannot become one, and for a request that another site began */
  async find(email: string, request: ServiceRequest): Promise<Caller> {
    const site = request.headers['sec-fetch-site'];
    // A browser adds the cookie of the proxy to what other sites make it send.
    if (!READING.has(request.method) && site !== undefined && site !== 'same-origin' && site !== 'none')
      throw forbidden('Another site sent this request');
    const known = await this.members.findByEmail(this.dataSource.manager, email);
    const { id } = known ?? (await this.rules.welcome(email));
    const standing = await this.members.findStanding(id);
    if (standing === null || !standing.verified) throw unknownPerson();
    return memberCaller(this.members, standing, null);
  }
}

/** Whether TRUST_PROXY names the peer of the connection. */
function isProxy(request: Request): boolean {
  const trusts = request.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  return request.socket.remoteAddress !== undefined && trusts(request.socket.remoteAddress, 0);
}

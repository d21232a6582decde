// Who may open an account: REGISTRATION. The operator's own command, `accounts:create`, is not asked.
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { asciiDomain, foldEmail } from '../../platform/outbound/email-address.js';
import { accountErrors } from './account-errors.js';

@Injectable()
export class Registration {
  /** Folded as the domains of addresses are; null: any domain. */
  private readonly domains: ReadonlySet<string> | null;

  constructor({ registration }: Config) {
    this.domains =
      registration === 'open' ? null : new Set(registration === 'closed' ? [] : registration.map(foldedDomain));
  }

  /**
   * @param email an address that becomes that of an account
   * @param present the address that the account has; null for a new account. A change within its domain is always allowed
   * @throws ApiError 403
   */
  check(email: string, present: string | null = null): void {
    if (this.domains === null) return;
    const domain = domainOf(email);
    if (this.domains.has(domain) || (present !== null && domainOf(present) === domain)) return;
    throw this.domains.size === 0 ? accountErrors.registrationClosed() : accountErrors.registrationElsewhere();
  }
}

function domainOf(email: string): string {
  const folded = foldEmail(email);
  return folded.slice(folded.lastIndexOf('@') + 1);
}

function foldedDomain(domain: string): string {
  const written = domain.normalize('NFKC').toLowerCase();
  return (asciiDomain(written) ?? written).replace(/\.$/, '');
}

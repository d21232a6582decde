// Which credentials the address of a recording asks for. Those who make calls of their own accord know them: a source does.
import type { DownloadCredentials } from '../../platform/outbound/outbound-door.js';

export abstract class CredentialsOfCall {
  /** @returns null for a call whose address asks for none */
  abstract find(analysisId: string): Promise<DownloadCredentials | null>;

  /** @returns another address of the same recording, for a server that refuses the first one; null where there is none */
  abstract otherAddressOf(url: string): string | null;
}

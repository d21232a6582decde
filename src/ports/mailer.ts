// Sends mail to account holders: over SMTP, or into a folder where a developer can read it.

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export abstract class Mailer {
  /** Resolves when the mail server has accepted the mail. Throws {@link ProviderError} otherwise. */
  abstract send(mail: Mail): Promise<void>;
}

// Mail to account holders: over SMTP, or into a folder where a developer can read it.

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export abstract class Mailer {
  /** Throws {@link ProviderError} when the mail could not be handed over. */
  abstract send(mail: Mail): Promise<void>;
}

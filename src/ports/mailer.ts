// Sends mail to account holders: over SMTP, or into a folder where a developer can read it.

export interface Mail {
  /** One address. A text that holds a list is not read as one: no other address gets the mail. */
  readonly to: string;
  /** One line: line breaks become spaces. */
  readonly subject: string;
  /** Any characters and any length of lines. */
  readonly text: string;
  readonly html: string;
}

export abstract class Mailer {
  /**
   * Resolves when the mail server has accepted the mail. Throws {@link ProviderError} otherwise, not retryable when the server
   * has refused the mail for good; the next mail is not affected.
   * Where the connection breaks or the server falls silent before it confirms the mail, the mail may have been accepted. The
   * error is retryable: a caller that tries again may send the mail twice. The adapter itself hands a whole mail over once.
   * Takes no signal. Settles within about a minute, also when the server answers slowly or never.
   */
  abstract send(mail: Mail): Promise<void>;
}

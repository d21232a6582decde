// Data that the service writes into the head of the page, before anyone has logged in.

interface Facts {
  readonly version: string;
  /** Who may open an account: everyone, no one, or the holders of addresses in these domains. */
  readonly registration: 'open' | 'closed' | readonly string[];
  /** Place of the links that mails contain: without a mail server they are printed in the service's terminal. */
  readonly mails: 'terminal' | 'mailbox';
}

export const facts: Facts = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=console-facts]')?.content ?? '{}',
);

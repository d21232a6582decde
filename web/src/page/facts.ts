// What the service told this page in its head, before anyone has logged in.

interface Facts {
  readonly version: string;
  /** Who may open an account: everyone, no one, or the holders of addresses in these domains. */
  readonly registration: 'open' | 'closed' | readonly string[];
  /** Where the links of mails stand: without a mail server they are printed where the service runs. */
  readonly mails: 'terminal' | 'mailbox';
}

export const facts: Facts = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=console-facts]')?.content ?? '{}',
);

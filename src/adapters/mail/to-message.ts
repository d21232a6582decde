import type { Mail } from '../../ports/mailer.js';

/** nodemailer reads a recipient that is a text as a list of addresses and groups: the mail could go to another address. */
export const toMessage = (mail: Mail) => ({ ...mail, to: { name: '', address: mail.to } });

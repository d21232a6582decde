// What the stub of the provider hears in the benches of redaction: a card among other talk.
export const SPOKEN = [
  'Thank you for calling Northwind, how can I help you today?',
  'I would like to pay the bill of last month.',
  'Can you give me the card number, please?',
  'Four nine two nine one one seven eight oh three four two six six one two.',
  'And the three digits on the back?',
  'Seven three one.',
  'That went through, the total was forty eight dollars ninety.',
  'Great, thank you.',
].join('\n');

/** Masks the calls of the account as a preset does. */
export function maskCallsOf({ query }, accountId, types) {
  const settings = {
    mode: 'text_and_audio',
    types,
    countries: ['US', 'GB', 'DE'],
    custom: [],
    replacement: 'label',
    audio: 'tone',
    original_recording: 'delete',
  };
  return query('INSERT INTO redaction_settings (account_id, settings) VALUES ($1, $2)', [
    accountId,
    JSON.stringify(settings),
  ]);
}

export const PCI = ['card_number', 'card_security_code', 'card_expiry', 'password_or_pin'];

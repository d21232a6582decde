// Calls with planted facts for the rules: as written, and as the local recogniser heard them.
import type { Speaker } from '../../../src/ports/transcript.js';

export type Script = readonly (readonly [Speaker, string])[];

/** As the local recogniser writes: no capitals, no punctuation. */
export function bareText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

export function bareScript(script: Script): Script {
  return script.map(([speaker, text]) => [speaker, bareText(text)]);
}

/** @param changes the wrong words that the recogniser heard, by the words that were said */
export function misheard(script: Script, changes: Readonly<Record<string, string>>): Script {
  return bareScript(script).map(([speaker, text]) => [
    speaker,
    Object.entries(changes).reduce((heard, [said, as]) => heard.replaceAll(said, as), text),
  ]);
}

/** What the local recogniser heard when another voice spoke the good call. */
export const MISHEARD_GOOD = {
  'thank you for calling northwind energy my name is sarah': 'sam queue for calling or swim to energy my name is sir',
  'this call is recorded': 'this politics or did',
  'for quality and training purposes': 'for quarter tea and train in purse is',
};
export const MISHEARD_BAD = { 'your full card number': 'your fault card number' };

/** About an energy bill that was charged twice. The agent handles it well. */
export const goodCall: Script = [
  [
    'agent',
    'Thank you for calling Northwind Energy. My name is Sarah. Please note that this call is recorded for quality and training purposes. How can I help you today?',
  ],
  [
    'customer',
    'Hi Sarah. I am calling about my last bill. I think I have been charged twice for the same month, and I am really not happy about it.',
  ],
  [
    'agent',
    'I am sorry to hear that. I understand how frustrating that must be, and I will do my best to fix it for you today. Before we continue, could you please confirm your full name and your date of birth?',
  ],
  ['customer', 'My name is David Miller, and my date of birth is the fourth of March nineteen eighty two.'],
  ['agent', 'Thank you, David. And could you also give me the last four digits of your account number?'],
  ['customer', 'Yes, it is seven three nine one.'],
  ['agent', 'Perfect, thank you. I have found your account. Please give me a moment while I look at your payments.'],
  [
    'customer',
    'This is the second time this has happened. If it happens again I will cancel my account and go to another company.',
  ],
  [
    'agent',
    'I completely understand. I can see that two payments of eighty four dollars were taken on the tenth of June. The second payment was our mistake, and I apologize for the trouble.',
  ],
  ['customer', 'So when do I get my money back?'],
  [
    'agent',
    'I have sent the refund of eighty four dollars to your bank. It will reach you within three to five business days. There is no fee for this. You will also get an email with the reference number.',
  ],
  ['customer', 'All right. That sounds good. Thank you for your help.'],
  ['agent', 'You are welcome. Is there anything else I can help you with today?'],
  ['customer', 'No, that is everything.'],
  ['agent', 'Thank you for calling Northwind Energy. Have a great day. Goodbye.'],
  ['customer', 'Thanks. Bye.'],
];

/** About a broken internet connection. The agent handles it badly. */
export const badCall: Script = [
  ['agent', 'Yes, hello, support. What is the problem?'],
  [
    'customer',
    'Good morning. My internet has been down for three days and nobody has called me back. I want to make a complaint.',
  ],
  ['agent', 'Well, that is not my problem. You should have called the technical team.'],
  ['customer', 'I did call them. They told me to call you. I work from home and I am losing money every day.'],
  [
    'agent',
    'You need to calm down. I can sell you a better plan. I guarantee that you will never have this problem again.',
  ],
  ['customer', 'I do not want a new plan. I want the service that I am already paying for.'],
  [
    'agent',
    'Fine. Give me your full card number and the security code on the back, and I will put the new plan on your account.',
  ],
  ['customer', 'Why do you need my card number? You already have my payment details. This is ridiculous.'],
  ['agent', 'That is our policy. I can not do anything without it.'],
  ['customer', 'Then I want to speak to your manager right now.'],
  ['agent', 'There is no manager available. They will only tell you the same thing.'],
  [
    'customer',
    'This is the worst service I have ever had. If nobody fixes this today I will talk to my lawyer and report you to the regulator.',
  ],
  ['agent', 'Do what you want. I have other customers waiting.'],
  ['customer', 'Unbelievable. I am going to close my account. Goodbye.'],
];

/** The good call as the local recogniser heard it, with the confidence of each segment. */
export const goodCallHeard: readonly (readonly [Speaker, string, number])[] = [
  [
    'agent',
    'sent you for calling north wind energy my name is sir please note that this call is recorded for quality and training purposes how can i help you today',
    0.77,
  ],
  [
    'customer',
    'hi sarah i am calling it down my last detail i think i have been charged lies for the same month and i am really not happy about it',
    0.74,
  ],
  [
    'agent',
    'i am sorry to hear that i understand how frustrating that must be and i will do my best to fix it for you today before we continue could you please confirm your full name and your date of birth',
    0.79,
  ],
  ['customer', 'my name is david miller and nine date of birth is the fourth of march nineteen eighty two', 0.79],
  ['agent', 'sam que david and could you also give me the last four digits of your account number', 0.83],
  ['customer', 'yes it is seven three nine one', 0.93],
  [
    'agent',
    "perfect thank you i have found your account please give me a moment while i'll look at your payments",
    0.9,
  ],
  [
    'customer',
    'this is the second time this has happened if it happens again i will cancel my account and go to another company',
    0.92,
  ],
  [
    'agent',
    'i completely understand i can see that two payments of eighty four dollars were taken on the tenth of june the second payment was our mistake and i apologize for the trouble',
    0.85,
  ],
  ['customer', 'so when do i get my money back', 0.77],
  [
    'agent',
    'i have sent the refund of eighty four dollars to your bank it will reach you within three to five business days there is no fee for players you will also get an email with a reference number',
    0.79,
  ],
  ['customer', 'all right that sounds good thank you for your help', 0.77],
  ['agent', "you're welcome is there anything else i can help you with today", 0.86],
  ['customer', 'now that is everything', 0.91],
  ['agent', 'sent you for calling north wind energy have a great day goodbye', 0.71],
  ['customer', 'thanks bye', 0.78],
];

/** The bad call as the local recogniser heard it. */
export const badCallHeard: readonly (readonly [Speaker, string, number])[] = [
  ['agent', 'yes hello support what is the problem', 0.77],
  [
    'customer',
    'good morning my internet has been down for three days and nobody has called me back i want to make a complaint',
    0.89,
  ],
  ['agent', 'well that is not my problem you should have called the technical team', 0.93],
  ['customer', 'i did call them they told me to call you i work from home and i am losing money every day', 0.83],
  [
    'agent',
    'you need to calm down i can sell you a better plan i guarantee that you will never have this problem again',
    0.86,
  ],
  ['customer', 'i do not want a new plan i want the surface but i am already paying for', 0.71],
  [
    'agent',
    'fine give me your failed card number and the security code on the back and i will put the new plan on your account',
    0.7,
  ],
  ['customer', 'why do you need my card number you already have my payment details this is ridiculous', 0.94],
  ['agent', 'that is our policy i cannot do anything without it', 0.84],
  ['customer', 'then i want to speak to your manager right now', 0.93],
  ['agent', 'there is no manager available they will only tell you the same thing', 0.79],
  [
    'customer',
    'this is the worst surface i have ever had if nobody fixes this today i will talk to my lawyer and report you to the regulator',
    0.82,
  ],
  ['agent', 'do what you want i have other customers waiting', 0.77],
  ['customer', 'unbelievable i am going to close my account goodbye', 0.91],
];

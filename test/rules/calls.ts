import type { Speaker } from '../../src/ports/transcript.js';

type Script = readonly (readonly [Speaker, string])[];

/** A double-charged energy bill, handled well. */
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

/** A broken line, handled badly. */
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

// The words of the sample calls. Every name and number in them is invented.
// A fact `[id, finding, speaker, quote]` is something that a listener would note. `quote` is null where the fact is that it was
// never said.

/** Turns alternate; the agent speaks first. */
const spoken = (...texts) => texts.map((text, index) => ({ speaker: index % 2 === 0 ? 'agent' : 'customer', text }));

export const scripts = [
  {
    name: 'good-call',
    voices: { agent: 'rms', customer: 'slt' },
    phoneCopy: true,
    turns: spoken(
      'Thank you for calling Northwind Energy. My name is Sarah. Please note that this call is recorded for quality and training purposes. How can I help you today?',
      'Hi Sarah. I am calling about my last bill. I think I have been charged twice for the same month, and I am really not happy about it.',
      'I am sorry to hear that. I understand how frustrating that must be, and I will do my best to fix it for you today. Before we continue, could you please confirm your full name and your date of birth?',
      'My name is David Miller, and my date of birth is the fourth of March nineteen eighty two.',
      'Thank you, David. And could you also give me the last four digits of your account number?',
      'Yes, it is seven three nine one.',
      'Perfect, thank you. I have found your account. Please give me a moment while I look at your payments.',
      'This is the second time this has happened. If it happens again I will cancel my account and go to another company.',
      'I completely understand. I can see that two payments of eighty four dollars were taken on the tenth of June. The second payment was our mistake, and I apologize for the trouble.',
      'So when do I get my money back?',
      'I have sent the refund of eighty four dollars to your bank. It will reach you within three to five business days. There is no fee for this. You will also get an email with the reference number.',
      'All right. That sounds good. Thank you for your help.',
      'You are welcome. Is there anything else I can help you with today?',
      'No, that is everything.',
      'Thank you for calling Northwind Energy. Have a great day. Goodbye.',
      'Thanks. Bye.',
    ),
    facts: [
      ['recording-disclosed', 'compliance.mandatory_disclosures', 'agent', 'this call is recorded for quality and training purposes'],
      ['agent-introduced', 'quality.greeting', 'agent', 'my name is sarah'],
      ['birth-date-asked', 'compliance.identity_verification', 'agent', 'confirm your full name and your date of birth'],
      ['account-number-asked', 'compliance.identity_verification', 'agent', 'the last four digits of your account number'],
      ['double-charge', 'compliance.purpose_declaration', 'customer', 'i have been charged twice for the same month'],
      ['empathy', 'quality.empathetic_language', 'agent', 'i understand how frustrating that must be'],
      ['refund-with-time', 'quality.call_resolution', 'agent', 'it will reach you within three to five business days'],
      ['churn-threat', 'coaching', 'customer', 'i will cancel my account and go to another company'],
      ['further-help-offered', 'coaching', 'agent', 'is there anything else i can help you with today'],
      ['closing', 'coaching', 'agent', 'have a great day goodbye'],
    ],
  },
  {
    name: 'bad-call',
    voices: { agent: 'slt', customer: 'rms' },
    phoneCopy: false,
    turns: spoken(
      'Yes, hello, support. What is the problem?',
      'Good morning. My internet has been down for three days and nobody has called me back. I want to make a complaint.',
      'Well, that is not my problem. You should have called the technical team.',
      'I did call them. They told me to call you. I work from home and I am losing money every day.',
      'You need to calm down. I can sell you a better plan. I guarantee that you will never have this problem again.',
      'I do not want a new plan. I want the service that I am already paying for.',
      'Fine. Give me your full card number and the security code on the back, and I will put the new plan on your account.',
      'Why do you need my card number? You already have my payment details. This is ridiculous.',
      'That is our policy. I can not do anything without it.',
      'Then I want to speak to your manager right now.',
      'There is no manager available. They will only tell you the same thing.',
      'This is the worst service I have ever had. If nobody fixes this today I will talk to my lawyer and report you to the regulator.',
      'Do what you want. I have other customers waiting.',
      'Unbelievable. I am going to close my account. Goodbye.',
    ),
    facts: [
      ['complaint', 'compliance.purpose_declaration', 'customer', 'i want to make a complaint'],
      ['card-number-asked', 'compliance.privacy_protection', 'agent', 'give me your full card number and the security code on the back'],
      ['recording-not-disclosed', 'compliance.mandatory_disclosures', 'agent', null],
      ['identity-not-checked', 'compliance.identity_verification', 'agent', null],
      ['dismissive', 'quality.empathetic_language', 'agent', 'that is not my problem'],
      ['guarantee-given', 'coaching', 'agent', 'i guarantee that you will never have this problem again'],
      ['manager-asked', 'coaching', 'customer', 'i want to speak to your manager right now'],
      ['manager-refused', 'quality.call_resolution', 'agent', 'there is no manager available'],
      ['legal-threat', 'coaching', 'customer', 'i will talk to my lawyer and report you to the regulator'],
      ['further-help-not-offered', 'coaching', 'agent', null],
    ],
  },
];

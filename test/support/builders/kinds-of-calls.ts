// Calls as turns, by what they are: mailboxes, calls without a conversation, and short conversations that resemble
// them. cspell:disable
import type { Speaker } from '../../../src/ports/transcript.js';

export type Lines = readonly (readonly [Speaker, string])[];

export const VOICEMAILS: Readonly<Record<string, Lines>> = {
  'a greeting, and a message': [
    ['customer', 'Hi, you have reached the voicemail of Peter Moss. Please leave a message after the tone.'],
    [
      'agent',
      'Hello Mister Moss, this is Dana from Northwind Energy. Please call us back on 0 20 55 50 142. Thank you.',
    ],
  ],
  'a greeting that the roles take for the agent': [
    ['agent', "Hello, this is Tom's phone. I can't come to the phone right now, leave your name and number."],
    ['customer', 'Hi Tom, this is Dana from Northwind, I will try again later.'],
  ],
  'a greeting, and then nothing': [
    [
      'customer',
      'Your call has been forwarded to an automatic voice message system. At the tone, please record your message.',
    ],
  ],
  'a greeting, and a caller who only breathes a word': [
    ['customer', "We're unable to take your call right now. Please leave your name and number after the beep. Beep."],
    ['agent', 'Okay.'],
  ],
  'a beep, and a menu after the message': [
    ['customer', 'The person you are calling is not available. At the tone, please record your message.'],
    ['customer', 'Beep.'],
    ['agent', 'Hello, this is a message for Misses Okafor. It is about your appointment on Friday.'],
    ['customer', 'To send your message press one. To rerecord it press two.'],
  ],
  'the message of an agent alone, in one go': [
    [
      'agent',
      "Hi this is Dana from Northwind Energy, I'm calling about your bill. Please call me back on five five five oh one four two. Thanks, bye.",
    ],
  ],
  'the message of an agent alone, with pauses': [
    ['agent', 'Good morning Mister Peters.'],
    ['agent', 'This is Dana calling from the dental practice.'],
    ['agent', 'I wanted to remind you of your appointment.'],
    ['agent', 'If you could give me a call back when you get this message.'],
    ['agent', 'Our number is 0 20 55 50 142.'],
    ['agent', 'Thank you, goodbye.'],
  ],
  'the message of a customer': [
    [
      'customer',
      'Hello, my name is Ruth Abel and I am calling about the boiler again. Please ring me back. Thank you.',
    ],
  ],
  'a greeting that was misheard, and a message': [
    ['customer', 'You are breached the boys male of peter.'],
    [
      'agent',
      'Hello, this is Dana from Northwind. I was trying to reach you about your order. Please call me back on 5 5 5 0 1.',
    ],
  ],
  'the mailbox of a company': [
    ['agent', 'Thank you for calling Acme. Our office is currently closed. Please leave a message after the tone.'],
    ['customer', 'Yes hello, this is Ruth Abel, my heating is off and it is freezing in here, please send somebody.'],
  ],
  'a greeting that names no machine, and a message': [
    ['customer', 'You have reached the Abels. We are out in the garden, as ever.'],
    ['agent', 'Hello, it is Fern from the optician. Your glasses are in, we are open till six. Bye bye.'],
  ],
  'an introduction and a farewell in one go, after words that were not recognised': [
    ['customer', 'Hm the abbots garden ever.'],
    ['agent', 'Hello, this is Fern from the optician, your glasses are in, ring us if you cannot come. Bye now.'],
  ],
  'a greeting alone, that names no mailbox': [
    ['customer', 'You have reached the offices of Hale and Hart. No one is available to take your call.'],
  ],
  'a message that asks for nothing': [
    [
      'agent',
      'Hello Mister Ruiz, Carla at the clinic here. Your results are fine, so you need not come in. Take care.',
    ],
  ],
  'a full mailbox': [['customer', 'The mailbox is full and cannot accept any messages at this time. Goodbye.']],
};

export const GERMAN_VOICEMAILS: Readonly<Record<string, Lines>> = {
  'a greeting, and a message': [
    [
      'customer',
      'Guten Tag, dies ist die Mailbox von Peter Moos. Bitte hinterlassen Sie eine Nachricht nach dem Signalton.',
    ],
    [
      'agent',
      'Guten Tag Herr Moos, hier ist Dana von der Nordwind Energie. Bitte rufen Sie mich zurück unter 030 555.',
    ],
  ],
  'the message of an agent alone': [
    [
      'agent',
      'Guten Tag, mein Name ist Dana Wirth von der Nordwind, ich rufe wegen Ihrer Rechnung an. Ich bitte um Rückruf.',
    ],
  ],
  'a greeting in the first person': [
    ['customer', 'Hallo, ich bin zurzeit leider nicht erreichbar. Sprechen Sie bitte nach dem Piepton.'],
  ],
};

export const NO_CONVERSATIONS: Readonly<Record<string, readonly [reason: string, lines: Lines]>> = {
  'an agent whom nobody answers': [
    'one_party',
    [['agent', 'Thank you for calling Northwind. This call is recorded for quality purposes. How can I help you?']],
  ],
  'an agent who asks whether anybody is there': [
    'one_party',
    [
      ['agent', 'Good morning, Northwind Energy, Sarah speaking.'],
      ['agent', 'This call is being recorded.'],
      ['agent', 'Hello? Can you hear me?'],
      ['agent', "I can't hear you, so I am going to end the call. Goodbye."],
    ],
  ],
  'a customer in dead air': ['no_contact', [['customer', 'Hello? Hello?']]],
  'a customer in dead air, who waits': [
    'no_contact',
    [
      ['customer', 'Hello?'],
      ['customer', 'Hello, is anybody there?'],
      ['customer', 'Hello?'],
    ],
  ],
  'two who do not hear each other': [
    'no_contact',
    [
      ['agent', 'Hello?'],
      ['customer', 'Hello?'],
      ['agent', 'Hello, can you hear me?'],
      ['customer', 'Hello? Are you there?'],
    ],
  ],
  'a pocket call': [
    'no_contact',
    [
      ['agent', 'Thank you for calling Northwind, how can I help you?'],
      ['customer', 'and then she put it in the oven with the onions'],
      ['agent', 'Hello? Can you hear me?'],
      ['customer', 'no the other one over there'],
      ['agent', 'Is anybody there? I am going to hang up now.'],
    ],
  ],
  'a wrong number': [
    'wrong_number',
    [
      ['agent', 'Good afternoon, may I speak with Mister Peters please?'],
      ['customer', 'You have the wrong number.'],
      ['agent', 'Oh I am sorry to bother you. Goodbye.'],
      ['customer', 'No problem. Bye.'],
    ],
  ],
  'somebody by whose name nobody is there': [
    'wrong_number',
    [
      ['agent', 'Hello, this is Dana from Northwind, is that Misses Okafor?'],
      ['customer', 'No, there is nobody by that name here.'],
      ['agent', 'Is this not 5 5 5 0 1 4 2?'],
      ['customer', 'It is, but I have had this number for years.'],
      ['agent', 'Then I will take it off our list. Sorry about that.'],
    ],
  ],
  'a caller who dialled wrong': [
    'wrong_number',
    [
      ['agent', 'Northwind Energy, good morning, you are speaking to Sarah.'],
      ['customer', 'Oh. Is that not the pizza place?'],
      ['agent', 'No, I am afraid you have the wrong number.'],
      ['customer', 'Sorry!'],
    ],
  ],
  'a wrong number that nobody calls so': [
    'wrong_number',
    [
      ['agent', 'Bayside glass, what can I get you?'],
      ['customer', 'Oh, is that not the dentist?'],
      ['agent', 'No, this is a glass shop. What number were you trying?'],
      ['customer', 'Sorry to bother you.'],
    ],
  ],
  'a private house': [
    'wrong_number',
    [
      ['customer', 'Is this the pizza place?'],
      ['agent', 'No, this is a private number.'],
      ['customer', 'Oops, sorry.'],
    ],
  ],
  'an agent who is heard by a pocket': [
    'no_contact',
    [
      ['agent', 'Hi, this is Marek calling from the library.'],
      ['customer', 'no put it on the other shelf'],
      ['agent', 'Hello, is this a good time?'],
      ['customer', 'the left one'],
      ['agent', 'I think I have been sat on. I will hang up.'],
    ],
  ],
  'an announcement': [
    'announcement',
    [['customer', 'The number you have dialled is not in service. Please check the number and dial again.']],
  ],
  'a queue': [
    'announcement',
    [
      ['agent', 'Welcome to Northwind. For sales press one, for support press two.'],
      ['customer', 'Two.'],
      ['agent', 'All our agents are currently busy. Your call is important to us.'],
      ['agent', 'You are number three in the queue.'],
      ['customer', 'Hello?'],
    ],
  ],
};

export const GERMAN_NO_CONVERSATIONS: Readonly<Record<string, readonly [reason: string, lines: Lines]>> = {
  'falsch verbunden': [
    'wrong_number',
    [
      ['agent', 'Guten Tag, spreche ich mit Frau Okafor?'],
      ['customer', 'Nein, da sind Sie falsch verbunden.'],
      ['agent', 'Entschuldigung, auf Wiederhören.'],
    ],
  ],
  'dead air': ['no_contact', [['customer', 'Hallo? Hallo? Ist da jemand?']]],
  'no line under the number': ['announcement', [['customer', 'Kein Anschluss unter dieser Nummer.']]],
  'an agent alone': [
    'no_contact',
    [['agent', 'Nordwind Energie, guten Tag, Sie sprechen mit Sarah. Hallo? Ich höre Sie leider nicht.']],
  ],
};

export const CONVERSATIONS: Readonly<Record<string, Lines>> = {
  'a short one': [
    ['customer', 'Hi, has my parcel been delivered?'],
    ['agent', "It's been delivered."],
    ['customer', 'Thanks, bye.'],
  ],
  'of two turns': [
    ['agent', 'Walker pharmacy, your prescription is ready.'],
    ['customer', 'Great, I will come by.'],
  ],
  'about a voicemail': [
    ['agent', 'Northwind, good morning.'],
    ['customer', 'You left me a voicemail yesterday.'],
    ['agent', 'Yes, it was about your bill.'],
  ],
  'about what a mailbox said': [
    ['customer', 'Your machine said leave a message after the tone, so I did, and nobody called.'],
    ['agent', 'I am sorry, let me look.'],
  ],
  'that ends at somebody else’s mailbox': [
    ['agent', 'Northwind, how can I help?'],
    ['customer', 'I need to talk to Tom.'],
    ['agent', 'I will put you through to his voicemail, please leave a message after the tone.'],
    ['customer', 'Okay, thank you.'],
  ],
  'in which a message is taken': [
    ['customer', 'Is Doctor Moss there?'],
    ['agent', 'He is not available at the moment. Would you like to leave a message?'],
    ['customer', 'Yes, please tell him to call me back on 5 5 5 0 1 4 2.'],
    ['agent', 'I will.'],
  ],
  'that begins with an announcement': [
    ['agent', 'Welcome to Northwind. For sales press one. Your call is important to us.'],
    ['customer', 'One.'],
    ['agent', 'Sales, this is Sarah, how can I help you?'],
    ['customer', 'I would like to change my tariff.'],
    ['agent', 'Sure, let me see.'],
  ],
  'in which somebody picks up while the mailbox greets': [
    ['customer', "Hi, this is Tom, I can't come to the phone, please leave a message."],
    ['customer', 'Hello? Sorry, I am here now.'],
    ['agent', 'Hello Tom, this is Dana from Northwind about your meter.'],
    ['customer', 'Yes, what about it?'],
  ],
  'in which a person says what a machine may say': [
    ['customer', 'Hi, are you open today?'],
    ['agent', 'No, our office is closed today.'],
    ['customer', 'Thanks.'],
  ],
  'about somebody who moved out': [
    ['customer', 'My ex-husband does not live here anymore, please take him off the bill.'],
    ['agent', 'I have taken him off.'],
  ],
  'about a house without water': [
    ['customer', 'There is no water here since six.'],
    ['agent', 'A pipe is broken in your street, it will be mended by noon.'],
  ],
  'with somebody who is heard badly at first': [
    ['customer', 'I cannot hear you very well.'],
    ['agent', 'Is this better?'],
    ['customer', 'Yes. I need to cancel.'],
    ['agent', 'Cancelled.'],
  ],
  'about what callers will hear': [
    ['agent', 'Your voicemail is set up, callers will hear please leave a message after the tone.'],
    ['customer', 'Perfect, thanks.'],
  ],
  'about a number': [
    ['agent', 'What number are you calling about?'],
    ['customer', '5 5 5, and then 9 in the middle.'],
    ['agent', 'And is that not the old meter?'],
    ['customer', 'No, this is the new one that was put in on Friday.'],
    ['agent', 'Then the bill is for the old one and I will have it changed by Monday.'],
  ],
  'with somebody who closes an account': [
    ['agent', 'Northwind, what is the problem?'],
    ['customer', 'I want to close my account.'],
    ['agent', 'I have closed it.'],
  ],
  'about a wrong number on an account': [
    ['customer', 'You have the wrong number on my account.'],
    ['agent', 'Let me correct that. What is the right one?'],
    ['customer', 'It ends in 42.'],
  ],
  'on a bad line': [
    ['agent', 'Northwind, hello? Can you hear me?'],
    ['customer', 'Yes, I can hear you now.'],
    ['agent', 'What can I do for you?'],
    ['customer', 'My bill is wrong.'],
  ],
  'with a voice bot': [
    ['agent', 'Welcome to Northwind. Please say in a few words why you are calling, or press one for sales.'],
    ['customer', 'I want to know why my bill has doubled since I moved into the new flat last month.'],
  ],
  'that ends with a promise to call': [
    ['customer', 'Do you have the part?'],
    ['agent', 'Not yet. We will call you back as soon as it is in.'],
    ['customer', 'Fine.'],
  ],
};

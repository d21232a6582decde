// cspell:ignore Bramblecombe Cholmondeley Featherstonehaugh Marmaduke Ottoline Quackenbush Snickelway Thistlewick
// What is said in each of the calls, and the form that they are judged by.
import type { Secrets } from '../support/builders/planted-call.js';

export const MASKED_AS_IT_CAME: Secrets = {
  name: 'Zebedee Quackenbush',
  street: '14 Thistlewick Crescent, SW1A 1AA',
  email: 'z.quackenbush@gooseberry.example',
  phone: '07700900461',
  dateOfBirth: 'twenty-third of October nineteen fifty-seven',
  nationalId: 'JG103759A',
  healthId: '9434765919',
  bank: 'DE89370400440532013000',
  card: 'four nine two nine one one seven eight oh three four two six six one two',
  expiry: 'oh eight twenty-nine',
  code: 'seven three one',
  pin: 'six two eight four',
};
export const MASKED_LATER: Secrets = {
  name: 'Ottoline Featherstonehaugh',
  street: '27 Bramblecombe Terrace, M1 1AE',
  email: 'ottoline@featherstonehaugh.example',
  phone: '07700900837',
  dateOfBirth: 'eleventh of February nineteen sixty-four',
  nationalId: 'KE482913C',
  healthId: '4010232137',
  bank: 'DE44500105175407324931',
  card: 'five one eight two three oh six nine four four seven two one eight oh nine',
  expiry: 'one one thirty-one',
  code: 'four oh nine',
  pin: 'nine one three five',
};
export const DELETED: Secrets = {
  name: 'Marmaduke Cholmondeley',
  street: '9 Snickelway Gardens, YO1 7HH',
  email: 'marmaduke@cholmondeley.example',
  phone: '07700900215',
  dateOfBirth: 'thirtieth of June nineteen seventy-eight',
  nationalId: 'LA572046B',
  healthId: '9434765870',
  bank: 'DE75512108001245126199',
  card: 'three seven eight two eight two two four six three one oh oh oh five',
  expiry: 'oh seven thirty-three',
  code: 'eight six two',
  pin: 'four eight one seven',
};

export const SCORECARD = {
  sections: [
    {
      key: 'call',
      title: 'Call',
      weight: 1,
      questions: [
        {
          key: 'helped',
          text: 'Did the customer say who is calling?',
          speaker: 'customer',
          weight: 10,
          answers: [
            { key: 'yes', label: 'Yes', points: 1, needs_quote: true },
            { key: 'no', label: 'No', points: 0 },
          ],
          judge: { kind: 'model' },
        },
      ],
    },
  ],
};

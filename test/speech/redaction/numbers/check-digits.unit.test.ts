// Published examples of each check digit pass; with one digit changed they do not.
// cspell:disable -- names and letters of ids
import { describe, expect, it } from 'vitest';
import {
  isAba,
  isDocumentNumber,
  isIban,
  isKvnr,
  isLuhn,
  isMbi,
  isNhs,
  isSteuerId,
} from '../../../../src/speech/redaction/numbers/check-digits.js';

describe.each([
  ['a card', isLuhn, '4111111111111111', '4111111111111112'],
  ['an IBAN of Germany', isIban, 'DE89370400440532013000', 'DE89370400440532013001'],
  ['an IBAN of Britain', isIban, 'GB29NWBK60161331926819', 'GB29NWBK60161331926818'],
  ['a routing number', isAba, '021000021', '021000022'],
  ['an NHS number', isNhs, '9434765919', '9434765918'],
  ['a German tax id', isSteuerId, '86095742719', '86095742718'],
  ['a German insured person', isKvnr, 'A123456780', 'A123456781'],
  ['a German identity card', isDocumentNumber, 'L01X00T471', 'L01X00T472'],
  ['a Medicare beneficiary', isMbi, '1EG4TE5MK73', '1EG4TE5MKS3'],
] as const)('%s', (_, isRight, right, wrong) => {
  it('is told by its check digit or form', () => {
    expect(isRight(right), right).toBe(true);
    expect(isRight(wrong), wrong).toBe(false);
  });
});

// cspell:disable -- German names and passwords
import type { Language } from '../spoken/number-words.js';
import type { Vocabulary } from '../spoken/values.js';

export const HELD_OUT_VOCABULARY: Record<Language, Vocabulary> = {
  en: {
    firstNames: ['Emma', 'Henry', 'Priya', 'Olivia'],
    lastNames: ['Bennett', 'Russell', 'Osborne', 'Whitfield'],
    mailFirst: ['emma', 'jack', 'olivia', 'henry'],
    mailLast: ['miller', 'bennett', 'russell'],
    hosts: ['mailbox', 'example', 'postfach', 'gmail'],
    ends: ['com', 'org'],
    secrets: ['falcon', 'sunflower', 'marble', 'lighthouse', 'pancake'],
    prefixes: [],
  },
  de: {
    firstNames: ['Sabine', 'Jonas', 'Aylin', 'Lukas'],
    lastNames: ['Hoffmann', 'Keller', 'Wagner', 'Lindemann'],
    mailFirst: ['anna', 'jonas', 'sabine', 'lukas'],
    mailLast: ['keller', 'hoffmann', 'bennert'],
    hosts: ['mailbox', 'example', 'postfach', 'gmail'],
    ends: ['de', 'org'],
    secrets: ['Sonnenblume', 'Falke', 'Leuchtturm', 'Kirsche', 'Murmel'],
    prefixes: ['0171', '0160', '030', '089'],
  },
};

/** Languages in which people ask for results, ISO 639-1. The API takes every code of two letters. */
export const LANGUAGES: readonly string[] = (
  'ar bg bn bs ca cs cy da de el en es et fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk ko lt lv mk ml mr ms mt nb ' +
  'nl pa pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur vi zh'
).split(' ');

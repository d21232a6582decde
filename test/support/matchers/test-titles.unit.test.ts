import { describe, expect, it } from 'vitest';
import { entriesOf } from './marked-tests.js';
import { titlesOf } from './test-titles.js';

const titles = titlesOf('support/matchers/test-titles.unit');

describe('the titles of a test file', () => {
  describe('in a nested block', () => {
    it.each(['cases'])('are found with the blocks around them, and with %s', () => {
      expect(titles).toContainEqual({
        title: 'are found with the blocks around them, and with %s',
        blocks: ['the titles of a test file', 'in a nested block'],
      });
    });
  });

  it('are found after a nested block', () => {
    expect(titles).toContainEqual({
      title: 'are found after a nested block',
      blocks: ['the titles of a test file'],
    });
  });

  it('do not include other texts, and a file that does not exist has none', () => {
    expect(titles.map(({ title }) => title)).not.toContain('in a nested block');
    expect(titlesOf('contract/nothing')).toEqual([]);
  });
});

describe('the mark of a title', () => {
  it.each([
    ['takes no minutes [endpoints 22]', ['endpoints 22']],
    [
      'refuses %s [errors 3 11, limits 5-7, fault 12]',
      ['errors 3', 'errors 11', 'limits 5', 'limits 6', 'limits 7', 'fault 12'],
    ],
    ['takes no minutes [limits 2 1-2]', ['limits 2', 'limits 1']],
    ['takes [0, 1]', []],
    ['[limits 3] is no end', []],
  ])('names entries of lists: %s', (title, entries) => {
    expect(entriesOf(title)).toEqual(entries);
  });
});

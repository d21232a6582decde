import { describe, expect, it } from 'vitest';
import { titlesOf } from './test-titles.js';

describe('the titles of a test file', () => {
  describe('in a nested block', () => {
    it.each(['cases'])('are found with the blocks around them, and with %s', () => {
      expect(titlesOf('support/matchers/test-titles.unit').get('are found with the blocks around them, and with %s')).toEqual([
        'the titles of a test file',
        'in a nested block',
      ]);
    });
  });

  it('are found after a nested block', () => {
    expect(titlesOf('support/matchers/test-titles.unit').get('are found after a nested block')).toEqual([
      'the titles of a test file',
    ]);
  });

  it('do not include other texts, nor the titles of other files', () => {
    expect([...titlesOf('support/matchers/test-titles.unit').keys()]).not.toContain('in a nested block');
    expect([...titlesOf('contract/analyses').keys()]).toContain('takes no minutes');
    expect([...titlesOf('contract/analyses').keys()]).not.toContain('takes no minutes at all');
    expect(titlesOf('contract/nothing').size, 'titles of a file that does not exist').toBe(0);
  });
});

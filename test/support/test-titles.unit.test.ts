import { describe, expect, it } from 'vitest';
import { titlesOf } from './test-titles.js';

describe('the titles of a test file', () => {
  describe('in a nested block', () => {
    it.each(['cases'])('are found with the blocks around them, and with %s', () => {
      expect(titlesOf('support/test-titles.unit').get('are found with the blocks around them, and with %s')).toEqual([
        'the titles of a test file',
        'in a nested block',
      ]);
    });
  });

  it('are found after a nested block', () => {
    expect(titlesOf('support/test-titles.unit').get('are found after a nested block')).toEqual([
      'the titles of a test file',
    ]);
  });

  it('do not include other texts, nor the titles of other files', () => {
    expect(titlesOf('support/test-titles.unit').has('in a nested block')).toBe(false);
    expect(titlesOf('contract/analyses').has('takes no minutes')).toBe(true);
    expect(titlesOf('contract/analyses').has('takes no minutes at all')).toBe(false);
    expect(titlesOf('contract/nothing').size).toBe(0);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, html, trusted } from '../../src/report/html.js';

describe('the HTML of a report', () => {
  it('escapes every inserted text, and keeps mark-up of its own', () => {
    const word = `</script><img src=x onerror="alert('1')">&`;
    expect(String(html`<p title="${word}">${[html`<b>${1}</b>`, word]}${null}</p>`)).toBe(
      '<p title="&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;"><b>1</b>' +
        '&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
    );
    expect(String(html`${trusted('<i>')}`)).toBe('<i>');
  });

  it('never lets a text end its element or its attribute, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
        expect(escapeHtml(text).isWellFormed()).toBe(true);
      }),
    );
  });

  it('leaves out control characters, which HTML forbids, but for line breaks and tabs', () => {
    expect(escapeHtml('a\u0000b\u001bc\u0085d\n\te')).toBe('abcd\n\te');
  });
});

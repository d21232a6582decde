import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html, trusted } from '../../../../src/platform/http/pages/html.js';

describe('the HTML of a report', () => {
  it('escapes every inserted text, and keeps mark-up of its own', () => {
    const word = `</script><img src=x onerror="alert('1')">&`;
    expect(String(html`<p title="${word}">${[html`<b>${1}</b>`, word]}${null}</p>`)).toBe(
      '<p title="&#60;/script&#62;&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;"><b>1</b>' +
        '&#60;/script&#62;&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;</p>',
    );
    expect(String(html`${trusted('<i>')}`)).toBe('<i>');
  });

  it('never lets a text end its element or its attribute, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const escaped = String(html`${text}`);
        expect(escaped).not.toMatch(/[<>"']|&(?!#(34|38|39|60|62);)/);
        expect(escaped.isWellFormed(), 'the escaped text is well-formed Unicode').toBe(true);
      }),
    );
  });

  it('leaves out control characters, which HTML forbids, but for line breaks and tabs', () => {
    expect(String(html`${'a\u0000b\u001bc\u0085d\n\te'}`)).toBe('abcd\n\te');
  });
});

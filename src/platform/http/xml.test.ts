import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseXml } from '../../../tests/support/xml.ts';
import { xml } from './xml.ts';

test('escapes text, inserts XML unchanged and omits null', () => {
  const inner = [xml`<b>${'<&'}</b>`, xml`<c/>`];
  expect(xml`<a x="${'"\'>'}">${inner}${null}${3}</a>`.text).toBe(
    '<a x="&quot;\'&gt;"><b>&lt;&amp;</b>\n<c/>3</a>',
  );
});

test('any text gives a well-formed document with the same text', () => {
  fc.assert(
    fc.property(fc.uint16Array({ maxLength: 50 }), (units) => {
      const text = String.fromCharCode(...units, 0, 8, 0xb, 0xffff, 0xd800);
      const read = parseXml(xml`<a x="${text}">${text}</a>`.text);
      const expected = text
        .toWellFormed()
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot represent these
        .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, '');
      expect(read.text).toBe(expected);
      expect(read.attributes.x).toBe(expected.replace(/[\t\n]/g, ' '));
    }),
  );
});

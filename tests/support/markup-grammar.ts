import fc from 'fast-check';

const names =
  'a b i em code span p h1 div pre blockquote ul li table caption tbody tr td th img br hr button form svg math mi mtext ' +
  'annotation-xml foreignObject desc title style script template noscript textarea select option iframe object xmp ' +
  'noembed plaintext font nobr marquee details summary custom-element';
const attributes = [
  'onclick=alert(1)',
  'href=javascript:alert(1)',
  'href="java&#10;script:alert(1)"',
  'href="/ok"',
  'src=x onerror=alert(1)',
  'src="data:text/html,x"',
  'src="/a.png"',
  'style="color: red; background: url(javascript:x)"',
  'style="text-align: center"',
  'title="</title><img src=x onerror=alert(1)>"',
  "title='--><script>alert(1)</script>'",
  'class="language-js"',
  'id=body',
  'name=getElementById',
  'width="12px"',
  'encoding="text/html"',
  'definitionurl=x',
  'href=`x`',
  '/',
  '"',
  "'",
  '=',
  '<b',
];
const texts = [
  'text',
  ' ',
  '\n',
  '&lt;script&gt;',
  '&amp;lt;',
  '<',
  '</',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?x',
  '"',
  '\0',
  '\r',
  '&#13;',
  '&#0;',
  '\uD800',
  '\uFEFF',
  '\u00A0',
  '</p>',
  '</table>',
  '</svg>',
  '</style>',
  '</noscript>',
  '</a>',
  '</li>',
  '<p>',
  '<a>',
];

/** Nested markup that sanitizers often get wrong: foreign content, raw text, misnested tables, broken attributes. */
export const hostileMarkup: fc.Arbitrary<string> = fc.letrec<{ node: string; list: string }>((tie) => ({
  list: fc.array(tie('node'), { maxLength: 4, depthIdentifier: 'markup' }).map((nodes) => nodes.join('')),
  node: fc.oneof(
    { depthIdentifier: 'markup', maxDepth: 7, withCrossShrink: true },
    fc.constantFrom(...texts),
    fc
      .record({
        name: fc.constantFrom(...names.split(' ')),
        attributes: fc.array(fc.constantFrom(...attributes), { maxLength: 3 }),
        content: tie('list'),
        end: fc.constantFrom('own', 'own', 'own', 'none', 'b', 'p', 'table'),
      })
      .map(({ name, attributes, content, end }) => {
        const close = end === 'none' ? '' : `</${end === 'own' ? name : end}>`;
        return `<${[name, ...attributes].join(' ')}>${content}${close}`;
      }),
  ),
})).list;

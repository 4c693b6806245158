import { describe, expect, test } from 'vitest';
import { sanitize } from '../../../content/document/sanitize.ts';
import { textDifference } from './compare-text.ts';
import { convertForeignHtml } from './convert.ts';
import type { ConvertOptions } from './options.ts';

const site = 'https://blog.example.org/2010/04/tea/';
const files: Record<string, { url: string; alt?: string; caption?: string }> = {
  7: { url: 'https://blog.example.org/cup.jpg', alt: 'A cup', caption: 'Cups & more' },
  8: { url: 'https://blog.example.org/pot.jpg' },
};

function convert(html: string, options: ConvertOptions = {}): { html: string; remarks: string[] } {
  const converted = convertForeignHtml(html, {
    wordpress: true,
    baseUrl: site,
    attachment: (id) => files[id],
    ...options,
  });
  expect(sanitize(converted.html)).toBe(converted.html);
  return { ...converted, html: converted.html.replace(/\n/g, '') };
}

/** Converts without a remark. */
function plain(html: string, options: ConvertOptions = {}): string {
  const converted = convert(html, options);
  expect(converted.remarks).toEqual([]);
  return converted.html;
}

const embed = (url: string) => `<figure class="embed"><a href="${url}">${url}</a></figure>`;

describe('line breaks of the classic editor', () => {
  test('empty lines separate paragraphs, others are breaks', () => {
    expect(plain('One\r\ntwo\n\n \nThree')).toBe('<p>One<br>two</p><p>Three</p>');
    expect(plain('One<br />\ntwo<!--more-->\nthree')).toBe('<p>One<br>two</p><p>three</p>');
  });

  test('formats may span paragraphs', () => {
    expect(plain('A <b>bold\n\ntext</b> end')).toBe(
      '<p>A <strong>bold</strong></p><p><strong>text</strong> end</p>',
    );
  });

  test('blocks stand for themselves', () => {
    expect(plain('Before\n<h2>Tea</h2>\nAfter\n<ul>\n<li>One</li>\n<li>Two\n\nthree</li>\n</ul>\nEnd')).toBe(
      '<p>Before</p><h2>Tea</h2><p>After</p><ul><li>One</li><li><p>Two</p><p>three</p></li></ul><p>End</p>',
    );
    expect(plain('<blockquote>One\n\nTwo</blockquote>')).toBe(
      '<blockquote><p>One</p><p>Two</p></blockquote>',
    );
    expect(plain('<table>\n<tr>\n<td>One\ntwo</td>\n</tr>\n</table>')).toBe(
      '<table><tbody><tr><td>One<br>two</td></tr></tbody></table>',
    );
  });

  test('code keeps its lines', () => {
    expect(convertForeignHtml('<pre>a\n\n  b\n</pre>\nText', { wordpress: true }).html).toBe(
      '<pre><code>a\n\n  b\n</code></pre><p>Text</p>\n',
    );
  });

  test('in other programs line breaks mean nothing', () => {
    expect(plain('<p>One\n\ntwo [caption]</p>', { wordpress: false })).toBe('<p>Onetwo [caption]</p>');
  });
});

describe('shortcodes', () => {
  test('captions', () => {
    expect(
      plain(
        '[caption id="a" width="300"]<a href="/b.jpg"><img src="a.jpg" alt="A" /></a> A <i>cup</i>[/caption]',
      ),
    ).toBe(
      '<figure><a href="https://blog.example.org/b.jpg"><img src="https://blog.example.org/2010/04/tea/a.jpg" alt="A"></a><figcaption>A <em>cup</em></figcaption></figure>',
    );
    expect(plain('[caption width="3" caption="A cup"]<img src="https://example.org/a.jpg">[/caption]')).toBe(
      '<figure><img src="https://example.org/a.jpg"><figcaption>A cup</figcaption></figure>',
    );
  });

  test('galleries', () => {
    const gallery =
      '<div class="gallery"><figure><img src="https://blog.example.org/cup.jpg" alt="A cup"><figcaption>Cups &amp; more</figcaption></figure><figure><img src="https://blog.example.org/pot.jpg" alt=""></figure></div>';
    expect(plain('[gallery ids="7,8" columns="2"]')).toBe(gallery);
    expect(plain('[gallery]', { attachmentsOfPost: () => Object.values(files) })).toBe(gallery);
    expect(convert('[gallery ids="98,99"]')).toEqual({
      html: '',
      remarks: [
        'A shortcode shows nothing that is part of the export, and was left out: [gallery ids="98,99"]',
      ],
    });
  });

  test('tags in the code of highlighters are part of it, and its language stays', () => {
    const xml = '<a href="x">\n  <Br/><!-- c --></a>';
    const escaped = '&lt;a href="x"&gt;\n  &lt;Br/&gt;&lt;!-- c --&gt;&lt;/a&gt;';
    const written = [
      `<pre lang="xml">${xml}</pre>`,
      `<pre lang="xml" line="1">${xml}</pre>`,
      `<pre class="brush: xml; gutter: false">${xml}</pre>`,
      `<pre class="lang:xml decode:true">${xml}</pre>`,
      `<pre class="EnlighterJSRAW" data-enlighter-language="xml">${xml}</pre>`,
      `<pre class="language-xml"><code>${escaped}</code></pre>`,
      `<code lang="xml">${xml}</code>`,
      `[cc lang="xml"]${xml}[/cc]`,
      `[cce_xml]${xml}[/cce_xml]`,
      `[ccnle_xml]${xml}[/ccnle_xml]`,
      `[ccnLe_xml]${xml}[/ccnLe_xml]`,
      `[crayon lang="xml"]${xml}[/crayon]`,
    ];
    for (const html of written) {
      const converted = convertForeignHtml(html, { wordpress: true });
      expect(converted).toEqual({
        html: `<pre><code class="language-xml">${escaped}</code></pre>`,
        remarks: [],
      });
    }
    expect(plain('<pre>#include <stdio.h>\nList<String> <b>x</b></pre>')).toBe(
      '<pre><code>#include &lt;stdio.h&gt;List&lt;String&gt; x</code></pre>',
    );
    expect(plain('Say <code><T></code> and [cci]<p>[/cci].')).toBe(
      '<p>Say <code>&lt;T&gt;</code> and <code>&lt;p&gt;</code>.</p>',
    );
    expect(plain('<pre lang="js"><code><span class="k">let</span> a</code></pre>')).toBe(
      '<pre><code class="language-js">let a</code></pre>',
    );
  });

  test('code is verbatim', () => {
    const code =
      '<pre><code class="language-php">if ($a[0] &lt; 1 &amp;&amp; "&lt;p&gt;") [gallery]</code></pre>';
    for (const name of ['code language="php"', 'sourcecode lang="php"', 'php', 'code lang=php'])
      expect(plain(`[${name}]if ($a[0] < 1 && "<p>") [gallery][/${name.split(' ')[0]}]`)).toBe(code);
    expect(plain('<pre>[code lang="js"]a[i] < 1[/code]</pre>')).toBe('<pre><code>a[i] &lt; 1</code></pre>');
    expect(plain('<pre>a[i] [gallery]</pre> <code>[audio x="1"]</code>')).toBe(
      '<pre><code>a[i] [gallery]</code></pre><p><code>[audio x="1"]</code></p>',
    );
  });

  test('embeds', () => {
    const video = 'https://www.youtube.com/watch?v=abcdefghijk';
    for (const shortcode of [
      '[youtube abcdefghijk]',
      '[youtube id="abcdefghijk"]',
      '[youtube=https://www.youtube.com/watch?v=abcdefghijk&w=640&h=390]',
      '[youtube]abcdefghijk[/youtube]',
      `[embed width="1"]${video}[/embed]`,
      video,
    ])
      expect(plain(`One\n${shortcode}\ntwo`)).toBe(`<p>One</p>${embed(video)}<p>two</p>`);
    expect(plain('[vimeo 1234]')).toBe(embed('https://vimeo.com/1234'));
    expect(plain('[tweet 1234]')).toBe(embed('https://x.com/i/status/1234'));
    expect(plain('[gist id="abc123"]')).toBe(embed('https://gist.github.com/abc123'));
    expect(plain('[soundcloud url="https://soundcloud.com/a/b"]')).toBe(embed('https://soundcloud.com/a/b'));
    expect(plain('[wpvideo abcd1234]')).toBe(embed('https://videopress.com/v/abcd1234'));
  });

  test('formulas, footnotes, callouts and details', () => {
    expect(plain('$latex x<y$ and [latex]x^2[/latex]')).toBe(
      '<p><span class="math">x&lt;y</span> and <span class="math">x^2</span></p>',
    );
    expect(plain('Tea[ref]Or <b>coffee</b>[/ref] is')).toBe(
      '<p>Tea<span class="footnote">Or <strong>coffee</strong></span> is</p>',
    );
    expect(plain('[warning]Hot[/warning]')).toBe('<aside class="callout warning"><p>Hot</p></aside>');
    expect(plain('[spoiler title="More"]Text[/spoiler]')).toBe(
      '<details><summary>More</summary><p>Text</p></details>',
    );
  });

  test('of audio and video files a link stays', () => {
    const { html, remarks } = convert('[audio src="/a.mp3"]');
    expect(html).toBe('<p><a href="https://blog.example.org/a.mp3">https://blog.example.org/a.mp3</a></p>');
    expect(remarks).toHaveLength(1);
  });

  test('unknown ones stay as text and are listed, other brackets only stay', () => {
    const text = 'He [sic] said [1] [a note] [...] [x] [non-English] [foo bar="1"]in[/foo] [my_form] [baz /]';
    expect(convert(text)).toEqual({
      html: `<p>${text}</p>`,
      remarks: ['Unknown shortcodes stay as text: [foo], [my_form], [baz].'],
    });
  });

  test('double brackets escape', () => {
    expect(plain('[[gallery]] [[code]x[/code]] [[Page]]')).toBe('<p>[gallery] [code]x[/code] [Page]</p>');
  });

  test('an escaped one does not reach to the closing tag of another', () => {
    expect(plain('[[warning]] One\n\n[warning]Two[/warning]')).toBe(
      '<p>[warning] One</p><aside class="callout warning"><p>Two</p></aside>',
    );
  });

  test('layout is transparent', () => {
    expect(plain('[vc_row][vc_column width="1/2"]One[/vc_column][vc_column]Two[/vc_column][/vc_row]')).toBe(
      '<p>One</p><p>Two</p>',
    );
  });
});

describe('blocks', () => {
  test('the HTML between their comments stands for itself', () => {
    expect(
      plain(
        '<!-- wp:heading -->\n<h2>Tea</h2>\n<!-- /wp:heading -->\n\n<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column"><!-- wp:paragraph {"align":"center"} -->\n<p class="has-text-align-center">One</p>\n<!-- /wp:paragraph --></div><!-- /wp:column --></div><!-- /wp:columns -->',
      ),
    ).toBe('<h2>Tea</h2><p>One</p>');
    expect(
      plain(
        '<!-- wp:embed {"url":"https://vimeo.com/1"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://vimeo.com/1\n</div><figcaption>Film</figcaption></figure><!-- /wp:embed -->',
      ),
    ).toBe(`${embed('https://vimeo.com/1')}<p>Film</p>`);
    expect(
      plain(
        '<!-- wp:gallery --><ul class="wp-block-gallery"><li class="blocks-gallery-item"><figure><img src="https://example.org/a.jpg"></figure></li><li class="blocks-gallery-item"><figure><img src="https://example.org/b.jpg"><figcaption>B</figcaption></figure></li></ul><!-- /wp:gallery -->',
      ),
    ).toBe(
      '<div class="gallery"><figure><img src="https://example.org/a.jpg"></figure><figure><img src="https://example.org/b.jpg"><figcaption>B</figcaption></figure></div>',
    );
  });

  test('code has a language, verses are lines', () => {
    expect(
      plain(
        '<!-- wp:syntaxhighlighter/code {"language":"php"} -->\n<pre class="wp-block-syntaxhighlighter-code">echo 1;</pre>\n<!-- /wp:syntaxhighlighter/code --><!-- wp:verse --><pre class="wp-block-verse">One\n<em>two</em></pre><!-- /wp:verse -->',
      ),
    ).toBe('<pre><code class="language-php">echo 1;</code></pre><p>One<br><em>two</em></p>');
  });

  test('reusable blocks are inserted, also one in another, but none into itself', () => {
    const blocks: Record<string, string> = {
      1: '<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph --><!-- wp:block {"ref":2} /-->',
      2: '<p>Two</p>',
      3: '<p>x</p><!-- wp:block {"ref":3} /-->',
    };
    const reusableBlock = (id: string) => blocks[id];
    expect(plain('<!-- wp:block {"ref":1} /-->', { reusableBlock })).toBe('<p>One</p><p>Two</p>');
    expect(convert('<!-- wp:block {"ref":3} /-->', { reusableBlock }).html.length).toBeLessThan(100);
    expect(convert('<!-- wp:block {"ref":9} /-->').remarks).toEqual([
      'The reusable block 9 is not part of the export.',
    ]);
  });

  test('text outside of them is of the classic editor', () => {
    expect(plain('One\n\ntwo\n\n<!-- wp:paragraph -->\n<p>Three</p>\n<!-- /wp:paragraph -->')).toBe(
      '<p>One</p><p>two</p><p>Three</p>',
    );
  });

  test('those without content are listed', () => {
    expect(convert('<!-- wp:latest-posts {"a":1} /--><!-- wp:spacer /-->').remarks).toEqual([
      'Blocks without content of their own were left out: latest-posts.',
    ]);
  });

  test('footnotes stand in place', () => {
    expect(
      plain('<p>Tea<sup data-fn="u1" class="fn"><a href="#u1">1</a></sup></p><!-- wp:footnotes /-->', {
        footnote: (id) => (id === 'u1' ? 'Or <em>coffee</em>' : undefined),
      }),
    ).toBe('<p>Tea<span class="footnote">Or <em>coffee</em></span></p>');
  });
});

describe('old HTML', () => {
  test('formats', () => {
    expect(plain('<center>One</center><font color="#ff0000">Two</font>')).toBe(
      '<p style="text-align: center;">One</p><p><span style="color: #ff0000;">Two</span></p>',
    );
    expect(plain('<span style="font-weight: bold; color: blue">One</span>')).toBe(
      '<p><span style="color: blue;"><strong>One</strong></span></p>',
    );
    expect(plain('<p class="MsoNormal"><o:p>One</o:p></p><textarea>a <b></textarea>')).toBe(
      '<p>One</p><pre><code>a &lt;b&gt;</code></pre>',
    );
  });

  test('players become embeds', () => {
    const video = embed('https://www.youtube.com/watch?v=abcdefghijk');
    expect(
      plain(
        '<object width="4"><param name="movie" value="http://www.youtube.com/v/abcdefghijk&hl=en"></param><embed src="http://www.youtube.com/v/abcdefghijk&hl=en"></embed></object>',
      ),
    ).toBe(video);
    expect(plain('<iframe src="//www.youtube.com/embed/abcdefghijk?rel=0"></iframe>')).toBe(video);
    expect(plain('<script src="https://gist.github.com/someone/abc123.js"></script>')).toBe(
      embed('https://gist.github.com/someone/abc123'),
    );
  });

  test('other frames become links, and scripts are named', () => {
    const { html, remarks } = convert(
      '<iframe src="https://maps.example.org/?q=1"></iframe><script src="https://ads.example.org/a.js"></script><script>x()</script>',
    );
    expect(html).toBe('<p><a href="https://maps.example.org/?q=1">https://maps.example.org/?q=1</a></p>');
    expect(remarks).toEqual([
      'A frame became a link: https://maps.example.org/?q=1',
      'A script was left out: https://ads.example.org/a.js',
      'A script was left out.',
    ]);
  });
});

describe('images', () => {
  const late = '<img src="data:image/gif;base64,AAAA" data-src="/a-300x200.jpg" alt="A">';
  const image = '<img src="https://blog.example.org/a-300x200.jpg" alt="A">';

  test('that scripts load late', () => {
    expect(plain(late)).toBe(`<p>${image}</p>`);
    expect(plain(`${late}<noscript><img src="/a-300x200.jpg"></noscript>`)).toBe(`<p>${image}</p>`);
    expect(plain('<noscript><img src="/b.jpg"></noscript>')).toBe(
      '<p><img src="https://blog.example.org/b.jpg"></p>',
    );
  });

  test('that cannot stand where they are go to the end', () => {
    const { html, remarks } = convert('<pre>a <img src="/b.jpg"></pre>Text');
    expect(html).toBe(
      '<pre><code>a </code></pre><p>Text</p><figure><img src="https://blog.example.org/b.jpg"></figure>',
    );
    expect(remarks).toHaveLength(1);
  });

  test('backgrounds of covers', () => {
    expect(plain('<div class="wp-block-cover" style="background-image:url(/c.jpg)"><p>One</p></div>')).toBe(
      '<figure><img src="https://blog.example.org/c.jpg"></figure><p>One</p>',
    );
  });

  test('without a usable URL are named', () => {
    expect(
      convert('<p>a<img src="data:image/png;base64,AAAA"><img src="file:///C:/a.jpg"></p>').remarks,
    ).toEqual([
      'An image that was part of the text itself (a data URL) was left out.',
      "An image on the author's computer was left out: file:///C:/a.jpg",
    ]);
  });
});

describe('the comparison of texts', () => {
  test('ignores white space, markup, URLs and formulas', () => {
    expect(textDifference('One\n\ntwo <b>three</b>', '<p>One</p><p>two three</p>')).toBeNull();
    expect(
      textDifference('<iframe src="https://example.org"></iframe>a', '<p>https://example.org</p>a'),
    ).toBeNull();
  });

  test('shows where texts differ', () => {
    expect(textDifference('<p>One two three</p>', '<p>One three</p>')).toEqual({
      source: 'Onetwothree',
      stored: 'Onethree',
    });
  });

  test('footnotes may stand in place or at the end', () => {
    expect(
      textDifference(
        '<p>Tea<sup>1</sup> is good.</p><ol><li>Or coffee ↩</li></ol>',
        '<p>Tea<span class="footnote">Or coffee</span> is good.</p>',
      ),
    ).toBeNull();
    expect(
      textDifference(
        '<p>Tea<sup>1</sup> is good.</p><ol><li>Or coffee ↩</li></ol>',
        '<p>Tea<span class="footnote">Or cake</span> is good.</p>',
      ),
    ).not.toBeNull();
  });
});

test.each([
  '[',
  '<',
  '[caption] ',
  '[code]',
  '[row]',
  '[/caption]',
  '[a b="',
  '<a "',
  '<pre>',
  '<!--',
  '<!-- wp:a {',
  '</div>',
  '[[gallery]]',
  '\n \t',
  '<blockquote>',
])('%j takes linear time', (sign) => {
  const cpu = (length: number) => {
    const text = sign.repeat(Math.ceil(length / sign.length));
    const before = process.cpuUsage();
    convertForeignHtml(text, { wordpress: true, baseUrl: site });
    return process.cpuUsage(before).user;
  };
  cpu(20_000);
  // Eight times the text may take about eight times the time; a quadratic algorithm would take 64 times.
  expect(cpu(400_000)).toBeLessThan(30 * Math.max(cpu(50_000), 4000));
});

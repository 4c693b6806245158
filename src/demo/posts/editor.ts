import { code, type DemoPost, html, table } from '../post.ts';

const strong = ['#b60205', '#d93f0b', '#fbca04', '#0e8a16', '#006b75', '#1d76db', '#0052cc', '#5319e7'];
const soft = ['#e99695', '#f9d0c4', '#fef2c0', '#c2e0c6', '#bfdadc', '#c5def5', '#bfd4f2', '#d4c5f9'];
const deep = ['#b60205', '#006b75', '#0052cc', '#5319e7'];
const bright = strong.filter((colour) => !deep.includes(colour));
const swatches = (property: string, colours: string[]) =>
  colours.map((colour) => `<span style="${property}: ${colour};">${colour}</span>`).join(' ');

export const editor: DemoPost[] = [
  {
    title: 'Everything This Editor Can Do',
    category: 'site.editor',
    tags: ['editor', 'writing', 'lists', 'reference'],
    daysAgo: 1,
    revisedDaysAgo: 0,
    active: true,
    votes: 19,
    pictures: [
      { scene: 'desk', seed: 0, alt: 'A desk at a window, a red mug and an open notebook' },
      { scene: 'desk', seed: 1, alt: 'The same desk by day' },
      { scene: 'bauhaus', seed: 4, alt: 'Shapes in primary colours' },
      { scene: 'aurora', seed: 1, alt: 'Pink northern lights over a lake' },
    ],
    content: html(
      '<p>A post to copy from. It holds one of each: every block, every mark, and what happens when they meet.</p>',
      '<h1>Heading 1</h1>',
      '<h2>Heading 2</h2>',
      '<h3>Heading 3</h3>',
      '<h4>Heading 4</h4>',
      '<h5>Heading 5</h5>',
      '<h6>Heading 6</h6>',
      '<h2>Marks</h2>',
      '<p><strong>Bold</strong> for weight, <em>italic</em> for tone, <u>underline</u> for the teacher, <s>strike</s> for second thoughts and <code>code</code> for machines. They combine: <strong><em>bold italic</em></strong>, <strong><u>bold underline</u></strong>, <em><s>italic strike</s></em>, <strong><code>bold code</code></strong>, and <strong><em><u><s>all four at once</s></u></em></strong>, which is never a good idea.</p>',
      '<p>Links open <a href="https://example.org/" target="_blank" rel="noopener">in a new tab</a> or in this one, as <a href="/filter/travel">the posts on travel</a> do; some have <a href="https://example.org/notes" title="A title shows when the pointer rests">a title</a>, one <a href="mailto:hello@example.org">writes a letter</a>, and one is <a href="https://example.org/bold"><strong>bold</strong> in the middle</a>.</p>',
      '<h2>Colours</h2>',
      `<p>Text: ${swatches('color', deep)} <span style="background-color: #000000;">${swatches('color', bright)}</span></p>`,
      `<p>Softer text: <span style="background-color: #000000;">${swatches('color', soft)}</span></p>`,
      `<p>Background: <span style="color: #000000;">${swatches('background-color', soft)}</span></p>`,
      `<p>Stronger background: <span style="color: #fef2c0;">${swatches('background-color', deep)}</span> <span style="color: #000000;">${swatches('background-color', bright)}</span></p>`,
      '<p>Both at once: <span style="color: #5319e7;"><span style="background-color: #fef2c0;">violet on cream</span></span>, and <span style="color: #fef2c0;"><span style="background-color: #006b75;"><strong>bold cream on teal</strong></span></span>.</p>',
      '<h2>Alignment</h2>',
      '<p>Left is where a paragraph stands anyway.</p>',
      '<p style="text-align: center;">In the centre, like a verse.</p>',
      '<p style="text-align: right;">On the right, like a signature.</p>',
      '<p style="text-align: justify;">Justified text reaches both margins on every line but the last, which needs a few more words than one would think before anybody can see it at all, and that is why this sentence takes its time, turns a corner, looks back once and only then comes to an end.</p>',
      '<h3 style="text-align: center;">Headings align, too</h3>',
      '<h2>Lists</h2>',
      '<ul><li><p>A bullet</p></li><li><p>A bullet with more below it</p><ul><li><p>one level down</p><ul><li><p>and another</p></li></ul></li></ul></li><li><p>A bullet with two paragraphs.</p><p>This is the second.</p></li></ul>',
      '<ol><li><p>First</p></li><li><p>Second</p><ol><li><p>first of the second</p></li><li><p>second of the second</p></li></ol></li></ol>',
      '<p>A list may start anywhere:</p>',
      '<ol start="41"><li><p>Almost</p></li><li><p>The answer</p></li></ol>',
      '<h2>Quotes, breaks and lines</h2>',
      '<blockquote><p>A quotation may have several paragraphs.</p><p>And a line that breaks<br>where the poet wanted it.</p></blockquote>',
      '<hr>',
      '<p>The line above is a horizontal rule.</p>',
      '<h2>Code</h2>',
      code(
        'ts',
        `type Greeting = { to: string; loudly?: boolean };

export const greet = ({ to, loudly = false }: Greeting) =>
  loudly ? \`HELLO, \${to.toUpperCase()}!\` : \`Hello, \${to}.\`;`,
      ),
      code(
        'python',
        `def not_terrible(things):
    """Keep what is worth keeping."""
    return [thing for thing in things if thing.votes > 0]`,
      ),
      code(
        'css',
        `.card:has(img) {
  container-type: inline-size;
  border-radius: 0.5rem;
}`,
      ),
      code('bash', 'npm run demo # and open the address it prints'),
      code(
        'sql',
        `select category, count(*) as posts
from post
where active
group by category
order by posts desc;`,
      ),
      code(
        'rust',
        `fn main() {
    let total: u32 = (1..=5).filter(|n| n % 2 == 1).sum();
    println!("{total} is odd");
}`,
      ),
      '<pre><code>Code without a language\n  keeps its     spaces\n    and &lt;its&gt; &amp; signs.</code></pre>',
      '<h2>Pictures</h2>',
      '<p>A picture stands in the line, small <img src="picture:2" alt="Shapes in primary colours" width="60px"> like a word, or wide:</p>',
      '<p><img src="picture:1" alt="The same desk by day" title="Every picture may have a title" width="720px"></p>',
      '<p>Two side by side: <img src="picture:2" alt="Shapes in primary colours" width="300px"> <img src="picture:3" alt="Pink northern lights over a lake" width="300px"></p>',
      '<p style="text-align: center;"><a href="https://example.org/gallery" target="_blank" rel="noopener"><img src="picture:3" alt="Pink northern lights over a lake" width="360px"></a><br><em>A picture can be a link.</em></p>',
      '<h2>Tables</h2>',
      '<p>Tables come in by pasting.</p>',
      table(
        ['Mark', 'Keys', 'Use'],
        ['<strong>Bold</strong>', '<code>Ctrl B</code>', 'rarely'],
        ['<em>Italic</em>', '<code>Ctrl I</code>', 'gladly'],
        ['<u>Underline</u>', '<code>Ctrl U</code>', 'on Sundays'],
      ),
      '<h2>Every script</h2>',
      '<p>Ελληνικά, Русский, 日本語, 한국어, हिन्दी, ไทย, Tiếng Việt, Íslenska and 🙂 👩‍🚀 🏳️‍🌈 stand in one line.</p>',
      '<p style="text-align: right;">ובעברית כותבים מימין לשמאל, כולל מספרים כמו 42 ומילים כמו editor באמצע.</p>',
    ),
    comments: [
      {
        name: 'Semicolon',
        text: 'Comments are plain text, I see.\n\nWith line breaks.\n<b>And no tags.</b>',
        approved: true,
        daysAgo: 0,
      },
      { admin: true, text: 'Exactly. And the author’s are marked.', approved: true, daysAgo: 0 },
      { name: 'Anonymous', text: 'Waiting for approval, very politely.', approved: false, daysAgo: 0 },
    ],
  },
];

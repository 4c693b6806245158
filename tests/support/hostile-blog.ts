import { createPost } from '../../src/core/posts/write-posts.ts';
import { changeSite } from '../../src/core/site/site.ts';
import { admin, type MemoryBlog, memoryBlog } from './memory-blog.ts';

/** Titles that front matter, XML, templates and file systems could take for something else. */
export const hostileTitles = [
  '',
  'He said "no", \'yes\' and \\"maybe\\"',
  'Two\nlines\r\nand a tab\t.',
  '---',
  '...',
  '--- a: b\n---\n# not front matter',
  'yes',
  'null',
  '2024-02-30',
  '1:30',
  '0x1F',
  '@at *star &amp; %percent !bang |pipe >fold',
  '{{ site.title }} {% include x %} {{< figure >}} {{% x %}}',
  'Emoji 👩‍👩‍👧 and 𝔘nicode, ﷽, \u202eright to left\u202c',
  'Control \u0001\u0008\u001b\u007f\u0085\u2028\u2029\ufeff characters',
  ']]> <![CDATA[ &lt;script&gt;<script>alert(1)</script>',
  'a'.repeat(200),
];

export const hostileContents = [
  '',
  '<p>]]&gt; and {{&lt; figure src="x" &gt;}}, {{% note %}}, {{ page }}, {% raw %}</p>',
  '<p>{: .class}</p><p>{::comment}</p>',
  '<pre><code>---\ntitle: x\n---\n\n\n{{&lt; x &gt;}}\n]]&gt;</code></pre>',
  '<p>A note<span class="footnote">with {{&lt; x &gt;}}</span>.</p>',
  '<hr><p>title: not front matter</p><hr>',
  '<p>+++</p><p>a = 1</p><p>+++</p>',
  '<p>&lt;!--more--&gt; &lt;!-- comment --&gt;</p>',
  '<table><tbody><tr><td><p>a | b</p><p>c</p></td></tr></tbody></table>',
  '<p>\u202eabc\u202c 😀 \u00a0 &nbsp;x</p>',
  'text without a block',
];

/** A blog full of what is hard to export. Returns how many posts and pages are public. */
export async function hostileBlog(): Promise<{
  blog: MemoryBlog;
  posts: number;
  pages: number;
  drafts: number;
}> {
  const blog = await memoryBlog();
  await changeSite(blog, { site_name: 'A "site": ---\n]]>', web_titles: 'unicode' });
  let posts = 0;
  const publish = (input: Record<string, unknown>) =>
    createPost(blog, { active: true, post_content: '<p>Text</p>', ...input } as never, admin);
  for (const post_title of hostileTitles) {
    await publish({ post_title });
    posts += 1;
  }
  for (const post_content of hostileContents) {
    await publish({ post_title: 'Content', post_content });
    posts += 1;
  }
  // Three and four bytes each, and equal in the part that fits into a file name.
  for (const letters of ['図', '𐌰', '𐌰'.repeat(70)]) {
    await publish({ post_title: letters.repeat(Math.ceil(80 / [...letters].length)).slice(0, 160) });
    posts += 1;
  }
  const paths = [
    '/legal',
    '/legal/privacy',
    '/legal-privacy',
    '/con',
    '/index',
    '/tags',
    '/posts',
    '/ümlaut/straße',
  ];
  const strange = paths.map((path) => path.replace('ü', 'u').replace('ß', 'ss'));
  for (const path of strange)
    await publish({ kind: 'page', post_title: `Page ${path}`, post_title_web: path });
  for (const post_title of ['Draft', 'draft'])
    await publish({ post_title, active: false, post_content: '<p>Unpublished words</p>' });
  return { blog, posts, pages: strange.length, drafts: 2 };
}

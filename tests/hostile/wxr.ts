import type { Source } from './import-run.ts';

let blogs = 0;
/** Each file is the export of another blog, because posts of the same blog are recognized. */
const onOwnHost = () => {
  blogs += 1;
  const host = `blog-${blogs}.example.org`;
  return (text: string): string => text.replaceAll('blog.example.org', host);
};

const namespaces =
  'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"';

export const wxrHead = (doctype = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}\n<rss version="2.0" ${namespaces}>\n<channel>\n<title>Hostile</title><link>https://blog.example.org</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://blog.example.org</wp:base_site_url><wp:base_blog_url>https://blog.example.org</wp:base_blog_url>\n`;
export const wxrEnd = '</channel>\n</rss>\n';

export const itemStart = (id: number, title: string, content: string): string =>
  `<item><title>${title}</title><link>https://blog.example.org/?p=${id}</link><dc:creator>admin</dc:creator><content:encoded><![CDATA[${content}]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_date>2020-01-01 10:00:00</wp:post_date><wp:post_date_gmt>2020-01-01 10:00:00</wp:post_date_gmt><wp:comment_status>open</wp:comment_status><wp:post_name>post-${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>\n`;
export const wxrItem = (id: number, title: string, content: string): string =>
  `${itemStart(id, title, content)}</item>\n`;

export const wxr = (items: readonly string[], doctype = ''): string =>
  onOwnHost()(`${wxrHead(doctype)}${items.join('')}${wxrEnd}`);

const comment = (id: number): string =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>Reader ${id}</wp:comment_author><wp:comment_author_url>https://reader.example.org/${id}</wp:comment_author_url><wp:comment_date>2020-01-02 10:00:00</wp:comment_date><wp:comment_date_gmt>2020-01-02 10:00:00</wp:comment_date_gmt><wp:comment_content><![CDATA[Words number ${id} about this post, which many people like to talk about.]]></wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_type>comment</wp:comment_type><wp:comment_parent>${id % 3 === 0 ? id - 1 : 0}</wp:comment_parent></wp:comment>\n`;

/** One post with many comments, a third of which are replies. */
export function manyComments(title: string, count: number): Source {
  const start = onOwnHost()(wxrHead() + itemStart(1, title, '<p>Words.</p>'));
  const end = `</item>\n${wxrEnd}`;
  const batches = function* () {
    yield Buffer.from(start);
    for (let from = 1; from <= count; from += 1000)
      yield Buffer.from(
        Array.from({ length: Math.min(1000, count - from + 1) }, (_, index) => comment(from + index)).join(
          '',
        ),
      );
    yield Buffer.from(end);
  };
  return { name: `comments-${count}.xml`, size: sizeOf(batches()), chunks: batches() };
}

const mega = 1024 * 1024;

/** Posts that are far apart: between them is nothing but white space and XML comments. */
export function sparsePosts(title: string, bytes: number): Source {
  const rename = onOwnHost();
  const padding = Buffer.from(`\n<!-- ${'nothing '.repeat(100)} -->`.repeat(Math.ceil(mega / 812)));
  const parts = function* () {
    let written = 0;
    const sent = (text: string | Buffer) => {
      const buffer = Buffer.from(text);
      written += buffer.length;
      return buffer;
    };
    yield sent(rename(wxrHead()));
    for (let id = 1; written < bytes; id += 1) {
      yield sent(rename(wxrItem(id, `${title} ${id}`, '<p>Words.</p>')));
      yield sent(padding);
    }
    yield sent(wxrEnd);
  };
  return { name: 'sparse.xml', size: sizeOf(parts()), chunks: parts() };
}

/** An element that never ends. */
export function endlessPost(bytes: number): Source {
  const rename = onOwnHost();
  const text = Buffer.alloc(mega, 'many words ');
  const parts = function* () {
    yield Buffer.from(rename(wxrHead() + wxrItem(1, 'Before the endless one', '<p>Words.</p>')));
    yield Buffer.from('<item><title>Endless</title><content:encoded><![CDATA[');
    for (let sent = 0; sent < bytes; sent += mega) yield text;
  };
  return { name: 'endless.xml', size: sizeOf(parts()), chunks: parts() };
}

/** An export of Ghost with a string that never ends. */
export function endlessJson(bytes: number): Source {
  const text = Buffer.alloc(mega, 'many words ');
  const parts = function* () {
    yield Buffer.from(
      '{"db":[{"meta":{"exported_on":1,"version":"5.0.0"},"data":{"posts":[{"id":"1","title":"x","slug":"x","html":"',
    );
    for (let sent = 0; sent < bytes; sent += mega) yield text;
  };
  return { name: 'endless.json', size: sizeOf(parts()), chunks: parts() };
}

function sizeOf(parts: Iterable<Buffer>): number {
  let size = 0;
  for (const { length } of parts) size += length;
  return size;
}

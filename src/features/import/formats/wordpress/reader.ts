import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readBeginning } from '../../../../platform/files/text-file.ts';
import type { ConvertOptions } from '../../content/options.ts';
import type { SourceItem } from '../../items.ts';
import type { XmlElement } from '../../sources/xml-element.ts';
import { partsOf } from '../../sources/xml-parts.ts';
import { type FormatReader, readerOf } from '../reader.ts';
import { Addresses } from './addresses.ts';
import { blogItems } from './blog-items.ts';
import { type PostOfComments, readComment } from './comments.ts';
import { countItems } from './count.ts';
import { type Fields, field, fieldsOf, wxr } from './fields.ts';
import { exportFiles, indexBlog } from './index-of-blog.ts';
import { type Blog, type RawItem, readItem } from './items.ts';
import { detached } from './xml-text.ts';

const peekBytes = 64 * 1024;

/** A reader of exports in the form of WordPress, which other programs write too. */
export function wxrReader({
  isExport,
  convert,
}: {
  isExport(beginning: string): boolean;
  convert?: ConvertOptions;
}): FormatReader {
  const find = (source: Source) => exportFiles(source, async (entry) => isExport(await beginningOf(entry)));
  return readerOf(find, countItems, async function* read(files) {
    const index = await indexBlog(files);
    const blog: Blog = { index, addresses: new Addresses(index), ...(convert && { convert }) };
    yield* withoutRepeated(itemsOf(files, blog));
  });
}

/** UTF-16 has zeros between the characters of a tag. */
async function beginningOf(entry: SourceEntry): Promise<string> {
  return (await readBeginning(entry, peekBytes)).replaceAll('\0', '');
}

async function* itemsOf(files: readonly SourceEntry[], blog: Blog): AsyncGenerator<SourceItem> {
  // Terms and authors precede the posts that name them.
  yield* blogItems(blog);
  // Uploaded files are often listed before the posts that show them.
  const uploads: SourceItem[] = [];
  for (const file of files)
    for await (const item of itemsOfFile(file, blog))
      if (item.kind === 'attachment') uploads.push(item);
      else yield item;
  yield* uploads;
}

/** More comments of a post are not held in memory. */
const maxWaiting = 5000;

async function* itemsOfFile(file: SourceEntry, blog: Blog): AsyncGenerator<SourceItem> {
  let item: OpenItem | null = null;
  for await (const part of partsOf(file, wxr)) {
    if (part.kind === 'item') item = new OpenItem(blog);
    else if (item && part.kind === 'element' && part.isInItem) {
      item.add(part.element);
      if (item.waiting >= maxWaiting) yield* item.take(false);
    } else if (item && part.kind === 'item-end') {
      yield* item.take(part.isCut);
      item = null;
    }
  }
}

/** An item while it is read: its comments follow it, and may be many. */
class OpenItem {
  readonly #blog: Blog;
  readonly #fields = new Map<string, string>();
  readonly #terms: XmlElement[] = [];
  readonly #meta = new Map<string, string>();
  #comments: Fields[] = [];
  #written: PostOfComments | null = null;

  constructor(blog: Blog) {
    this.#blog = blog;
  }

  get waiting(): number {
    return this.#comments.length;
  }

  add({ name, text, attributes, children }: XmlElement): void {
    if (name === 'wp:comment') this.#comments.push(detachedFields(fieldsOf(children)));
    else if (name === 'wp:postmeta') {
      const meta = fieldsOf(children);
      const key = field(meta, 'wp:meta_key');
      if (key && !this.#meta.has(key)) this.#meta.set(key, meta.get('wp:meta_value') ?? '');
    } else if (name === 'category') this.#terms.push({ name, text, attributes, children });
    else if (!this.#fields.has(name)) this.#fields.set(name, text);
  }

  /** The item itself, once, and the comments that were read since. */
  *take(isCut: boolean): Generator<SourceItem> {
    if (!this.#written) {
      const raw: RawItem = { fields: this.#fields, terms: this.#terms, meta: this.#meta, isCut };
      const item = readItem(raw, this.#blog);
      yield item;
      this.#written = { key: item.key, leftOut: whyWithoutComments(item) };
    }
    for (const comment of this.#comments.splice(0)) yield readComment(comment, this.#blog, this.#written);
  }
}

function whyWithoutComments({ kind }: SourceItem): string | null {
  if (kind === 'left-out') return 'Its post was left out.';
  return kind === 'attachment' ? 'It belongs to an uploaded file, which has no comments here.' : null;
}

function detachedFields(fields: Fields): Fields {
  return new Map([...fields].map(([name, text]) => [name, detached(text)]));
}

/** Parts of a split export repeat authors and terms, and sometimes items. */
async function* withoutRepeated(items: AsyncIterable<SourceItem>): AsyncGenerator<SourceItem> {
  const labels = new Map<string, string>();
  for await (const item of items) {
    const label = labels.get(item.key);
    if (label === undefined) {
      if (item.kind !== 'comment') labels.set(item.key, item.label.slice(0, 100));
      yield item;
    } else if (label === item.label.slice(0, 100)) {
      const { key, sourceKind } = item;
      const reason = 'The export has it twice.';
      yield { key: `${key}/repeated`, sourceKind, label: item.label, kind: 'left-out', reason };
    } else yield { ...item, key: `${item.key}/${item.label.slice(0, 60)}` };
  }
}

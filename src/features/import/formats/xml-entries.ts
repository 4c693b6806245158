import type { SourceEntry } from '../../../platform/files/source.ts';
import { readBeginning, TooLarge } from '../../../platform/files/text-file.ts';
import { xmlElements } from '../sources/xml-elements.ts';
import { attributesIn, elementText } from './wordpress/xml-text.ts';

const maxEntryBytes = 32 * 1024 * 1024;
const headBytes = 256 * 1024;

type Tag = Readonly<Record<string, string>>;

/** One element of a feed or sitemap, such as `<entry>` of Atom, or what stands before all of them. */
export class AtomEntry {
  readonly #text: string;
  readonly #author: string;

  constructor(text: string) {
    // The author has elements with names of the entry's own.
    const start = text.indexOf('<author>');
    const end = start === -1 ? -1 : text.indexOf('</author>', start);
    this.#author = end === -1 ? '' : text.slice(start, end);
    this.#text = end === -1 ? text : text.slice(0, start) + text.slice(end);
  }

  /** The text of the first element with this name. */
  text(name: string): string {
    return textIn(this.#text, name);
  }

  author(name: string): string {
    return textIn(this.#author, name);
  }

  /** The attributes of all elements with this name. */
  tags(name: string): Tag[] {
    const found: Tag[] = [];
    let at = this.#text.indexOf(`<${name}`);
    while (at !== -1 && found.length < 10_000) {
      const end = this.#text.indexOf('>', at);
      if (end === -1) break;
      if (/[\s/>]/.test(this.#text[at + name.length + 1] ?? ''))
        found.push(
          Object.fromEntries(attributesIn(this.#text.slice(at + name.length + 1, end).slice(0, 10_000))),
        );
      at = this.#text.indexOf(`<${name}`, end);
    }
    return found;
  }
}

function textIn(text: string, name: string): string {
  let at = text.indexOf(`<${name}`);
  while (at !== -1 && !/[\s/>]/.test(text[at + name.length + 1] ?? '')) at = text.indexOf(`<${name}`, at + 1);
  const start = at === -1 ? -1 : text.indexOf('>', at);
  if (start === -1 || text[start - 1] === '/') return '';
  const end = text.indexOf(`</${name}>`, start);
  return elementText(text.slice(start + 1, end === -1 ? undefined : end).trim());
}

/** The entries of a feed. One that is not closed ends where the next one begins. */
export async function* entriesOf(file: SourceEntry): AsyncGenerator<AtomEntry> {
  for await (const { xml, isCut } of xmlElements(file, ['entry'], /<entry[\s>]/, maxEntryBytes)) {
    if (isCut) throw new TooLarge(`An entry of ${file.path} is too large.`);
    yield new AtomEntry(xml);
  }
}

/** What stands before the first entry. */
export async function headOf(file: SourceEntry): Promise<AtomEntry> {
  const beginning = await readBeginning(file, headBytes);
  return new AtomEntry(beginning.split(/<entry[\s>]/, 1)[0] ?? '');
}

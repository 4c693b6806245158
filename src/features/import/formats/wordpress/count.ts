import type { SourceEntry } from '../../../../platform/files/source.ts';
import { countMatches } from '../counting.ts';
import type { SourceCounts } from '../reader.ts';

const sign =
  /<!\[CDATA\[|\]\]>|<!--|-->|<\/content:encoded>|<\/wp:(?:comment|author|category|tag|term)>|<(item|wp:comment|wp:author|wp:category|wp:tag|wp:term)[\s>]|<wp:post_type>\s{0,20}(?:<!\[CDATA\[)?\s{0,20}([\w-]{1,60})/g;
/**
 * Counts items by searching for their tags outside of CDATA. It shares no code with the reader, so that the report can
 * compare both.
 */
export async function countItems(entries: readonly SourceEntry[]): Promise<SourceCounts> {
  const counts = new Map<string, number>();
  const add = (kind: string, number: number) => counts.set(kind, (counts.get(kind) ?? 0) + number);
  for (const entry of entries) {
    const signs = new Signs();
    for (const [kind, number] of await countMatches(entry, sign, (match) => signs.kindOf(match), 200))
      add(kind, number);
    if (signs.hasItem) add('post', 1);
  }
  return counts;
}

class Signs {
  #isInCdata = false;
  #isInComment = false;
  /** The element that is open, and how many of its kind are inside of each other. */
  #open = '';
  #depth = 0;
  /** Whether the type of the item is not known yet. Without one it is a post. */
  hasItem = false;

  kindOf([all, element, type]: RegExpExecArray): string | undefined {
    // After the text of a post there is no CDATA, also if its end was lost.
    if (all === ']]>' || all === '</content:encoded>') this.#isInCdata = false;
    else if (this.#isInCdata) return undefined;
    else if (all === '<!--' || all === '-->') this.#isInComment = all === '<!--';
    else if (this.#isInComment) return undefined;
    else if (all.startsWith('</')) this.#depth -= all === `</${this.#open}>` && this.#depth > 0 ? 1 : 0;
    else if (element === 'item') {
      const hadItem = this.hasItem;
      this.hasItem = true;
      this.#depth = 0;
      return hadItem ? 'post' : undefined;
    } else if (element !== undefined) {
      this.#depth = element === this.#open ? this.#depth + 1 : 1;
      this.#open = element;
      return this.#depth === 1 ? element.replace('wp:', '') : undefined;
    } else if (type === undefined) this.#isInCdata = true;
    else if (this.hasItem) {
      this.hasItem = false;
      return type;
    }
    return undefined;
  }
}

import type { Fragment } from '../../../content/document/tree.ts';

/** An uploaded file of the source. */
export type Attachment = { url: string; alt?: string; caption?: string; title?: string };

export type ConvertOptions = {
  /** Where the source was served; relative URLs are resolved against it. */
  baseUrl?: string;
  /** Other URLs of images, players and links. */
  imageUrl?: (src: string) => string;
  linkUrl?: (href: string) => string;
  /** Rewrites elements of one program before all others, with remarks of its own. */
  prepare?: (tree: Fragment, remarks: Remarks) => void;
  /** Whether line breaks, shortcodes and block comments have the meaning that WordPress gives them. */
  wordpress?: boolean;
  /** An uploaded file by its id. */
  attachment?: (id: string) => Attachment | undefined;
  /** The images that were uploaded to this post, for `[gallery]` without ids. */
  attachmentsOfPost?: () => readonly Attachment[];
  /** The content of a reusable block. */
  reusableBlock?: (id: string) => string | undefined;
  /** The text of a footnote by its id, HTML. */
  footnote?: (id: string) => string | undefined;
};

/** Collects remarks, each of them once. */
export class Remarks {
  readonly #texts = new Set<string>();
  readonly #shortcodes = new Set<string>();
  readonly #blocks = new Set<string>();

  add(text: string): void {
    this.#texts.add(text);
  }

  unknownShortcode(name: string): void {
    this.#shortcodes.add(`[${name}]`);
  }

  unknownBlock(name: string): void {
    this.#blocks.add(name);
  }

  list(): string[] {
    const texts = [...this.#texts];
    if (this.#shortcodes.size > 0) texts.push(`Unknown shortcodes stay as text: ${some(this.#shortcodes)}.`);
    if (this.#blocks.size > 0)
      texts.push(`Blocks without content of their own were left out: ${some(this.#blocks)}.`);
    return texts.length > maxRemarks
      ? [...texts.slice(0, maxRemarks), `There are ${texts.length - maxRemarks} more remarks.`]
      : texts;
  }
}

const maxRemarks = 20;
const maxNames = 20;

/** The first of some names, each as long as a report has room for. */
export function some(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, maxNames).map((name) => name.slice(0, 200));
  return shown.join(', ') + (names.size > maxNames ? ' …' : '');
}

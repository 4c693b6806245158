import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { decodeText } from '../../../platform/files/text-file.ts';
import type { publicFetcher } from '../../../platform/outgoing/fetch-public.ts';
import { OutgoingRefusal } from '../../../platform/outgoing/refusal.ts';
import { maxSiteBytes } from './source-limits.ts';

/** A document of the site as it was fetched, or why it was not. */
export type SiteDocument = {
  url: string;
  type: string;
  text: string;
  /** The headers that tell of the API of WordPress. */
  link: string;
  total: string;
  problem: string | null;
};

export type ReadDocument = (url: string) => Promise<SiteDocument>;

export const documentFile = (url: string): string =>
  `documents/${createHash('sha256').update(url).digest('hex').slice(0, 40)}.json`;

const attempts = 3;
const timesLonger = 8;

/**
 * The copy of a site in a folder. Each document is fetched once, one after another, with a pause between two requests; one that
 * the folder has is not fetched again, so an interrupted copy continues.
 */
export class SiteCopy {
  /** Between two requests. */
  delayMs: number;
  readonly #folder: string;
  readonly #fetcher: ReturnType<typeof publicFetcher>;
  readonly #signal: AbortSignal;
  #isFirst = true;
  #bytes = 0;

  constructor(
    folder: string,
    fetcher: ReturnType<typeof publicFetcher>,
    { delayMs, signal }: { delayMs: number; signal: AbortSignal },
  ) {
    this.#folder = folder;
    this.#fetcher = fetcher;
    this.delayMs = delayMs;
    this.#signal = signal;
  }

  async get(url: URL): Promise<SiteDocument> {
    this.#signal.throwIfAborted();
    const known = await this.#stored(url.href);
    if (known) return known;
    const fetched = await this.#fetched(url);
    this.#bytes += fetched.text.length;
    await this.write(documentFile(url.href), fetched);
    return fetched;
  }

  /** Replaced as a whole, so it is never half written. */
  async write(file: string, content: unknown): Promise<void> {
    const place = path.join(this.#folder, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(`${place}.tmp`, JSON.stringify(content));
    await rename(`${place}.tmp`, place);
  }

  async #stored(url: string): Promise<SiteDocument | null> {
    try {
      return JSON.parse(await readFile(path.join(this.#folder, documentFile(url)), 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async #fetched(url: URL): Promise<SiteDocument> {
    const none = { url: url.href, type: '', text: '', link: '', total: '' };
    if (this.#bytes > maxSiteBytes)
      return { ...none, problem: 'The site is larger than what is read of one.' };
    for (let attempt = 1, pause = this.delayMs; ; attempt++, pause *= timesLonger) {
      if (!this.#isFirst) await wait(pause, undefined, { signal: this.#signal });
      this.#isFirst = false;
      try {
        const { headers, type, bytes, url: last } = await this.#fetcher.fetch(url);
        const [link, total] = [headers.get('link') ?? '', headers.get('x-wp-total') ?? ''];
        return { url: last.href, type, text: decodeText(bytes), link, total, problem: null };
      } catch (error) {
        this.#signal.throwIfAborted();
        const isFinal =
          error instanceof OutgoingRefusal &&
          error.code !== 'ETIMEDOUT' &&
          (error.status === null || (error.status < 500 && error.status !== 429));
        if (isFinal || attempt >= attempts) return { ...none, problem: (error as Error).message };
      }
    }
  }
}

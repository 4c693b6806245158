import { hash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { csvRows } from '../../src/platform/files/read-csv.ts';

export type Sample = { set: string; text: string; name: string; url: string; isSpam: boolean };

/**
 * The comments in a folder, each text once: `*.csv` with the columns of the YouTube Spam Collection (content, class, author), and
 * `*.jsonl` with a line `{"text": …, "spam": true, "name": …, "url": …}` for each.
 */
export async function samplesIn(folder: string): Promise<Sample[]> {
  const samples = new Map<string, Sample>();
  const add = (set: string, text: string, isSpam: boolean, name = '', url = '') => {
    if (text.trim() !== '') samples.set(text.trim(), { set, text: text.trim(), name, url, isSpam });
  };
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    const set = file.replace(/\d*[-.].*$/, '');
    if (file.endsWith('.csv')) {
      const entry = { path: file, bytes: statSync(path).size, open: async () => createReadStream(path) };
      for await (const { content, class: kind, author } of csvRows(entry))
        add(set, plainText(content ?? ''), kind === '1', author);
    } else if (file.endsWith('.jsonl'))
      for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
        const { text, spam, name, url } = JSON.parse(line) as {
          text: string;
          spam: boolean;
          name?: string;
          url?: string;
        };
        add(set, text, spam, name, url);
      }
  }
  return [...samples.values()];
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const plainText = (html: string): string =>
  html
    .replace(/<br ?\/?>/g, '\n')
    .replace(/<\/?[a-z][^<>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '');

/** One half is for training, the other is never looked at and only measured. The text decides, so every machine has the same halves. */
export const isForTraining = ({ text }: Sample): boolean =>
  Number.parseInt(hash('sha256', text).slice(0, 2), 16) % 2 === 1;

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Sample = { set: string; text: string; name: string; url: string; spam: boolean };

/** The comments in a folder: each `SET.jsonl` has a line `{"text": …, "name": …, "url": …, "spam": true}` for each. */
export const samplesIn = (folder: string): Sample[] =>
  readdirSync(folder)
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .trim()
        .split('\n')
        .map((line) => ({ name: '', url: '', ...JSON.parse(line), set: file.replace('.jsonl', '') })),
    );

/** What the filter gets of a sample. */
export const written = ({ text, name, url }: Sample) => ({
  user_name: name || 'Anonymous',
  comment_text: text,
  author_url: url || null,
});

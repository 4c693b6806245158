import type { Blog } from '../../platform/blog.ts';
import { readSetting, writeSetting } from '../../platform/db/settings.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { Problem } from '../../platform/http/problem.ts';
import { tooManySnippets } from '../../platform/messages/owner.ts';
import { normalizedField } from '../posts/text.ts';
import type { Snippet } from './api.ts';

const setting = 'snippets';
const maxSnippets = 100;

const parse = (stored: string | undefined): Snippet[] => JSON.parse(stored ?? '[]');

/** Parts of posts that the owner inserts again and again, by name. */
export const snippets = async ({ db }: Pick<Blog, 'db'>): Promise<Snippet[]> =>
  parse(await readSetting(db, setting));

/** Replaces a snippet of the same name. */
export const saveSnippet = (blog: Blog, { name, html }: Snippet): Promise<Snippet[]> =>
  change(blog, name, [{ name, html: normalizedField(blog, 'post_content', html) }]);

export const deleteSnippet = (blog: Blog, name: string): Promise<Snippet[]> => change(blog, name, []);

const change = ({ db }: Blog, name: string, added: Snippet[]): Promise<Snippet[]> =>
  inTransaction(db, async (tx) => {
    await lockName(tx, setting);
    const others = (await snippets({ db: tx })).filter((one) => one.name !== name);
    const all = [...others, ...added].sort((a, b) => a.name.localeCompare(b.name));
    if (all.length > maxSnippets) throw new Problem('invalid', tooManySnippets(maxSnippets));
    await writeSetting(tx, setting, JSON.stringify(all));
    return all;
  });

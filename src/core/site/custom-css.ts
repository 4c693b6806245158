import { createHash } from 'node:crypto';
import type { Blog } from '../../platform/blog.ts';
import { deleteSetting, readSetting, writeSetting } from '../../platform/db/settings.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { siteTag } from '../../platform/http/cache/reads.ts';
import { message } from '../../platform/messages/translate.ts';
import { recordActivity } from './activity.ts';
import type { Appearance } from './api/appearance.ts';
import { type CustomCss, customCssUrl } from './api/custom-css.ts';
import { type Change, readShown, writeSite } from './site.ts';

/** The source has a row of its own; pages read only the short one, which names the URL. */
const sourceSetting = 'custom_css';
export const customCssSetting = 'custom_css_version';

/** Increase it when the sanitizer changes, so that browsers load the sheet again. */
const sanitizerVersion = 1;
const versionOf = (source: string): string =>
  createHash('sha256').update(`${sanitizerVersion}\n${source}`).digest('hex').slice(0, 16);

/** The parser is loaded by sites with custom CSS only. */
export async function checkCustomCss(source: string): Promise<CustomCss> {
  if (source.trim() === '') return { source, css: '', problems: [] };
  const { sanitizeCss } = await import('./sanitize-css.ts');
  return { source, ...sanitizeCss(source) };
}

export const readCustomCss = async (blog: Blog): Promise<CustomCss> =>
  checkCustomCss((await readShown(blog, (db) => readSetting(db, sourceSetting))) ?? '');

export async function changeCustomCss(
  blog: Blog,
  source: string,
  appearance?: Change<Appearance>,
): Promise<CustomCss> {
  const checked = await checkCustomCss(source);
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, sourceSetting);
    if (checked.css === '') await deleteSetting(tx, customCssSetting);
    else await writeSetting(tx, customCssSetting, versionOf(source));
    await writeSetting(tx, sourceSetting, source);
    if (appearance) await writeSite(tx, appearance);
    await recordActivity(
      blog,
      tx,
      'site',
      appearance ? message('Changed the appearance') : message('Changed the custom CSS'),
    );
  });
  blog.changed({ touches: [siteTag] });
  return checked;
}

/** The sheet as readers get it. An outdated version leads to the current one; null when there is none. */
export async function customSheet(
  blog: Blog,
  version: string,
): Promise<{ css: string } | { location: string } | null> {
  const current = await readShown(blog, (db) => readSetting(db, customCssSetting));
  if (!current) return null;
  if (current !== version) return { location: customCssUrl(current) };
  return { css: (await readCustomCss(blog)).css };
}

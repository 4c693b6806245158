import type { Blog } from '../../platform/blog.ts';
import { addSetting, readSetting, writeSetting } from '../../platform/db/settings.ts';
import { countListed } from '../../platform/db/totals.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { siteTag } from '../../platform/http/cache/reads.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { message } from '../../platform/messages/translate.ts';
import { catalogs } from '../../platform/web/messages/catalogs.ts';
import { recordActivity } from '../site/activity.ts';
import { writeSite } from '../site/site.ts';
import type { FirstQuestions, FirstRun, FirstRunAnswers } from './api/first-run.ts';
import { firstRunAnswered } from './messages.ts';
import { changeProfile, ownId } from './profiles/profiles.ts';

const setting = 'first_run';
/** Sites from before there were questions have this setting. */
const earlierSetting = 'welcomed';

/** Makes a new site ask its owner the first questions. Only once: afterwards the setting stays. */
export async function openFirstRun(blog: Blog): Promise<void> {
  if ((await readSetting(blog.db, earlierSetting)) !== undefined) return;
  await addSetting(blog.db, setting, 'open');
}

/** A site with posts has been set up some other way. */
export async function readFirstRun(blog: Blog): Promise<FirstQuestions> {
  const isOpen = (await readSetting(blog.db, setting)) === 'open';
  return { open: isOpen && (await countListed(blog.db, ['all', 'inactive'])) === 0, previews };
}

const previews = Object.fromEntries(
  Object.entries(catalogs).map(
    ([language, { firstPost, notTerrible, defaultDescription, defaultThanks }]) => [
      language,
      {
        ...firstPost,
        button: `${notTerrible} (1)`,
        tagline: defaultDescription,
        thank_you_line: defaultThanks,
      },
    ],
  ),
);

/** Stores the answers, if any, and asks no more. The first administrator, or the first tab, to answer decides. */
export async function finishFirstRun(
  blog: Blog,
  viewer: Viewer,
  { display_name, ...answers }: FirstRunAnswers,
): Promise<FirstRun> {
  await requireOpen(await readSetting(blog.db, setting));
  // Each administrator has a name of their own, so it is saved also when another one answered first.
  if (display_name) await changeProfile(blog, viewer, ownId(viewer), { display_name });
  const isAnswered = Object.values(answers).some((value) => value !== undefined);
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'site');
    await requireOpen(await readSetting(tx, setting));
    if (isAnswered) await writeSite(tx, answers);
    await writeSetting(tx, setting, isAnswered ? 'answered' : 'skipped');
    await recordActivity(
      blog,
      tx,
      'site',
      isAnswered ? message('Set up the site') : message('Skipped setting up the site'),
    );
  });
  if (isAnswered) blog.changed({ touches: [siteTag] });
  return { open: false };
}

function requireOpen(state: string | undefined): void {
  if (state !== 'open') throw new Problem('conflict', firstRunAnswered);
}

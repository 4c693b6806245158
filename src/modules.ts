import { accounts } from './core/accounts/module.ts';
import { comments } from './core/comments/module.ts';
import { feeds } from './core/feeds/module.ts';
import { images } from './core/images/module.ts';
import { posts } from './core/posts/module.ts';
import { redirects } from './core/redirects/module.ts';
import { site } from './core/site/module.ts';
import { taxonomy } from './core/taxonomy/module.ts';
import { writing } from './core/writing/module.ts';
import { apps } from './features/apps/module.ts';
import { backup } from './features/backup/module.ts';
import { conversation } from './features/conversation/module.ts';
import { counter } from './features/counter/module.ts';
import { credentials } from './features/credentials/module.ts';
import { demo } from './features/demo/module.ts';
import { doctor } from './features/doctor/module.ts';
import { exporting } from './features/export/module.ts';
import { fediverse } from './features/fediverse/module.ts';
import { handbook } from './features/handbook/module.ts';
import { importing } from './features/import/module.ts';
import { mail } from './features/mail/module.ts';
import { publish } from './features/publish/module.ts';
import { social } from './features/social/module.ts';
import { statistics } from './features/statistics/module.ts';
import { webhooks } from './features/webhooks/module.ts';
import { webmention } from './features/webmention/module.ts';
import { features } from './modules/features.ts';
import type { Module } from './platform/module.ts';

/** Everything that the server consists of besides the platform, in the order in which it is asked and scheduled. */
export const modules: readonly Module[] = [
  site(features),
  accounts,
  images,
  posts,
  feeds,
  redirects,
  taxonomy,
  comments,
  writing,
  conversation,
  fediverse,
  webmention,
  social,
  // Before mail, which tells the owner of a backup that failed.
  backup,
  mail,
  statistics,
  counter,
  credentials,
  publish,
  exporting,
  apps,
  webhooks,
  importing,
  handbook,
  doctor,
  demo,
];

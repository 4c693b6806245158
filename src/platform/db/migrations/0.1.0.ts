import { inOrder } from '../migration.ts';
import { accounts } from './0.1.0/accounts.ts';
import { changes } from './0.1.0/changes.ts';
import { comments } from './0.1.0/comments.ts';
import { conversation } from './0.1.0/conversation.ts';
import { fediverse } from './0.1.0/fediverse.ts';
import { images } from './0.1.0/images.ts';
import { imports } from './0.1.0/imports.ts';
import { mail } from './0.1.0/mail.ts';
import { posts } from './0.1.0/posts.ts';
import { site } from './0.1.0/site.ts';
import { social } from './0.1.0/social.ts';
import { webmention } from './0.1.0/webmention.ts';
import { writing } from './0.1.0/writing.ts';

/** The tables of version 0.1.0. */
export const up = inOrder(
  site,
  accounts,
  posts,
  writing,
  images,
  comments,
  imports,
  conversation,
  webmention,
  fediverse,
  social,
  mail,
  changes,
);

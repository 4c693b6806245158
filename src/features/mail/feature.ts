import type { PostTransaction } from '../../core/site/store/post-transaction.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Feature } from '../../platform/feature.ts';
import { offeredMail } from './api/mail.ts';
import { addressToTell, followNewComment } from './commenters/commenters.ts';
import { tellCommenters } from './commenters/tell-commenters.ts';
import { mailConnection } from './connection.ts';
import { sendsByDefault } from './newsletters/send-by-default.ts';
import { noticeRemark } from './notices/remarks.ts';
import { noticeSecurity, noticeSignIn } from './notices/sign-ins.ts';
import { recordWaiting } from './notices/waiting.ts';
import { mailSetting, publicMail } from './settings.ts';
import { followMailSettings } from './setup/follow-settings.ts';
import { deleteSubscriber } from './store/subscribers.ts';
import { subscribersCsv } from './subscribers/subscribers-csv.ts';
import { archivedSubscribers, subscribersFile, suppressionsFile } from './subscribers/subscribers-file.ts';

export const mailFeature: Feature<Blog> = {
  name: 'mail',
  settings: { field: 'mail', setting: mailSetting, schema: offeredMail.optional(), present: publicMail },
  connections: [mailConnection],
  start: followMailSettings,
  exports: {
    table: 'subscribers',
    files: (content) => [
      { name: 'subscribers.json', text: subscribersFile(content) },
      { name: 'suppressions.json', text: suppressionsFile(content) },
      { name: 'subscribers.csv', text: subscribersCsv(archivedSubscribers(content)) },
    ],
    deleteRow: deleteSubscriber,
  },
  on: {
    signedIn: noticeSignIn,
    securityChanged: noticeSecurity,
    remarkAdded: noticeRemark,
    postsChanged: async (blog: Blog, tx: PostTransaction) => {
      const isNoted = await recordWaiting(blog, tx);
      const isMailed = await tellCommenters(blog, tx);
      return isNoted || isMailed;
    },
    published: async (blog, tx, post) =>
      post.send_mail === undefined || post.send_mail === null
        ? { send_mail: (await sendsByDefault(blog, tx, post)) ? 1 : 0 }
        : {},
    commentSent: async (blog, { notify_address }) => {
      const address = await addressToTell(blog, notify_address);
      if (address === null) return null;
      return (tx, { id, visitor, isSuspicious }) =>
        followNewComment(blog, tx, id, { address, visitor, isSuspicious });
    },
  },
};

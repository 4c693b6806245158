import { type Blog, nowIso, serverUrl } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { addressKey } from '../../../platform/http/api/mail-address.ts';
import { wakeJob } from '../../../platform/jobs/add-job.ts';
import * as messages from '../messages/mail.ts';
import { deleteTokensOf } from '../store/tokens.ts';
import { mailOwner, type Owner, readOwner } from './owner-template.ts';
import { noticesJob } from './waiting.ts';

/** In the transaction that changed the settings of mail. Call `startJobs` after the commit. */
export async function applyNoticeSettings(blog: Blog, tx: Db, before: Owner | null): Promise<void> {
  const after = await readOwner(blog, tx);
  if (!after || !before) return;
  // What waits is mailed at another time, or not at all.
  if (after.settings.comment_notice !== before.settings.comment_notice) await wakeJob(blog, tx, noticesJob);
  const { address, site } = before;
  if (address === null) return;
  const isMoved = after.address === null || addressKey(after.address) !== addressKey(address);
  if (isMoved) await deleteTokensOf(tx, 'moderate', addressKey(address));
  const isSilenced = before.settings.trouble_notice && !after.settings.trouble_notice;
  if (!isMoved && !isSilenced) return;
  // To the old address: an intruder could otherwise do it before anything else.
  const subject = isMoved ? messages.ownerAddressChanged : messages.troubleNoticeOff;
  await mailOwner(blog, tx, { address, site }, `settings ${nowIso(blog)}`, {
    subject,
    parts: [messages.securityChangedBy(subject, blog.actor?.username ?? null), messages.wasItYou],
    button: { label: messages.openMailSettings, url: `${serverUrl(blog)}/admin/settings/mail` },
  });
}

import { createHmac } from 'node:crypto';
import * as places from '../../../core/accounts/store/sign-in-places.ts';
import { type Blog, nowIso, serverUrl } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { networkOf } from '../../../platform/http/request/ip-networks.ts';
import { type Message, rendered } from '../../../platform/messages/translate.ts';
import * as messages from '../messages/mail.ts';
import { dateText, mailOwner, ownerOfTrouble } from './owner-template.ts';

/** Of one administrator. */
const maxPlaces = 50;

/**
 * Tells the owner of an account's first session from a browser and a network. Called in the transaction that starts the session,
 * before it is stored.
 */
export async function noticeSignIn(
  blog: Blog,
  tx: Db,
  user: { id: number; username: string },
  browser: string,
): Promise<void> {
  if (!blog.mail || !blog.actor) return;
  const network = networkIn(blog.actor.address);
  const place = createHmac('sha256', blog.keys.addresses)
    .update(`sign-in ${user.id} ${browser} ${network}`)
    .digest('base64url');
  if (await places.seePlace(tx, user.id, place, nowIso(blog))) return;
  const isFirst = !(await places.hasSignedIn(tx, user.id));
  await places.addPlace(tx, { user_id: user.id, place, last_seen: nowIso(blog) }, maxPlaces);
  const owner = isFirst ? null : await ownerOfTrouble(blog, tx);
  if (!owner) return;
  await mailOwner(blog, tx, owner, `sign-in ${place} ${nowIso(blog)}`, {
    subject: messages.newPlace(user.username),
    parts: [
      messages.signedInFrom(user.username),
      messages.whenAndWhere(dateText(blog.now(), owner.site), browser, network),
      messages.wasItYou,
    ],
    button: securityScreen(blog),
  });
}

/** Tells the owner that passwords, passkeys or the second factor of an account have changed. */
export async function noticeSecurity(blog: Blog, tx: Db, message: Message): Promise<void> {
  const what = rendered(message);
  const owner = blog.actor && (await ownerOfTrouble(blog, tx));
  if (!owner || !blog.actor) return;
  const { username, address, browser } = blog.actor;
  await mailOwner(blog, tx, owner, `security ${nowIso(blog)} ${what}`, {
    subject: messages.securityChanged(what),
    parts: [
      messages.securityChangedBy(what, username),
      messages.whenAndWhere(dateText(blog.now(), owner.site), browser, networkIn(address)),
      messages.wasItYou,
    ],
    button: securityScreen(blog),
  });
}

/** Empty for a command on the server. */
const networkIn = (address: string): string => (address === '' ? '' : networkOf(address));

const securityScreen = (blog: Blog) => ({
  label: messages.openSecurity,
  url: `${serverUrl(blog)}/admin/security`,
});

import { noSuchPost } from '../../core/posts/posts.ts';
import type { StoredFullPost } from '../../core/posts/store/post-rows.ts';
import { postById } from '../../core/posts/store/posts.ts';
import { named, recordActivity } from '../../core/site/activity.ts';
import type { Shared } from '../../core/site/api/site.ts';
import type { Blog } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { Problem } from '../../platform/http/problem.ts';
import { notSharedThere, sharedOnUnknownServer, sharingInactive } from '../../platform/messages/owner.ts';
import { message } from '../../platform/messages/translate.ts';
import { type ChangeableShare, talkingNetwork } from '../conversation/api.ts';
import { Gone, NetworkFailure } from './networks/failure.ts';
import type { Network } from './networks/network.ts';
import { type Talking, talkingNetworks } from './networks.ts';
import { maxMs, shareOf, shareOnce } from './sharing.ts';
import { deleteShare, sharesOf, type WatchedShare } from './store/shares.ts';

/*
 * What was shared before is changed or deleted on the networks that the owner names. Each network answers for itself; one that
 * failed can be asked again.
 */

/** Where it can be changed or deleted. */
export async function sharesFor(blog: Blog, id: number): Promise<ChangeableShare[]> {
  const shares = await sharesOf(blog.db, id);
  return talkingNetworks(blog).flatMap(({ name, conversation }) =>
    shares
      .filter(({ network }) => network === name)
      .map(({ url }) => ({
        network: talkingNetwork.parse(name),
        url,
        has_edits: conversation.update !== null,
      })),
  );
}

/** Title, link and image become those of the post. Where posts cannot be edited, it is deleted and shared anew. */
export async function updateShares(blog: Blog, id: number, names: readonly string[]): Promise<Shared[]> {
  const post = await postById(blog.db, id, 'approved');
  if (!post) throw noSuchPost();
  if (post.active !== 1) throw new Problem('conflict', sharingInactive);
  const signal = AbortSignal.timeout(2 * maxMs);
  return onEach(blog, id, names, async (network, share, statusId) => {
    const { conversation, name } = network;
    const content = () => shareOf(blog, post, 1);
    if (conversation.update === null) {
      await removeShare(blog, network, share, statusId, post, signal);
      return shareOnce(blog, network, post, content, signal);
    }
    const posted = await conversation.update(statusId, await content(), signal);
    // It stays as old as it is, and is looked at as often as before.
    await recordActivity(
      blog,
      blog.db,
      'post',
      message('Changed {post} on {network}', { post: named(post), network: name }),
    );
    return { network: name, url: posted.url };
  });
}

/** Comments that came from there stay. It can be shared again. */
export async function deleteShares(blog: Blog, id: number, names: readonly string[]): Promise<Shared[]> {
  const post = await postById(blog.db, id, 'approved');
  if (!post) throw noSuchPost();
  const signal = AbortSignal.timeout(maxMs);
  return onEach(blog, id, names, async (network, share, statusId) => {
    await removeShare(blog, network, share, statusId, post, signal);
    return { network: network.name };
  });
}

async function removeShare(
  blog: Blog,
  { conversation, name }: Talking,
  share: WatchedShare,
  statusId: string,
  post: StoredFullPost,
  signal: AbortSignal,
): Promise<void> {
  await conversation.remove(statusId, signal);
  await inTransaction(blog.db, async (tx) => {
    await deleteShare(tx, share.post_id, name);
    await recordActivity(
      blog,
      tx,
      'post',
      message('Deleted {post} on {network}', { post: named(post), network: name }),
    );
  });
}

async function onEach(
  blog: Blog,
  id: number,
  names: readonly string[],
  work: (network: Talking, share: WatchedShare, statusId: string) => Promise<Shared>,
): Promise<Shared[]> {
  const shares = await sharesOf(blog.db, id);
  const networks = talkingNetworks(blog);
  return Promise.all(
    names.map(async (name) => {
      const share = shares.find(({ network }) => network === name);
      const network = networks.find((one) => one.name === name);
      if (!share || !network) return { network: name as Network['name'], error: notSharedThere(name) };
      const statusId = share.status_id ?? network.conversation.idOf(share.url);
      if (statusId === null) return { network: network.name, error: sharedOnUnknownServer(name) };
      try {
        return await work(network, share, statusId);
      } catch (error) {
        if (error instanceof Gone) await deleteShare(blog.db, id, name);
        if (error instanceof NetworkFailure) return { network: network.name, error: error.message };
        throw error;
      }
    }),
  );
}

import { createHmac } from 'node:crypto';
import type { Voted } from '../../contract/votes.ts';
import { networkOf, normalizedIp, visitorKey } from '../../rules/ip-addresses.ts';
import type { Viewer } from '../../rules/viewer.ts';
import { inTransaction } from '../../store/transaction.ts';
import { addVote, voteExists } from '../../store/votes.ts';
import { type Blog, nowIso } from '../blog.ts';
import { postTag } from '../reads.ts';
import { seePost } from './posts.ts';

/** An address as the database may know it: it can be compared, but not read without the key. */
export const addressKey = (blog: Pick<Blog, 'keys'>, address: string): string =>
  createHmac('sha256', blog.keys.addresses).update(visitorKey(address)).digest('base64url');

/** The same of the larger network around the address. */
export const networkKey = (blog: Pick<Blog, 'keys'>, address: string): string =>
  createHmac('sha256', blog.keys.addresses).update(networkOf(address)).digest('base64url');

/** Another one for each post, so that a copy of the database does not tell which votes came from one visitor. */
const voterKey = (blog: Pick<Blog, 'keys'>, postId: number, address: string): string =>
  createHmac('sha256', blog.keys.addresses)
    .update(`vote ${postId} ${addressKey(blog, address)}`)
    .digest('base64url');

export async function vote(blog: Blog, viewer: Viewer, postId: number, address: string): Promise<Voted> {
  const voted = await inTransaction(blog.db, async (tx) => {
    await seePost(blog, viewer, postId, tx);
    const count = await addVote(tx, postId, voterKey(blog, postId, address), nowIso(blog));
    if (count !== undefined) return { ip_address: normalizedIp(address), vote_count: count };
    const { vote_count } = await seePost(blog, viewer, postId, tx);
    return { ip_address: 'exists', vote_count };
  });
  if (voted.ip_address !== 'exists') blog.changed({ touches: [postTag(postId)], mayLag: true });
  return voted;
}

/** Whether a vote from this address was counted for the post. */
export const hasVoted = (blog: Blog, postId: number, address: string): Promise<boolean> =>
  voteExists(blog.db, postId, voterKey(blog, postId, address));

export async function voteCount(blog: Blog, viewer: Viewer, postId: number): Promise<{ vote_count: number }> {
  const post = await seePost(blog, viewer, postId);
  return { vote_count: post.vote_count };
}

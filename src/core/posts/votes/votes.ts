import { type Blog, nowIso } from '../../../platform/blog.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { normalizedIp } from '../../../platform/http/request/ip-networks.ts';
import { ipKey } from '../../../platform/http/request/visitor-keys.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import * as messages from '../../../platform/messages/owner.ts';
import { keyedHash } from '../../../platform/process/keyed-hash.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';
import { changePosts } from '../change-posts.ts';
import { seePost } from '../posts.ts';
import type { Voted } from './api.ts';
import { addVote, publicCounts, voteExists } from './store.ts';

/** Differs for each post, so that a copy of the database does not reveal which votes came from one visitor. */
const voterKey = (blog: Pick<Blog, 'keys'>, postId: number, address: string): string =>
  keyedHash(blog.keys.addresses, `vote ${postId} ${ipKey(blog, address)}`);

export function vote(blog: Blog, viewer: Viewer, postId: number, address: string): Promise<Voted> {
  const count = async (tx: PostTransaction) => {
    const { kind } = await seePost(blog, viewer, postId, tx.db);
    if (kind === 'page') throw new Problem('conflict', messages.pagesHaveNoVotes);
    const counted = await addVote(tx, postId, voterKey(blog, postId, address), nowIso(blog));
    if (counted !== undefined)
      return { result: { ip_address: normalizedIp(address), vote_count: counted }, activity: [] };
    const { vote_count } = await seePost(blog, viewer, postId, tx.db);
    return { result: { ip_address: 'exists', vote_count }, activity: [] };
  };
  return changePosts(blog, count);
}

/** Whether a vote from this IP address was counted for the post. */
export const hasVoted = (blog: Blog, postId: number, address: string): Promise<boolean> =>
  voteExists(blog.db, postId, voterKey(blog, postId, address));

/** Votes and comments of the posts that are public. */
export const countsOf = (blog: Blog, ids: readonly number[]) => publicCounts(blog.db, ids);

export async function voteCount(blog: Blog, viewer: Viewer, postId: number): Promise<{ vote_count: number }> {
  const post = await seePost(blog, viewer, postId);
  return { vote_count: post.vote_count };
}

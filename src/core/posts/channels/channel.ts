import type { Blog } from '../../../platform/blog.ts';
import type { JobContext } from '../../../platform/jobs/job.ts';
import type { Site } from '../../site/api/site.ts';
import type { StoredComment } from '../store/comment-rows.ts';
import type { StoredFullPost } from '../store/post-rows.ts';

export type PublicPost = {
  post: StoredFullPost;
  /** Whether it was published lately. Only news are sent as new; changes of what was sent before always follow. */
  isNews: boolean;
};

/** The owner's answer to a comment that came from another server. */
export type PublicAnswer = {
  comment: StoredComment;
  parent: StoredComment & { origin_id: string };
  post: StoredFullPost;
};

/**
 * A way to tell other servers, or subscribers. Each function gets the present state, null when there is nothing (more) to see, compares it with
 * what was sent before, and stores what has to be sent, as rows that a job of its own works off. It may be called again with the
 * same state, and waits for no other server.
 */
export type OpenChannel = {
  post?(blog: Blog, id: number, post: PublicPost | null, context: JobContext): Promise<void>;
  /** Called for answers to comments of every source; a channel ignores those of others. */
  answer?(blog: Blog, id: number, answer: PublicAnswer | null, context: JobContext): Promise<void>;
};

export type Channel = {
  isOn(site: Site, blog: Blog): boolean;
  /** Loaded only when it is on. */
  load(): Promise<OpenChannel>;
};

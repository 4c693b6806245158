import { type Blog, nowIso } from '../../platform/blog.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ReaderProblem } from '../../platform/http/reader-problem.ts';
import { noSuchComment } from '../../platform/messages/owner.ts';
import { changePosts } from '../posts/change-posts.ts';
import { browserPerson, present } from './comments.ts';
import type { CommentsApi } from './pages/page-api.ts';
import { commentTextProblem } from './rules/comments.ts';
import * as comments from './store/comments.ts';

type OwnComments = Pick<CommentsApi, 'ownWaiting' | 'editOwnComment' | 'withdrawComment'>;

/** What readers can do with their comments while these wait: see, edit and withdraw them. Their browser has a signed id. */
export function ownComments(blog: Blog, browser: () => string | undefined): OwnComments {
  const person = () => {
    const id = browser();
    return id === undefined ? null : browserPerson(blog, id);
  };
  const change = (
    id: number,
    apply: (tx: Parameters<typeof comments.eraseComments>[0]) => Promise<unknown>,
  ) => {
    const author = person();
    return changePosts(blog, async (tx) => {
      if (author === null || !(await comments.isWaitingOf(tx.db, id, author)))
        throw new Problem('not_found', noSuchComment);
      await apply(tx);
      return { result: undefined, activity: [] };
    });
  };
  return {
    ownWaiting: async ({ id }) => {
      const author = person();
      return author === null ? [] : present(blog, await comments.waitingOf(blog.db, id, author));
    },
    editOwnComment: (id, typed) => {
      const comment_text = typed.trim();
      const problem = commentTextProblem(comment_text);
      if (problem) throw new ReaderProblem('invalid', problem);
      return change(id, (tx) => comments.setCommentText(tx, id, { comment_text, date_edited: nowIso(blog) }));
    },
    // Not kept in the bin: it is the reader's own, and was never public.
    withdrawComment: (id) => change(id, (tx) => comments.eraseComments(tx, [id])),
  };
}

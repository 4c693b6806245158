import { type Blog, nowIso } from '../../platform/blog.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ReaderProblem } from '../../platform/http/reader-problem.ts';
import { changePosts } from '../posts/change-posts.ts';
import type { PostTransaction } from '../site/store/post-transaction.ts';
import { browserPerson, present } from './comments.ts';
import { noSuchComment } from './messages.ts';
import type { CommentsApi } from './pages/page-api.ts';
import { commentTextProblem } from './rules/comments.ts';
import { undoTraining } from './spam.ts';
import * as comments from './store/comments.ts';
import { personState } from './store/people.ts';

type OwnComments = Pick<CommentsApi, 'ownComments' | 'editOwnComment' | 'withdrawComment'>;

const minute = 60_000;
/** For as long, comments can be changed although they are approved. */
const changeableMs = 10 * minute;

/** What readers can do with their comments while these wait or are new: see, edit and withdraw them. Their browser has a signed id. */
export function ownComments(blog: Blog, browser: () => string | undefined): OwnComments {
  const person = () => {
    const id = browser();
    return id === undefined ? null : browserPerson(blog, id);
  };
  const since = () => new Date(blog.now().getTime() - changeableMs).toISOString();
  const change = (id: number, apply: (tx: PostTransaction, author: string) => Promise<unknown>) => {
    const author = person();
    return changePosts(blog, async (tx) => {
      if (author === null || !(await comments.isChangeableBy(tx.db, id, author, since())))
        throw new Problem('not_found', noSuchComment);
      await apply(tx, author);
      return { result: undefined, activity: [] };
    });
  };
  return {
    ownComments: async ({ id }) => {
      const author = person();
      return author === null ? [] : present(blog, await comments.changeableBy(blog.db, id, author, since()));
    },
    editOwnComment: (id, typed) => {
      const comment_text = typed.trim();
      const problem = commentTextProblem(comment_text);
      if (problem) throw new ReaderProblem('invalid', problem);
      return change(id, async (tx, author) => {
        // What the owner approved was another text.
        if ((await personState(tx.db, author)) !== 'trusted') {
          await undoTraining(tx.db, [id]);
          await comments.setApprovedAll(tx, [id], false);
        }
        await comments.setCommentText(tx, id, { comment_text, date_edited: nowIso(blog) });
      });
    },
    // Not kept in the bin: it is the reader's own.
    withdrawComment: (id) =>
      change(id, async (tx) => {
        await undoTraining(tx.db, [id]);
        await comments.eraseComments(tx, [id]);
      }),
  };
}

import { commentsUrl, commentUrl, idIn, pageNumber } from '../../../platform/http/api/page-number.ts';
import { urls } from '../../../platform/http/urls.ts';
import { isProblem } from '../../../platform/web/not-found.ts';
import { type Redirect, redirectTo, type Visit } from '../../../platform/web/page.ts';
import { randomId } from '../../../platform/web/random-id.ts';
import type { Post, PostOnPage } from '../../posts/api/posts.ts';
import type { CommentPage } from '../api/comments.ts';
import { type CommentTool, type Conversation, nameOf } from './conversation.ts';
import type { PostActionsProps } from './islands/post-actions.tsx';
import type { CommentsApi } from './page-api.ts';

/** What a form without JavaScript sent, and why it was rejected. */
export type RejectedForm = {
  status: number;
  rejectedComment?: NonNullable<PostActionsProps['rejectedComment']>;
  edit?: NonNullable<CommentTool['edit']>;
  parentId?: number | null;
};

const statusOf = (code: string): number =>
  ({ too_many: 429, conflict: 409, not_found: 404, no_auth: 401 })[code] ?? 422;

/** Answers the forms of the comment section of a post or page: a new comment, and what the owner does with others. */
export async function answerCommentForm(
  { api }: Visit<CommentsApi>,
  post: Post,
  form: URLSearchParams,
): Promise<Redirect | RejectedForm> {
  const field = (name: string) => String(form.get(name) ?? '');
  const postUrl = urls.post(post.post_title_web);
  const id = idIn(form, 'comment_id') ?? 0;
  const list = `${commentsUrl(postUrl, pageNumber(form, 'comments'))}#comments`;
  const parentId = idIn(form, 'parent_id');
  try {
    switch (field('intent')) {
      case 'edit':
        await api.editComment(id, field('comment_text'));
        return redirectTo(commentUrl(postUrl, id), 303);
      case 'unapprove':
        await api.unapproveComment(id);
        return redirectTo(list, 303);
      case 'delete':
        await api.deleteComment(id);
        return redirectTo(list, 303);
      default: {
        const { approved } = await api.comment(post.id, {
          comment_text: field('comment_text'),
          user_name: field('user_name'),
          author_url: field('author_url'),
          parent_id: parentId,
          website: field('website'),
          ...(form.has('form_id') && { form_id: field('form_id') }),
          ...(form.has('notify') && { notify_address: field('notify_address') }),
        });
        return redirectTo(`${postUrl}?commented=${approved ? 'published' : 1}#comments`, 303);
      }
    }
  } catch (problem) {
    if (!isProblem(problem)) throw problem;
    const status = statusOf(problem.code);
    const { message: error } = problem;
    if (field('intent') === 'edit') return { status, edit: { id, text: field('comment_text'), error } };
    // The owner's comment is gone already, for instance after the same form was sent twice.
    if (problem.code === 'not_found' && id > 0) return redirectTo(list, 303);
    if (id > 0) throw problem;
    const rejectedComment = {
      error,
      name: field('user_name'),
      url: field('author_url'),
      text: field('comment_text'),
      ...(form.has('notify') && { mail: field('notify_address') }),
    };
    return { status, rejectedComment, parentId };
  }
}

type CommentState = {
  comments: CommentPage;
  conversation: Conversation;
  actions: Pick<PostActionsProps, 'commentsOpen' | 'form' | 'formId' | 'rejectedComment' | 'reply'>;
};

/** What the comment section shows, by the parameters of the URL; or where the comments in question are. */
export async function commentState(
  { api, url, signedIn }: Visit<CommentsApi>,
  post: PostOnPage,
  rejected: Partial<RejectedForm> = {},
): Promise<CommentState | Redirect> {
  const postUrl = urls.post(post.post_title_web);
  const { searchParams } = url;
  const wanted = idIn(searchParams, 'comment-id');
  if (wanted !== null) {
    const page = await api.pageOfComment(post, wanted);
    return redirectTo(
      page === null ? `${postUrl}#comments` : `${commentsUrl(postUrl, page)}#comment-${wanted}`,
    );
  }
  const shown = rejected.edit ? await api.pageOfComment(post, rejected.edit.id) : null;
  const comments = await api.comments(post, shown ?? pageNumber(searchParams, 'comments'));
  const { page, pages } = comments;
  if (page > pages) return redirectTo(commentsUrl(postUrl, pages));
  const isOpen = post.accepts_comments === 1;
  const parentId = rejected.rejectedComment ? rejected.parentId : idIn(searchParams, 'reply');
  const parent = parentId && (isOpen || signedIn) ? await api.approvedComment(post, parentId) : null;
  const reply = parent && {
    id: parent.id,
    name: nameOf(parent),
    cancelUrl: `${commentsUrl(postUrl, page)}#comment-${parent.id}`,
  };
  const hasForm = reply || rejected.rejectedComment || searchParams.has('comment');
  return {
    comments,
    conversation: {
      postUrl,
      page,
      pages,
      isOpen,
      owner: signedIn
        ? {
            edit: rejected.edit ?? editing(idIn(searchParams, 'edit')),
            delete: idIn(searchParams, 'delete') ?? undefined,
          }
        : null,
    },
    actions: {
      // The owner can answer after comments have closed.
      commentsOpen: isOpen || (signedIn && reply !== null),
      form: hasForm ? 'open' : sentState(searchParams.get('commented')),
      reply,
      // The form may be sent twice, by two clicks without JavaScript.
      ...(hasForm && { formId: randomId() }),
      ...(rejected.rejectedComment && { rejectedComment: rejected.rejectedComment }),
    },
  };
}

const editing = (id: number | null): CommentTool['edit'] => (id === null ? undefined : { id });

const sentState = (commented: string | null): PostActionsProps['form'] =>
  commented === null ? 'closed' : commented === 'published' ? 'published' : 'sent';

import { commentsUrl, commentUrl, idIn, pageNumber } from '../../../platform/http/api/page-number.ts';
import { urls } from '../../../platform/http/urls.ts';
import { isProblem } from '../../../platform/web/not-found.ts';
import { type Redirect, redirectTo, type Visit } from '../../../platform/web/page.ts';
import { randomId } from '../../../platform/web/random-id.ts';
import type { Post, PostOnPage } from '../../posts/api/posts.ts';
import type { CommentPage } from '../api/comments.ts';
import { withOwn } from '../rules/threads.ts';
import { type Conversation, nameOf } from './conversation.ts';
import { formResults } from './form-results.tsx';
import type { FormState } from './islands/comment-entry.tsx';
import type { PostActionsProps } from './islands/post-actions.tsx';
import type { CommentsApi } from './page-api.ts';
import { sentUrl } from './sent-url.ts';

/** What a form without JavaScript sent, and why it was rejected. */
export type RejectedForm = {
  status: number;
  rejectedComment?: NonNullable<PostActionsProps['rejected']>;
  edit?: NonNullable<Conversation['edit']>;
  parentId?: number | null;
};

const statusOf = (code: string): number =>
  ({ too_many: 429, conflict: 409, not_found: 404, no_auth: 401 })[code] ?? 422;

/**
 * Answers the forms of the comment section of a post or page: a new comment, what the owner does with others, and what readers do
 * with their own while it waits.
 */
export async function answerCommentForm(
  { api, published, signedIn }: Visit<CommentsApi>,
  post: Post,
  form: URLSearchParams,
): Promise<Redirect | RejectedForm> {
  const field = (name: string) => String(form.get(name) ?? '');
  const postUrl = urls.post(post.post_title_web);
  const id = idIn(form, 'comment_id') ?? 0;
  const list = signedIn
    ? `${commentsUrl(postUrl, pageNumber(form, 'comments'))}#comments`
    : `${postUrl}?commented=changed#comments`;
  const parentId = idIn(form, 'parent_id');
  try {
    switch (field('intent')) {
      case 'edit':
        if (signedIn) await api.editComment(id, field('comment_text'));
        else await api.editOwnComment(id, field('comment_text'));
        return redirectTo(
          signedIn ? commentUrl(postUrl, id) : `${postUrl}?commented=changed#comment-${id}`,
          303,
        );
      case 'unapprove':
        await api.unapproveComment(id);
        return redirectTo(list, 303);
      case 'delete':
        if (signedIn) await api.deleteComment(id);
        else await api.withdrawComment(id);
        return redirectTo(list, 303);
      default: {
        const added = await api.comment(post.id, {
          comment_text: field('comment_text'),
          user_name: field('user_name'),
          author_url: field('author_url'),
          parent_id: parentId,
          website: field('website'),
          ...(form.has('form_id') && { form_id: field('form_id') }),
          ...(form.has('notify') && { notify_address: field('notify_address') }),
        });
        if (published !== null)
          return redirectTo(
            `${published}${postUrl}#${formResults[added.approved ? 'published' : 'waiting']}`,
            303,
          );
        return redirectTo(`${sentUrl(postUrl, added)}${parentId === null ? '#comments' : ''}`, 303);
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
  actions: Pick<PostActionsProps, 'commentsOpen' | 'form' | 'formId' | 'rejected'>;
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
  const parentId = rejected.rejectedComment ? rejected.parentId : idIn(searchParams, 'reply');
  const named = rejected.edit?.id ?? parentId;
  const shown = named ? await api.pageOfComment(post, named) : null;
  const found = await api.comments(post, shown ?? pageNumber(searchParams, 'comments'));
  const { page, pages } = found;
  if (page > pages) return redirectTo(commentsUrl(postUrl, pages));
  const isOpen = post.accepts_comments === 1;
  // The plain page is the same for all readers.
  const isPersonal = !signedIn && (rejected.edit !== undefined || searchParams.has('commented'));
  const own = isPersonal ? await api.ownComments(post) : [];
  const comments = withOwn(
    found,
    own.filter(({ approved }) => !approved),
  );
  const parent = parentId && (isOpen || signedIn) ? await api.approvedComment(post, parentId) : null;
  const reply = parent && {
    id: parent.id,
    name: nameOf(parent),
    cancelUrl: `${commentsUrl(postUrl, page)}#comment-${parent.id}`,
  };
  const sent = sentState(searchParams.get('commented'));
  const hasForm = rejected.rejectedComment !== undefined || (sent === 'closed' && reply !== null);
  const entry = {
    form: hasForm || searchParams.has('comment') ? ('open' as const) : sent,
    // The form may be sent twice, by two clicks without JavaScript.
    ...((hasForm || searchParams.has('comment')) && { formId: randomId() }),
    ...(rejected.rejectedComment && { rejected: rejected.rejectedComment }),
  };
  return {
    comments,
    conversation: {
      postUrl,
      page,
      pages,
      isOpen,
      isOwner: signedIn,
      ...((signedIn || isPersonal) && {
        edit: rejected.edit ?? editing(idIn(searchParams, 'edit')),
        delete: idIn(searchParams, 'delete') ?? undefined,
      }),
      ...(own.length > 0 && { own: own.map(({ id }) => id) }),
      ...(reply && { reply: { postId: post.id, postUrl, reply, ...entry } }),
    },
    actions: { commentsOpen: isOpen, ...(reply ? { form: 'closed' } : entry) },
  };
}

const editing = (id: number | null): Conversation['edit'] => (id === null ? undefined : { id });

const sentState = (commented: string | null): FormState =>
  commented === 'published'
    ? 'published'
    : commented === null || commented === 'changed' || commented === 'before'
      ? 'closed'
      : 'sent';

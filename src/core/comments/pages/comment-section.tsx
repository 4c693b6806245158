import { commentsUrl } from '../../../platform/http/api/page-number.ts';
import { useHasServer, useIsCopy } from '../../../platform/web/copy-context.ts';
import { Island } from '../../../platform/web/island.tsx';
import { useMessages } from '../../../platform/web/messages.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Post } from '../../posts/api/posts.ts';
import { PageLinks } from '../../posts/lists/pages/page-links.tsx';
import { CopiedVotes } from '../../posts/pages/copied-actions.tsx';
import { useReplyMail } from '../../posts/pages/reply-mail.ts';
import type { Comment, CommentPage, Reactor } from '../api/comments.ts';
import { CommentThreads } from './comment-threads.tsx';
import type { Conversation } from './conversation.ts';
import { FormResults } from './form-results.tsx';
import type PostActions from './islands/post-actions.tsx';
import type { PostActionsProps } from './islands/post-actions.tsx';

/** Vote button and comment form of a post, its comments, and what other sites say about it. */
export function CommentSection({
  post,
  actions,
  comments,
  conversation,
}: {
  post: Pick<Post, 'likes' | 'reposts'>;
  actions: PostActionsProps;
  comments: CommentPage;
  conversation: Conversation;
}) {
  const messages = useMessages();
  const { threads, mentions, page, pages } = comments;
  const isCopy = useIsCopy();
  const hasServer = useHasServer();
  const mail = useReplyMail();
  return (
    <section id="comments" className="comments" aria-labelledby="comments-title">
      {hasServer ? (
        <Island<typeof PostActions> name="post-actions" props={mail ? { ...actions, mail } : actions} />
      ) : (
        actions.votes !== undefined && (
          <div className="actions">
            <CopiedVotes count={actions.votes} />
          </div>
        )
      )}
      {isCopy && hasServer && <FormResults hasVotes={actions.votes !== undefined} />}
      {post.likes + post.reposts > 0 && (
        <p className="reactions">
          {messages.reactions(post.likes, post.reposts)}
          <People people={comments.people ?? []} total={post.likes + post.reposts} />
        </p>
      )}
      {/* Without a form, an invitation to be the first would be misleading. */}
      {(threads.length > 0 || hasServer) && (
        <>
          <h2 id="comments-title">{messages.comments}</h2>
          <div id="comment-list">
            <CommentThreads
              threads={threads}
              conversation={isCopy ? copied(conversation, hasServer) : withMail(conversation, mail)}
            />
          </div>
          {threads.length > 0 && actions.commentsOpen && hasServer && (
            <div className="actions">
              <a className="button" href={`${actions.postUrl}?comment=1`} rel="nofollow">
                {messages.comment}
              </a>
            </div>
          )}
        </>
      )}
      <Mentions mentions={mentions} />
      <PageLinks
        label={messages.commentPages}
        urlOf={(number) => `${commentsUrl(actions.postUrl, number)}#comments`}
        page={page}
        pages={pages}
      />
    </section>
  );
}

/** The people behind likes and reposts, as far as there is room for them. */
function People({ people, total }: { people: readonly Reactor[]; total: number }) {
  const { morePeople } = useMessages();
  const more = total - people.length;
  if (people.length === 0) return null;
  return (
    <>
      {': '}
      {people.map(({ name, url }, index) => (
        <span key={`${name} ${url}`}>
          {index > 0 && ', '}
          {url === null ? (
            <bdi>{name}</bdi>
          ) : (
            <a href={url} rel="ugc nofollow">
              <bdi>{name}</bdi>
            </a>
          )}
        </span>
      ))}
      {more > 0 && `, ${morePeople(more)}`}
    </>
  );
}

/** Files cannot find the page of a comment: its links lead to the page that shows it. */
const copied = ({ postUrl, page, isOpen }: Conversation, hasServer: boolean): Conversation => ({
  postUrl: commentsUrl(postUrl, page),
  page: 1,
  pages: 1,
  isOpen: isOpen && hasServer,
  isOwner: false,
});

const withMail = (conversation: Conversation, mail: boolean): Conversation =>
  mail && conversation.reply ? { ...conversation, reply: { ...conversation.reply, mail } } : conversation;

function Mentions({ mentions }: { mentions: readonly Comment[] }) {
  const messages = useMessages();
  if (mentions.length === 0) return null;
  return (
    <section className="mentions" aria-labelledby="mentions-title">
      <h3 id="mentions-title">{messages.mentions}</h3>
      <ul>
        {mentions.map(({ id, user_name, author_url, date_added }) => (
          <li key={id} id={`comment-${id}`} className="u-mention h-cite">
            {author_url === null ? (
              <bdi className="p-name">{user_name}</bdi>
            ) : (
              <a className="u-url" href={author_url} rel="ugc nofollow">
                <bdi className="p-name">{user_name}</bdi>
              </a>
            )}{' '}
            <FormattedDate date={date_added} className="dt-published" />
          </li>
        ))}
      </ul>
    </section>
  );
}

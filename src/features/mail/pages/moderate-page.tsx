import { NoIndex, PageTitle } from '../../../core/site/pages/page-meta.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { notFound } from '../../../platform/web/not-found.ts';
import type { Page, Screen } from '../../../platform/web/page.ts';
import type { MailModeration } from '../api/moderation.ts';
import { mailUrls } from '../api/urls.ts';
import * as messages from '../messages/mail.ts';
import type { MailApi } from './page-api.ts';

/** Behind the links of mails about waiting comments. It is for the owner, so it is in English as the admin area is. */
export const moderatePage: Page<MailApi> = {
  path: mailUrls.moderate(':link'),
  get: async ({ api, params }) => screenOf(await api.moderation(params.link ?? '')),
  post: async ({ api, params }, form) =>
    screenOf(await api.moderate(params.link ?? '', form.get('version') ?? '')),
};

function screenOf(found: MailModeration | 'invalid' | null): Screen {
  if (found === null) throw notFound();
  const title = found === 'invalid' ? messages.linkUsedTitle : titleOf(found);
  return {
    status: found === 'invalid' ? 410 : 200,
    head: (
      <>
        <PageTitle>{() => title}</PageTitle>
        <NoIndex />
      </>
    ),
    main: (
      <div className="notice grid" lang="en" dir="ltr">
        <h1>{title}</h1>
        {found === 'invalid' ? <p>{messages.linkUsed}</p> : <Moderation {...found} />}
        <p>
          <a href={`${urls.admin}/comments`}>{messages.openQueue}</a>
        </p>
      </div>
    ),
    isStatic: true,
  };
}

function titleOf({ action, state }: MailModeration): string {
  if (state === 'ask' || state === 'changed') return messages.moderationTitles[action];
  return state === 'done' ? messages.moderationDoneTitles[action] : messages.nothingToDo;
}

function Moderation({ action, state, comment }: MailModeration) {
  const isAsked = state === 'ask' || state === 'changed';
  return (
    <>
      <p role={isAsked ? undefined : 'status'}>{sentence({ action, state, comment })}</p>
      {comment && state !== 'gone' && <Comment {...comment} />}
      {comment && isAsked && (
        <form method="post">
          <input type="hidden" name="version" value={comment.version} />
          <button type="submit" className="accent">
            {messages.moderationLabels[action]}
          </button>
        </form>
      )}
    </>
  );
}

function sentence({ action, state, comment }: MailModeration): string {
  switch (state) {
    case 'done':
      return messages.moderationDone[action];
    case 'approved':
      return messages.alreadyApproved;
    case 'gone':
      return messages.commentGone;
    case 'changed':
      return messages.textChangedNow;
    default:
      return comment?.isAsMailed === false ? messages.textChanged : messages.moderationHints[action];
  }
}

function Comment({ user_name, comment_text, origin, post_title, post_title_web }: Shown) {
  return (
    <div className="comment-list">
      <div className="p-comment">
        <p className="comment-head">
          <strong>
            <bdi>{user_name}</bdi>
          </strong>
          <span className="comment-origin">
            {origin !== null && <bdi>{messages.via(origin)}</bdi>}
            <a href={urls.post(post_title_web)}>
              <bdi>{messages.shortTitle(post_title)}</bdi>
            </a>
          </span>
        </p>
        <p className="comment-text" dir="auto">
          {comment_text}
        </p>
      </div>
    </div>
  );
}

type Shown = NonNullable<MailModeration['comment']>;

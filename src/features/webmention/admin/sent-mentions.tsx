import { useState } from 'react';
import type { Post } from '../../../core/posts/api/posts.ts';
import { useSite } from '../../../core/site/pages/site-context.ts';
import type { WritingPart } from '../../../core/writing/admin/post-form.tsx';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { SentMention } from '../api.ts';
import { sentMentions } from './calls.ts';

export const mentionsOfPost: WritingPart = { name: 'webmention', Panel: SentMentions };

/** What became of the webmentions to the pages that the post links to. */
function SentMentions({ post: { id, kind } }: { post: Post }) {
  const [mentions, setMentions] = useState<SentMention[] | null>(null);
  const { reportError } = useNotices();
  const { webmention } = useSite();
  if (!webmention || kind !== 'post') return null;
  const load = () => sentMentions({ id }).then(setMentions, reportError);
  return (
    <details onToggle={(event) => event.currentTarget.open && load()}>
      <summary>{t('Webmentions sent')}</summary>
      {mentions?.length === 0 && <p className="soft">{t('None: the public post links to no other site.')}</p>}
      {mentions && mentions.length > 0 && (
        <ul className="sent-mentions">
          {mentions.map((mention) => (
            <li key={mention.target + mention.is_removal}>
              <a href={mention.target} target="_blank" rel="noopener">
                {mention.target}
              </a>{' '}
              <span className="soft">
                <Outcome mention={mention} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function Outcome({ mention }: { mention: SentMention }) {
  const { state, error, is_removal, date_sent, next_attempt } = mention;
  if (state === 'unsupported') return t('This page accepts no webmentions.');
  if (state === 'failed') return t('Not sent. {error}', { error: error ?? '' });
  const date = date_sent && <FormattedDate date={date_sent} style="full" />;
  if (state === 'sent')
    return is_removal
      ? rich('Told that the link was removed on {date}.', { date })
      : rich('Sent on {date}.', { date });
  return (
    <>
      {error ?? t('Waiting to be sent.')}
      {error && next_attempt && (
        <> {rich('Next attempt: {date}.', { date: <FormattedDate date={next_attempt} style="full" /> })}</>
      )}
    </>
  );
}

import { linkedParts } from '../rules/linked-parts.ts';
import { quotedParts } from '../rules/quoted-parts.ts';

/** Text as it was typed; URLs are links, and lines after `>` are quoted. */
export const CommentText = ({ text, className = '' }: { text: string; className?: string }) => (
  <div className={`comment-text ${className}`} dir="auto">
    {quotedParts(text).map(({ lines, isQuoted }, part) =>
      isQuoted ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <blockquote key={part}>
          <Linked text={lines} />
        </blockquote>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <p key={part}>
          <Linked text={lines} />
        </p>
      ),
    )}
  </div>
);

const Linked = ({ text }: { text: string }) =>
  linkedParts(text).map(({ shown, url }, part) =>
    url === null ? (
      shown
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
      <a key={part} href={url} rel="ugc nofollow">
        {shown}
      </a>
    ),
  );

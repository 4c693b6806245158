import { classNames } from '../../../platform/web/class-names.ts';
import { emphasizedParts } from '../rules/emphasized-parts.ts';
import { linkedParts } from '../rules/linked-parts.ts';
import { quotedParts } from '../rules/quoted-parts.ts';

/** Text as it was typed; URLs are links, lines after `>` are quoted, and `*words*` are emphasized. */
export const CommentText = ({ text, className }: { text: string; className?: string }) => (
  <div className={classNames('comment-text', className)} dir="auto">
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
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
      <Emphasized key={part} text={shown} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
      <a key={part} href={url} rel="ugc nofollow">
        {shown}
      </a>
    ),
  );

const Emphasized = ({ text }: { text: string }) =>
  emphasizedParts(text).map(({ shown, as: Tag }, part) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
    Tag === null ? shown : <Tag key={part}>{shown}</Tag>,
  );

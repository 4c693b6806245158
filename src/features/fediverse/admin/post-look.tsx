import { shortened } from '../../../content/document/truncate.ts';
import { useSite } from '../../../core/site/pages/site-context.ts';
import { Look, type LookProps } from '../../../core/writing/admin/look.tsx';
import type { WritingPart } from '../../../core/writing/admin/post-form.tsx';
import { plainLines } from '../../../platform/admin/controls/plain-lines.ts';
import { t } from '../../../platform/messages/translate.ts';
import { hashtag } from '../hashtag.ts';

/** Servers show no more of a long post, until a reader asks for it. */
const shownText = 500;

export const fediverseLook: WritingPart = { name: 'fediverse', Look: PostLook };

function PostLook({ values, title, summary, image }: LookProps) {
  const { fediverse, fediverse_name, site_name, site_url } = useSite();
  if (fediverse === 'off' || values.kind === 'page') return null;
  const { host } = new URL(site_url);
  const tags = values.tags.flatMap((tag) => hashtag(tag) || []);
  return (
    <Look name={t('In the fediverse')} image={image}>
      <small>
        {site_name} · <bdi>{`@${fediverse_name}@${host}`}</bdi>
      </small>
      <strong>{title}</strong>
      <p>{fediverse === 'note' ? shortened(plainLines(values.post_content), shownText) : summary}</p>
      {tags.length > 0 && <p dir="ltr">{tags.map((tag) => `#${tag}`).join(' ')}</p>}
    </Look>
  );
}

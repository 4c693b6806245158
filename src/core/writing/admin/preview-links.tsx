import { useEffect, useId, useState } from 'react';
import { copyText } from '../../../platform/admin/controls/copy-text.ts';
import { Switch } from '../../../platform/admin/controls/switch.tsx';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Post } from '../../posts/api/posts.ts';
import type { Preview, SharedPreview } from '../../posts/api/writing.ts';
import { writingCalls } from './calls.ts';
import { previewLinkRevoked } from './messages.ts';

const datesOf = (link: Preview) => ({
  created: <FormattedDate date={link.date_added} style="full" />,
  end: <FormattedDate date={link.expires} style="full" />,
});

/** A preview of the post, and secret links that show an inactive post to people without an account. */
export function PreviewLinks({ post, changed }: { post: Post; changed: boolean }) {
  const [links, setLinks] = useState<Preview[]>([]);
  const [shared, setShared] = useState<SharedPreview | null>(null);
  const [copied, setCopied] = useState('');
  const { notify, reportError } = useNotices();
  const { id, active } = post;
  const fieldId = useId();

  useEffect(() => {
    let isMounted = true;
    if (active === 0)
      writingCalls.previews({ id }).then((found) => isMounted && setLinks(found), reportError);
    return () => {
      isMounted = false;
    };
  }, [id, active, reportError]);

  const [remarks, setRemarks] = useState(false);
  const share = async () => {
    const link = await writingCalls.sharePreview({ id, remarks });
    setShared(link);
    setCopied('');
    setLinks((before) => [link, ...before]);
  };
  const copy = async (url: string) =>
    setCopied((await copyText(url)) ? t('Copied') : t('This browser does not allow copying.'));
  const revoke = async (link: Preview) => {
    await writingCalls.endPreview({ id, previewId: link.id });
    setLinks((before) => before.filter((other) => other.id !== link.id));
    if (shared?.id === link.id) setShared(null);
    notify(previewLinkRevoked);
  };

  return (
    <section className="previews" aria-label={t('Preview')}>
      {active === 0 && (
        <Switch label={t('Readers can comment on the text')} checked={remarks} onChange={setRemarks} />
      )}
      <p className="actions">
        <a className="button" href={urls.post(post.post_title_web)} target="_blank" rel="noopener">
          {t('Preview the saved version')}
        </a>
        {active === 0 && (
          <button type="button" onClick={() => share().catch(reportError)}>
            {t('Share a preview link')}
          </button>
        )}
        {/* Its space is kept, so that nothing below moves under the pointer. */}
        <span className="soft" style={{ visibility: changed ? 'visible' : 'hidden' }}>
          {t('There are unsaved changes.')}
        </span>
      </p>
      {shared && (
        <div className="field">
          <label htmlFor={fieldId}>{t('Preview link, shown only once')}</label>
          <input
            id={fieldId}
            type="url"
            readOnly
            value={shared.url}
            onFocus={(event) => event.target.select()}
          />
          <p className="actions">
            <button type="button" onClick={() => void copy(shared.url)}>
              {t('Copy link')}
            </button>
            <span role="status">{copied}</span>
          </p>
        </div>
      )}
      {links.length > 0 && (
        <ul>
          {links.map((link) => (
            <li key={link.id}>
              <span>
                {link.remarks
                  ? rich('Link created {created}, works until {end}, with remarks', datesOf(link))
                  : rich('Link created {created}, works until {end}', datesOf(link))}
              </span>
              <button type="button" className="quiet" onClick={() => revoke(link).catch(reportError)}>
                {t('Revoke')}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

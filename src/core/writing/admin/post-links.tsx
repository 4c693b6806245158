import { useState } from 'react';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { CheckedLink, SimilarPosts } from '../api.ts';
import { writingCalls } from './calls.ts';
import type { PostValues } from './post-values.ts';
import { brokenLinks, otherSites } from './publish-checks.ts';

type Props = {
  /** With what was typed last. */
  latest(): PostValues;
  /** Links the selection, or inserts the title as a link. */
  insertLink(link: { title: string; url: string }): void;
};

const states: Record<CheckedLink['state'], string> = {
  works: t('Works'),
  moved: t('Moved'),
  broken: t('Broken'),
  unclear: t('Unclear'),
};

/** What the post has to do with the rest of the blog, looked up when the author asks. */
export function PostLinks({ latest, insertLink }: Props) {
  const { reportError } = useNotices();
  const [similar, setSimilar] = useState<SimilarPosts | null>(null);
  const [checked, setChecked] = useState<CheckedLink[] | null>(null);
  const [busy, setBusy] = useState('');

  const run = (name: string, work: () => Promise<void>) => () => {
    if (busy) return;
    setBusy(name);
    work()
      .catch(reportError)
      .finally(() => setBusy(''));
  };
  const find = run(t('Looking for posts …'), async () => {
    const { id, post_title, post_title_web, post_content } = latest();
    setSimilar(await writingCalls.similarPosts({ id, post_title, post_title_web, post_content }));
  });
  const check = run(t('Checking links …'), async () => {
    const { post_content } = latest();
    const [own, others] = await Promise.all([
      brokenLinks(post_content),
      writingCalls.checkLinks({ urls: otherSites(post_content) }),
    ]);
    const broken = own.map(
      (url): CheckedLink => ({ url, state: 'broken', detail: t('No page of this site.') }),
    );
    setChecked([
      ...broken,
      ...others.toSorted((a, b) => Number(a.state === 'works') - Number(b.state === 'works')),
    ]);
  });

  return (
    <details className="field post-links">
      <summary>{t('Links')}</summary>
      <p className="actions">
        <button type="button" aria-disabled={busy !== ''} onClick={find}>
          {t('Find posts')}
        </button>
        <button type="button" aria-disabled={busy !== ''} onClick={check}>
          {t('Check links')}
        </button>
      </p>
      <p role="status" className="soft">
        {busy || (checked?.length === 0 && t('The text has no links to other sites.'))}
      </p>
      {similar && (
        <>
          <h3>{t('On the same subject')}</h3>
          <ul>
            {similar.link_to.map(({ id, post_title, post_title_web }) => (
              <li key={id}>
                <a href={urls.post(post_title_web)} target="_blank" rel="noopener">
                  {post_title || t('Untitled')}
                </a>
                <button
                  type="button"
                  className="quiet"
                  aria-label={t('Link to {title}', { title: post_title || t('Untitled') })}
                  onClick={() =>
                    insertLink({ title: post_title || t('Untitled'), url: urls.post(post_title_web) })
                  }
                >
                  {t('Link')}
                </button>
              </li>
            ))}
          </ul>
          {similar.link_to.length === 0 && <p className="soft">{t('None found.')}</p>}
          <h3>{t('Could link here')}</h3>
          <ul>
            {similar.linked_from.map(({ id, post_title }) => (
              <li key={id}>
                <a href={urls.editPost(id)} target="_blank" rel="noopener">
                  {post_title || t('Untitled')}
                </a>
              </li>
            ))}
          </ul>
          {similar.linked_from.length === 0 && <p className="soft">{t('None found.')}</p>}
        </>
      )}
      {checked && checked.length > 0 && (
        <>
          <h3>{t('Checked links')}</h3>
          <ul>
            {checked.map(({ url, state, detail }) => (
              <li key={url}>
                <strong>{states[state]}</strong>{' '}
                <a href={url} target="_blank" rel="noopener">
                  {url}
                </a>{' '}
                <span className="soft">{detail}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

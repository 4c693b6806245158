import { useEffect, useRef, useState } from 'react';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import type { HelpPanelProps } from '../../../platform/admin/module.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { HandbookPage } from '../api.ts';
import { handbookUrl, Page, readPage } from './page.tsx';

/** The page of the handbook about a screen, beside the screen. */
export function HelpPanel({ url: first, opener, onClose }: HelpPanelProps) {
  const [url, setUrl] = useState(first);
  const [page, setPage] = useState<HandbookPage | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { reportError } = useNotices();
  const [path = '', section = ''] = url.split('#');
  const name = path.slice(handbookUrl.length + 1) || 'README';

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page is loaded again
  useEffect(() => {
    let isCurrent = true;
    readPage({ page: name }).then(
      (read) => isCurrent && setPage(read),
      (error) => isCurrent && reportError(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading is that of another page
  useEffect(() => heading.current?.focus(), [page]);
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (!document.querySelector('dialog[open], :popover-open')) onClose();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [onClose]);
  useEffect(() => () => opener.focus(), [opener]);

  return (
    <aside className="help-panel" aria-label={t('Help')}>
      <header>
        <a href={url} target="_blank" rel="noreferrer">
          {t('Open in a new tab')}
        </a>
        <button type="button" className="quiet" onClick={onClose}>
          {t('Close')}
        </button>
      </header>
      <h2 ref={heading} tabIndex={-1}>
        {page?.title ?? t('Loading …')}
      </h2>
      {page && <Page key={page.name} html={page.html} section={section} onFollow={setUrl} />}
    </aside>
  );
}

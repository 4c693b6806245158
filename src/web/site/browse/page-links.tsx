import { pageUrl } from '../../../contract/page-number.ts';
import { useMessages } from '../../messages.ts';
import { useSite } from '../site-context.ts';
import { formatNumber } from './formats.ts';

/** Links to the previous and next page of a list. */
export function PageLinks({ pathname, page, pages }: { pathname: string; page: number; pages: number }) {
  const messages = useMessages();
  const { language } = useSite();
  if (pages <= 1) return null;
  return (
    <nav className="page-links" aria-label={messages.pages}>
      {page > 1 && (
        <a rel="prev" href={pageUrl(pathname, page - 1)}>
          {messages.previousPage}
        </a>
      )}
      <span>{messages.pageOf(formatNumber(language, page), formatNumber(language, pages))}</span>
      {page < pages && (
        <a rel="next" href={pageUrl(pathname, page + 1)}>
          {messages.nextPage}
        </a>
      )}
    </nav>
  );
}

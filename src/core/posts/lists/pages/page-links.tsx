import { useMessages } from '../../../../platform/web/messages.ts';
import { useSite } from '../../../site/pages/site-context.ts';
import { formatNumber } from './formats.ts';

type Props = { page: number; pages: number; urlOf: (page: number) => string; label?: string };

/** Links to the previous and next page of a list, and to the first and last one where these are others. */
export function PageLinks({ page, pages, urlOf, label }: Props) {
  const messages = useMessages();
  const { language } = useSite();
  if (pages <= 1) return null;
  return (
    <nav className="page-links" aria-label={label ?? messages.pages}>
      {page > 2 && <a href={urlOf(1)}>{messages.firstPage}</a>}
      {page > 1 && (
        <a rel="prev" href={urlOf(page - 1)}>
          {messages.previousPage}
        </a>
      )}
      <span>{messages.pageOf(formatNumber(language, page), formatNumber(language, pages))}</span>
      {page < pages && (
        <a rel="next" href={urlOf(page + 1)}>
          {messages.nextPage}
        </a>
      )}
      {page < pages - 1 && <a href={urlOf(pages)}>{messages.lastPage}</a>}
    </nav>
  );
}

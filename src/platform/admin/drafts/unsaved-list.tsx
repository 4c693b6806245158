import { Link } from 'react-router';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';
import { FormattedDate } from '../../web/ui/date.tsx';
import type { LocalDraft } from './local-drafts.ts';
import { isForServer } from './sender.ts';
import { useClaimed, useUnsaved } from './unsaved.ts';
import { useDiscard } from './use-discard.ts';
import { draftParameter } from './use-draft.ts';

/** The list shows this many; the others can be expanded. */
const visibleItems = 2;

/** Lists the unsaved changes of settings and the like, except those of open forms. Drafts of posts have a list of their own. */
export function UnsavedList() {
  const local = useUnsaved();
  const claimed = useClaimed();
  const items = local
    .filter((draft) => !isForServer(draft) && !claimed.includes(draft.id))
    .sort((a, b) => (a.at < b.at ? 1 : -1));
  if (items.length === 0) return null;
  const more = items.slice(visibleItems);
  return (
    <section className="offers" aria-label={t('Not saved yet')}>
      <Items items={items.slice(0, visibleItems)} />
      {more.length > 0 && (
        <details>
          <summary>{t('{count} more', { count: more.length })}</summary>
          <Items items={more} />
        </details>
      )}
    </section>
  );
}

function Items({ items }: { items: readonly LocalDraft[] }) {
  const discard = useDiscard();
  return (
    <ul>
      {items.map(({ id, name, path, at }) => (
        <li key={id}>
          <span>
            {rich('Not saved yet: {name}, from {date}', {
              name: <strong>{name}</strong>,
              date: <FormattedDate date={at} style="full" />,
            })}
          </span>
          <span className="actions">
            <Link to={`${path}${path.includes('?') ? '&' : '?'}${draftParameter}=${id}`}>
              {t('Continue')}
            </Link>
            <button
              type="button"
              className="quiet"
              aria-label={t('Delete: {name}', { name })}
              onClick={() => void discard(name, [id])}
            >
              {t('Delete')}
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}

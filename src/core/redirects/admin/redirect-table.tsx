import { Link } from 'react-router';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { ItemButton } from '../../../platform/admin/controls/item-button.tsx';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { formatNumber, t } from '../../../platform/messages/translate.ts';
import type { Redirect } from '../api.ts';
import { redirectDeleted } from '../messages.ts';
import { redirectCalls } from './calls.ts';

export function RedirectTable({ redirects }: { redirects: readonly Redirect[] }) {
  return (
    <table className="as-cards">
      <caption className="visually-hidden">{t('Redirects')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Old path')}</th>
          <th scope="col">{t('Leads to')}</th>
          <th scope="col">{t('Hits')}</th>
          <th scope="col">{t('Action')}</th>
        </tr>
      </thead>
      <tbody>
        {redirects.map((redirect) => (
          <Row key={redirect.id} redirect={redirect} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ redirect }: { redirect: Redirect }) {
  const { id, from_path, import_id, hits } = redirect;
  const confirm = useConfirm();
  const run = useAction();
  const remove = async () => {
    const confirmed = await confirm({
      title: t('Delete this redirect?'),
      text: t('{path} will be unknown again.', { path: readable(from_path) }),
    });
    if (confirmed) await run(() => redirectCalls.remove({ id }), redirectDeleted(readable(from_path)));
  };
  return (
    <tr className="as-card">
      <th scope="row" data-label={t('Old path')}>
        <span>
          <a href={from_path}>{readable(from_path)}</a>{' '}
          {import_id !== null && (
            <Link className="chip" to={`?import=${import_id}`}>
              {t('Import {id}', { id: String(import_id) })}
            </Link>
          )}
        </span>
      </th>
      <td data-label={t('Leads to')}>
        <Target redirect={redirect} />
      </td>
      <td data-label={t('Hits')}>{formatNumber(hits)}</td>
      <td data-label={t('Action')}>
        <ItemButton
          className="quiet danger"
          action={t('Delete')}
          item={t('the redirect of {path}', { path: readable(from_path) })}
          onClick={remove}
        />
      </td>
    </tr>
  );
}

function Target({ redirect: { kind, url, title, state } }: { redirect: Redirect }) {
  if (kind === 'gone') return <span className="chip">{t('Gone (410)')}</span>;
  const name = title || kind;
  if (url !== null)
    return (
      <span>
        <a href={url}>{readable(url)}</a> {title && <span className="soft">{title}</span>}
      </span>
    );
  return (
    <span>
      {name} <span className="chip">{state === 'deleted' ? t('Deleted: gone (410)') : t('Not public')}</span>
    </span>
  );
}

/** Stored paths are percent-encoded. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

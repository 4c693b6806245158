import { useAction } from '../../../platform/admin/data/use-action.ts';
import { plural, t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { UnknownPath } from '../api.ts';
import { redirectCalls } from './calls.ts';

const shown = 50;

/** What readers asked for most and did not find. */
export function UnknownPaths({
  paths,
  onRedirect,
}: {
  paths: readonly UnknownPath[];
  onRedirect: (path: string) => void;
}) {
  const run = useAction();
  return (
    <section aria-labelledby="unknown-paths">
      <h2 id="unknown-paths">{t('Unknown paths')}</h2>
      {paths.length === 0 ? (
        <p className="soft">
          {t('Paths that readers ask for several times and that lead nowhere appear here.')}
        </p>
      ) : (
        <>
          <p className="soft">{t('Readers asked for these and found nothing.')}</p>
          <table className="as-cards">
            <caption className="visually-hidden">{t('Unknown paths')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('Path')}</th>
                <th scope="col">{t('Asked for')}</th>
                <th scope="col">{t('Last')}</th>
                <th scope="col">{t('Action')}</th>
              </tr>
            </thead>
            <tbody>
              {paths.slice(0, shown).map(({ path, hits, date_asked }) => (
                <tr key={path} className="as-card">
                  <th scope="row" data-label={t('Path')}>
                    <span>{path}</span>
                  </th>
                  <td data-label={t('Asked for')}>
                    {plural(hits, { one: '1 time', other: '{count} times' })}
                  </td>
                  <td data-label={t('Last')}>
                    <FormattedDate date={date_asked} />
                  </td>
                  <td data-label={t('Action')}>
                    <button
                      type="button"
                      className="quiet"
                      aria-label={t('Redirect {path} …', { path })}
                      onClick={() => onRedirect(path)}
                    >
                      {t('Redirect…')}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="actions">
            <button
              type="button"
              className="quiet"
              onClick={() => void run(() => redirectCalls.clearUnknownPaths(), t('The list was cleared.'))}
            >
              {t('Clear the list')}
            </button>
          </p>
        </>
      )}
    </section>
  );
}

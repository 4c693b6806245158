import { formatNumber } from '../../../platform/admin/controls/format.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
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
      <h2 id="unknown-paths">Unknown paths</h2>
      {paths.length === 0 ? (
        <p className="soft">Paths that readers ask for several times and that lead nowhere appear here.</p>
      ) : (
        <>
          <p className="soft">Readers asked for these and found nothing.</p>
          <table className="as-cards">
            <caption className="visually-hidden">Unknown paths</caption>
            <thead>
              <tr>
                <th scope="col">Path</th>
                <th scope="col">Asked for</th>
                <th scope="col">Last</th>
                <th scope="col">Action</th>
              </tr>
            </thead>
            <tbody>
              {paths.slice(0, shown).map(({ path, hits, date_asked }) => (
                <tr key={path} className="as-card">
                  <th scope="row" data-label="Path">
                    <span>{path}</span>
                  </th>
                  <td data-label="Asked for">{formatNumber(hits)} times</td>
                  <td data-label="Last">
                    <FormattedDate date={date_asked} />
                  </td>
                  <td data-label="Action">
                    <button
                      type="button"
                      className="quiet"
                      aria-label={`Redirect ${path} …`}
                      onClick={() => onRedirect(path)}
                    >
                      Redirect…
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
              onClick={() => void run(() => redirectCalls.clearUnknownPaths(), 'The list was cleared.')}
            >
              Clear the list
            </button>
          </p>
        </>
      )}
    </section>
  );
}

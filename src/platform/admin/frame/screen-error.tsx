import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router';
import { Problem } from '../../http/problem.ts';
import { urls } from '../../http/urls.ts';
import { t } from '../../messages/translate.ts';
import { errorMessage } from './notices.tsx';

/** Shown instead of a screen whose data could not be loaded; the navigation around it stays. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const isMissing = isRouteErrorResponse(error)
    ? error.status === 404
    : error instanceof Problem && ['not_found', 'malformed'].includes(error.code);
  return (
    <section className="nothing">
      <title>{t('Admin')}</title>
      <h1>{isMissing ? t('Not found') : t('Something went wrong')}</h1>
      <p>{errorMessage(error)}</p>
      <p className="actions">
        {!isMissing && (
          <button type="button" onClick={() => void revalidate()}>
            {t('Try again')}
          </button>
        )}
        <Link to={urls.admin}>{t('All Posts')}</Link>
      </p>
    </section>
  );
}

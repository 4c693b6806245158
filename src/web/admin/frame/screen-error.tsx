import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router';
import { Problem } from '../../../contract/errors.ts';
import { urls } from '../../../contract/urls.ts';
import { errorMessage } from './notices.tsx';

/** In place of a screen whose data could not be fetched; the links around it stay. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const missing = isRouteErrorResponse(error)
    ? error.status === 404
    : error instanceof Problem && ['not_found', 'malformed'].includes(error.code);
  return (
    <section className="nothing">
      <title>Admin</title>
      <h1>{missing ? 'This is not here.' : 'That did not work.'}</h1>
      <p>{errorMessage(error)}</p>
      <p className="actions">
        {!missing && (
          <button type="button" onClick={() => void revalidate()}>
            Try again
          </button>
        )}
        <Link to={urls.admin}>All Posts</Link>
      </p>
    </section>
  );
}

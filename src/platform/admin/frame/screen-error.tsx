import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router';
import { Problem } from '../../http/problem.ts';
import { urls } from '../../http/urls.ts';
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
      <title>Admin</title>
      <h1>{isMissing ? 'Not found' : 'Something went wrong'}</h1>
      <p>{errorMessage(error)}</p>
      <p className="actions">
        {!isMissing && (
          <button type="button" onClick={() => void revalidate()}>
            Try again
          </button>
        )}
        <Link to={urls.admin}>All Posts</Link>
      </p>
    </section>
  );
}

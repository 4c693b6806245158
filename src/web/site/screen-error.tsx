import { useRouteError } from 'react-router';
import { serverErrorText } from '../../contract/errors.ts';
import { urls } from '../../contract/urls.ts';

/** Instead of a screen: what was asked for is not there, or could not be fetched. */
export function ScreenError() {
  const error = useRouteError() as { status?: number; message?: string } | undefined;
  const missing = error?.status === 404;
  return (
    <div className="notice">
      <title>{missing ? 'Not found' : 'Something went wrong'}</title>
      <meta name="robots" content="noindex" />
      <p className="notice-mark" aria-hidden="true">
        {missing ? '404' : 'Oh.'}
      </p>
      <h1>{missing ? 'There is nothing here.' : 'That did not work.'}</h1>
      <p>
        {missing
          ? 'The post you are looking for was moved, renamed or never written. It happens to the best of them.'
          : serverErrorText}
      </p>
      <p>
        <a className="button" href={urls.home}>
          Back to the first page
        </a>
      </p>
    </div>
  );
}

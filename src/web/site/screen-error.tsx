import { useRouteError } from 'react-router';
import { serverErrorText } from '../../contract/errors.ts';
import { urls } from '../../contract/urls.ts';

const words: Record<number, { title: string; heading: string; text: string }> = {
  404: {
    title: 'Not found',
    heading: 'There is nothing here.',
    text: 'The post you are looking for was moved, renamed or never written. It happens to the best of them.',
  },
  410: {
    title: 'Gone',
    heading: 'This post is gone.',
    text: 'It was here once, and its author took it away for good. There are others.',
  },
};
const failed = { title: 'Something went wrong', heading: 'That did not work.', text: serverErrorText };

/** Instead of a screen: what was asked for is not there, or could not be fetched. */
export function ScreenError() {
  const { status = 500 } = (useRouteError() ?? {}) as { status?: number };
  const { title, heading, text } = words[status] ?? failed;
  return (
    <div className="notice">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <p className="notice-mark" aria-hidden="true">
        {words[status] ? status : 'Oh.'}
      </p>
      <h1>{heading}</h1>
      <p>{text}</p>
      <p>
        <a className="button" href={urls.home}>
          Back to the first page
        </a>
      </p>
    </div>
  );
}

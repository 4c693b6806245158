import { urls } from '../../contract/urls.ts';
import { serverError } from '../../messages/reader.ts';
import type { Screen } from './page.ts';
import { NoIndex } from './page-meta.tsx';

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
const failed = { title: 'Something went wrong', heading: 'That did not work.', text: serverError };

/** Shown in place of a page that is not there or that failed. */
export function errorScreen(status: number): Screen {
  const { title, heading, text } = words[status] ?? failed;
  return {
    status,
    head: (
      <>
        <title>{title}</title>
        <NoIndex />
      </>
    ),
    main: (
      <div className="notice">
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
    ),
  };
}

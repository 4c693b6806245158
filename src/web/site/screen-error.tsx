import { urls } from '../../contract/urls.ts';
import * as messages from '../../messages/reader.ts';
import type { Screen } from './page.ts';
import { NoIndex } from './page-meta.tsx';

const explained: Record<number, typeof messages.notFound> = { 404: messages.notFound, 410: messages.gone };

export function errorScreen(status: number): Screen {
  const { title, heading, text } = explained[status] ?? { ...messages.failed, text: messages.serverError };
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
          {explained[status] ? status : messages.failed.mark}
        </p>
        <h1>{heading}</h1>
        <p>{text}</p>
        <p>
          <a className="button" href={urls.home}>
            {messages.backHome}
          </a>
        </p>
      </div>
    ),
  };
}

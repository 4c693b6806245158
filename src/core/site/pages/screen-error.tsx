import { urls } from '../../../platform/http/urls.ts';
import type { Messages } from '../../../platform/web/messages/types.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { Screen } from '../../../platform/web/page.ts';
import { NoIndex } from './page-meta.tsx';

type Explained = { mark: string; title: string; heading: string; text: string };

function explain(status: number, { notFound, gone, failed, serverError }: Messages): Explained {
  if (status === 404) return { mark: '404', ...notFound };
  if (status === 410) return { mark: '410', ...gone };
  return { ...failed, text: serverError };
}

export const errorScreen = (status: number): Screen => ({
  status,
  head: <ErrorMeta status={status} />,
  main: <ErrorNotice status={status} />,
  styles: ['other'],
});

function ErrorMeta({ status }: { status: number }) {
  return (
    <>
      <title>{explain(status, useMessages()).title}</title>
      <NoIndex />
    </>
  );
}

function ErrorNotice({ status }: { status: number }) {
  const messages = useMessages();
  const { mark, heading, text } = explain(status, messages);
  return (
    <div className="notice grid">
      <p className="notice-mark" aria-hidden="true">
        {mark}
      </p>
      <h1>{heading}</h1>
      <p>{text}</p>
      <p>
        <a className="button" href={urls.home}>
          {messages.backHome}
        </a>
      </p>
    </div>
  );
}

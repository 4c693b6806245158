import type { ReactNode } from 'react';
import { NoIndex, PageTitle } from '../../../core/site/pages/page-meta.tsx';
import { useSite } from '../../../core/site/pages/site-context.ts';
import { urls } from '../../../platform/http/urls.ts';
import type { Messages } from '../../../platform/web/messages/types.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import { notFound } from '../../../platform/web/not-found.ts';
import type { Page, Screen, Visit } from '../../../platform/web/page.ts';
import { mailOf } from '../api/public-mail.ts';
import { mailUrls } from '../api/urls.ts';
import type { MailApi } from './page-api.ts';

type Texts = Messages['commenterMail'];

/** Links in mails to commenters. Opening one changes nothing, because programs that check mails open every link; a button does. */
export const commenterMailPages: readonly Page<MailApi>[] = [
  {
    path: mailUrls.confirmCommenter(':token'),
    get: async (visit) =>
      (await (await commenterMailOf(visit)).isConfirmable(visit.params.token ?? ''))
        ? confirmScreen('asked')
        : confirmScreen('invalid'),
    post: async (visit) =>
      confirmScreen(
        (await (await commenterMailOf(visit)).confirm(visit.params.token ?? '')) ? 'done' : 'invalid',
      ),
  },
  {
    path: mailUrls.stopCommenter(':signed'),
    get: async (visit) => {
      if (!(await commenterMailOf(visit)).isStopLink(visit.params.signed ?? '')) throw notFound();
      return stopScreen('asked');
    },
    post: async (visit) => {
      if (!(await (await commenterMailOf(visit)).stop(visit.params.signed ?? ''))) throw notFound();
      return stopScreen('done');
    },
  },
];

/** On a site without mail these pages do not exist. */
async function commenterMailOf({ api }: Visit<MailApi>) {
  if (!mailOf((await api.frame()).site).isOn) throw notFound();
  return api.commenterMail;
}

const confirmScreen = (state: 'asked' | 'done' | 'invalid'): Screen =>
  screen(
    state === 'invalid' ? 404 : 200,
    ({ confirm }) => confirm.title,
    (texts, site) =>
      state === 'asked' ? (
        <>
          <p>{texts.confirm.text(site)}</p>
          <p>{texts.confirm.what}</p>
          <Button>{texts.confirm.button}</Button>
        </>
      ) : (
        <p role={state === 'done' ? 'status' : undefined}>{texts.confirm[state]}</p>
      ),
  );

const stopScreen = (state: 'asked' | 'done'): Screen =>
  screen(
    200,
    ({ stop }) => stop.title,
    (texts, site) =>
      state === 'asked' ? (
        <>
          <p>{texts.stop.text(site)}</p>
          <Button>{texts.stop.button}</Button>
        </>
      ) : (
        <p role="status">{texts.stop.done}</p>
      ),
  );

type Body = (texts: Texts, siteName: string) => ReactNode;

const screen = (status: number, title: (texts: Texts) => string, body: Body): Screen => ({
  status,
  head: (
    <>
      <PageTitle>{({ commenterMail }) => title(commenterMail)}</PageTitle>
      <NoIndex />
    </>
  ),
  main: <Notice title={title} body={body} />,
});

function Notice({ title, body }: { title: (texts: Texts) => string; body: Body }) {
  const { commenterMail, backHome } = useMessages();
  return (
    <div className="notice grid">
      <h1>{title(commenterMail)}</h1>
      {body(commenterMail, useSite().site_name)}
      <p>
        <a href={urls.home}>{backHome}</a>
      </p>
    </div>
  );
}

/** Sends the form to the URL of the page. */
const Button = ({ children }: { children: ReactNode }) => (
  <form method="post">
    <button type="submit" className="primary">
      {children}
    </button>
  </form>
);

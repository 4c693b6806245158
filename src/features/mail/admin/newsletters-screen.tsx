import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { loadPage, Pager } from '../../../platform/admin/controls/pager.tsx';
import { ProgressBar } from '../../../platform/admin/controls/progress-bar.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { formatNumber, t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Newsletter } from '../api/newsletters.ts';
import { mailCalls } from './calls.ts';
import { mailLoader } from './mail-loader.ts';
import { fractionOf, isMoving, numbersOf, progressText, titleOfNewsletter } from './newsletter-wording.ts';
import { usePolling } from './use-polling.ts';
import './lists.css';

const pageSize = 20;

export const loader = mailLoader(({ request }: LoaderFunctionArgs) =>
  loadPage(request, pageSize, (range) => mailCalls.newsletters(range)),
);

/** What was and is sent to subscribers. */
export function Component() {
  const { items, total } = useLoaderData<typeof loader>();
  usePolling(items.some(isMoving));
  return (
    <section className="mail-lists">
      <ScreenTitle>{t('Newsletters')}</ScreenTitle>
      {items.length > 0 ? (
        <ul className="newsletters">
          {items.map((newsletter) => (
            <li key={newsletter.id}>
              <Entry newsletter={newsletter} />
            </li>
          ))}
        </ul>
      ) : (
        <Nothing
          text={t(
            'No newsletter was sent yet. A post is sent when it is published, if its switch for mail is on.',
          )}
        />
      )}
      <Pager total={total} size={pageSize} name={t('newsletters')} />
    </section>
  );
}

function Entry({ newsletter }: { newsletter: Newsletter }) {
  const { id, date_added, date_canceled, week } = newsletter;
  const title = titleOfNewsletter(newsletter);
  return (
    <>
      <h2>
        <Link to={`${urls.admin}/newsletters/${id}`}>{title}</Link>{' '}
        {date_canceled && <span className="chip">{t('Canceled')}</span>}{' '}
        {week && <span className="chip">{t('Weekly summary')}</span>}
      </h2>
      <p className="soft">
        <FormattedDate date={date_added} style="full" />
      </p>
      {isMoving(newsletter) ? (
        <ProgressBar
          label={t('Progress of {title}', { title })}
          fraction={fractionOf(newsletter)}
          text={progressText(newsletter)}
          hideLabel
        />
      ) : null}
      <Numbers newsletter={newsletter} />
    </>
  );
}

export function Numbers({ newsletter }: { newsletter: Newsletter }) {
  return (
    <dl className="numbers">
      {numbersOf(newsletter).map(([name, text, count]) => (
        <div key={name} className={name}>
          <dt>{text}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { loadPage } from '../../../platform/admin/controls/pager.tsx';
import { ProgressBar } from '../../../platform/admin/controls/progress-bar.tsx';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { plural, t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import {
  type DeliveryState,
  deliveryStates,
  type NewsletterDetail,
  type RetryState,
} from '../api/newsletters.ts';
import { mailCalls } from './calls.ts';
import { DeliveryList } from './delivery-list.tsx';
import { DeliveryPlot } from './delivery-plot.tsx';
import { mailLoader } from './mail-loader.ts';
import { fractionOf, isMoving, progressText, titleOfNewsletter } from './newsletter-wording.ts';
import { Numbers } from './newsletters-screen.tsx';
import { usePolling } from './use-polling.ts';
import './lists.css';

const pageSize = 50;

const stateOf = (params: URLSearchParams): DeliveryState | undefined =>
  deliveryStates.find((state) => state === params.get('state'));

export const loader = mailLoader(async ({ params, request }: LoaderFunctionArgs) => {
  const id = Number(params.id);
  const newsletter = await mailCalls.newsletter({ id });
  const chosen = stateOf(new URL(request.url).searchParams);
  const state = chosen ?? deliveryStates.find((one) => newsletter.counts[one] > 0) ?? 'failed';
  const page = await loadPage(request, pageSize, (range) => mailCalls.deliveries({ id, state, ...range }));
  return { newsletter, state, page };
});

/** One newsletter: how far it is, what was sent when, and what did not arrive. */
export function Component() {
  const { newsletter, state, page } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  usePolling(isMoving(newsletter));
  const hasList = deliveryStates.some((one) => newsletter.counts[one] > 0) || stateOf(params) !== undefined;
  return (
    <section className="mail-lists">
      <ScreenTitle>{titleOfNewsletter(newsletter)}</ScreenTitle>
      <About newsletter={newsletter} />
      <div className="boxed">
        <ProgressBar
          label={t('Progress')}
          fraction={fractionOf(newsletter)}
          text={progressText(newsletter)}
          hideLabel
        />
        <Numbers newsletter={newsletter} />
        {newsletter.pause && newsletter.counts.waiting > 0 && (
          <p className="error">
            {rich('Nothing is sent until {date}, because the SMTP server cannot be used: {reason}', {
              reason: newsletter.pause.reason,
              date: <FormattedDate date={newsletter.pause.until} style="full" />,
            })}
          </p>
        )}
        <Actions newsletter={newsletter} />
      </div>
      <DeliveryPlot history={newsletter.history} />
      {newsletter.forgotten && (
        <p className="soft">
          {t('The single mails were deleted since, because they are old; the numbers stay.')}
        </p>
      )}
      {hasList && !newsletter.forgotten && (
        <DeliveryList state={state} counts={newsletter.counts} {...page} size={pageSize} />
      )}
    </section>
  );
}

function About({ newsletter }: { newsletter: NewsletterDetail }) {
  const { post_id, post_title, week, date_added, date_due, date_canceled, planned } = newsletter;
  return (
    <p className="soft">
      <Link to={`${urls.admin}/newsletters`}>{t('All newsletters')}</Link>
      {' · '}
      {week && `${t('Weekly summary {week}', { week })} · `}
      {post_id !== null && (
        <>
          <Link to={`${urls.admin}/edit/${post_id}`}>{post_title || t('Untitled')}</Link>
          {' · '}
        </>
      )}
      {planned && date_due
        ? rich('Begins {date}', { date: <FormattedDate date={date_due} style="full" /> })
        : rich('Begun {date}', { date: <FormattedDate date={date_added} style="full" /> })}
      {date_canceled && (
        <> · {rich('Canceled {date}', { date: <FormattedDate date={date_canceled} style="full" /> })}</>
      )}
    </p>
  );
}

function Actions({ newsletter }: { newsletter: NewsletterDetail }) {
  const { id, counts, filling, planned, date_canceled, forgotten } = newsletter;
  const confirm = useConfirm();
  const run = useAction();
  const { notify } = useNotices();
  const act = async (work: () => Promise<number>, done: (count: number) => string) => {
    let count = 0;
    await run(
      async () => {
        count = await work();
      },
      () => notify(done(count)),
    );
  };
  const cancel = async () => {
    const confirmed = await confirm({
      title: t('Cancel what waits?'),
      text: t(
        'Mails that were not sent yet are deleted, and no further recipients are added. This cannot be undone; what was sent stays sent.',
      ),
      action: t('Cancel the newsletter'),
    });
    if (confirmed)
      await act(
        async () => (await mailCalls.cancelNewsletter({ id })).changed,
        (count) =>
          plural(count, {
            one: 'The newsletter was canceled; 1 mail will not be sent.',
            other: 'The newsletter was canceled; {count} mails will not be sent.',
          }),
      );
  };
  const sendAgain = async (state: RetryState) => {
    const isUnconfirmed = state === 'unconfirmed';
    const confirmed =
      !isUnconfirmed ||
      (await confirm({
        title: plural(counts.unconfirmed, { one: 'Send 1 mail again?', other: 'Send {count} mails again?' }),
        text: t(
          'The SMTP server got these mails whole but never confirmed them, because one of the two was stopped at that moment. Most of them have very likely arrived, so some people may get a second copy.',
        ),
        action: t('Send again'),
      }));
    if (confirmed)
      await act(
        async () => (await mailCalls.sendAgain({ id, state })).changed,
        (count) =>
          count === 0
            ? t('Nothing is sent again: these addresses bounce, or their subscribers were deleted.')
            : plural(count, { one: '1 mail is sent again.', other: '{count} mails are sent again.' }),
      );
  };
  const canCancel = counts.waiting > 0 || filling || planned;
  const canSend = date_canceled === null && !forgotten;
  return (
    <p className="actions">
      {canCancel && (
        <button type="button" className="danger" onClick={() => void cancel()}>
          {t('Cancel what waits')}
        </button>
      )}
      {canSend && counts.failed > 0 && (
        <button type="button" onClick={() => void sendAgain('failed')}>
          {t('Try failed ones again')}
        </button>
      )}
      {canSend && counts.unconfirmed > 0 && (
        <button type="button" onClick={() => void sendAgain('unconfirmed')}>
          {t('Send unconfirmed ones again')}
        </button>
      )}
    </p>
  );
}

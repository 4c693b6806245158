import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { formatNumber } from '../../../platform/admin/controls/format.ts';
import { loadPage } from '../../../platform/admin/controls/pager.tsx';
import { ProgressBar } from '../../../platform/admin/controls/progress-bar.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
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
import { fractionOf, isMoving, progressText, titleOfNewsletter } from './newsletter-wording.ts';
import { Numbers } from './newsletters-screen.tsx';
import { usePolling } from './use-polling.ts';
import './lists.css';

const pageSize = 50;

const stateOf = (params: URLSearchParams): DeliveryState | undefined =>
  deliveryStates.find((state) => state === params.get('state'));

export const loader = guarded(async ({ params, request }: LoaderFunctionArgs) => {
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
          label="Progress"
          fraction={fractionOf(newsletter)}
          text={progressText(newsletter)}
          hideLabel
        />
        <Numbers newsletter={newsletter} />
        {newsletter.pause && newsletter.counts.waiting > 0 && (
          <p className="error">
            Nothing is sent until <FormattedDate date={newsletter.pause.until} style="full" />, because the
            SMTP server cannot be used: {newsletter.pause.reason}
          </p>
        )}
        <Actions newsletter={newsletter} />
      </div>
      <DeliveryPlot history={newsletter.history} />
      {newsletter.forgotten && (
        <p className="soft">The single mails were deleted since, because they are old; the numbers stay.</p>
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
      <Link to={`${urls.admin}/newsletters`}>All newsletters</Link>
      {' · '}
      {week && `Weekly summary ${week} · `}
      {post_id !== null && (
        <>
          <Link to={`${urls.admin}/edit/${post_id}`}>{post_title || 'Untitled'}</Link>
          {' · '}
        </>
      )}
      {planned && date_due ? (
        <>
          Begins <FormattedDate date={date_due} style="full" />
        </>
      ) : (
        <>
          Begun <FormattedDate date={date_added} style="full" />
        </>
      )}
      {date_canceled && (
        <>
          {' · '}Canceled <FormattedDate date={date_canceled} style="full" />
        </>
      )}
    </p>
  );
}

const mails = (count: number): string => (count === 1 ? '1 mail' : `${formatNumber(count)} mails`);

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
      title: 'Cancel what waits?',
      text: 'Mails that were not sent yet are deleted, and no further recipients are added. This cannot be undone; what was sent stays sent.',
      action: 'Cancel the newsletter',
    });
    if (confirmed)
      await act(
        async () => (await mailCalls.cancelNewsletter({ id })).changed,
        (count) => `The newsletter was canceled; ${mails(count)} will not be sent.`,
      );
  };
  const sendAgain = async (state: RetryState) => {
    const isUnconfirmed = state === 'unconfirmed';
    const confirmed =
      !isUnconfirmed ||
      (await confirm({
        title: `Send ${mails(counts.unconfirmed)} again?`,
        text: 'The SMTP server got these mails whole but never confirmed them, because one of the two was stopped at that moment. Most of them have very likely arrived, so some people may get a second copy.',
        action: 'Send again',
      }));
    if (confirmed)
      await act(
        async () => (await mailCalls.sendAgain({ id, state })).changed,
        (count) =>
          count === 0
            ? 'Nothing is sent again: these addresses bounce, or their subscribers were deleted.'
            : `${mails(count)} ${count === 1 ? 'is' : 'are'} sent again.`,
      );
  };
  const canCancel = counts.waiting > 0 || filling || planned;
  const canSend = date_canceled === null && !forgotten;
  return (
    <p className="actions">
      {canCancel && (
        <button type="button" className="danger" onClick={() => void cancel()}>
          Cancel what waits
        </button>
      )}
      {canSend && counts.failed > 0 && (
        <button type="button" onClick={() => void sendAgain('failed')}>
          Try failed ones again
        </button>
      )}
      {canSend && counts.unconfirmed > 0 && (
        <button type="button" onClick={() => void sendAgain('unconfirmed')}>
          Send unconfirmed ones again
        </button>
      )}
    </p>
  );
}

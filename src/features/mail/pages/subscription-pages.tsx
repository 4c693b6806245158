import type { ReactNode } from 'react';
import type { Category } from '../../../core/posts/terms/api/categories.ts';
import type { Messages } from '../../../platform/web/messages/types.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import { notFound } from '../../../platform/web/not-found.ts';
import { type Page, redirectTo, type Screen, type Visit } from '../../../platform/web/page.ts';
import type { Subscription } from '../api/subscriptions.ts';
import { mailUrls } from '../api/urls.ts';
import { ChoiceFields, choicesIn } from './choices.tsx';
import { useMail } from './context.ts';
import type { MailApi } from './page-api.ts';
import { openSubscriptions, SubscriberMeta } from './subscribe-page.tsx';

/*
 * Pages behind links in mails. Programs that check mails open every link, so GET never changes anything: the change is a POST of
 * a form on the page.
 */

const confirmPage: Page<MailApi> = {
  path: mailUrls.confirmSubscription(':token'),
  get: async (visit) => {
    const pending = await (await openSubscriptions(visit)).pending(visit.params.token ?? '');
    return pending ? confirmScreen(pending) : invalidScreen;
  },
  post: async (visit) => {
    const signed = await (await openSubscriptions(visit)).confirm(visit.params.token ?? '');
    return signed === null ? invalidScreen : redirectTo(`${mailUrls.subscription(signed)}?confirmed=1`, 303);
  },
};

const changePage: Page<MailApi> = {
  path: mailUrls.subscription(':signed'),
  get: (visit) => showSubscription(visit),
  post: async (visit, form) => {
    const choices = choicesIn(form);
    if (!choices) return showSubscription(visit, 'categories');
    const signed = visit.params.signed ?? '';
    const isSaved = await subscriptionsOf(visit).change(signed, choices);
    return isSaved ? redirectTo(`${mailUrls.subscription(signed)}?saved=1`, 303) : invalidScreen;
  },
};

const stopPage: Page<MailApi> = {
  path: mailUrls.unsubscribe(':signed'),
  get: async (visit) => {
    const signed = visit.params.signed ?? '';
    const found = await subscriptionsOf(visit).find(signed);
    if (found === null) return invalidScreen;
    return found === 'ended' ? endedScreen : stopScreen(signed, found);
  },
  // Also what programs for mail send by RFC 8058, which get the same response however often they repeat it.
  post: async (visit) =>
    (await subscriptionsOf(visit).stop(visit.params.signed ?? '')) ? endedScreen : invalidScreen,
};

export const subscriptionPages: readonly Page[] = [confirmPage, stopPage, changePage];

/** Those who are subscribed can change and stop it as long as the site sends mail. */
function subscriptionsOf({ api, copy }: Visit<MailApi>) {
  if (!api.subscriptions || copy) throw notFound();
  return api.subscriptions;
}

async function showSubscription(visit: Visit<MailApi>, error?: 'categories'): Promise<Screen> {
  const subscriptions = subscriptionsOf(visit);
  const signed = visit.params.signed ?? '';
  const found = await subscriptions.find(signed);
  if (found === null || found === 'ended') return invalidScreen;
  const { searchParams } = visit.url;
  const result = searchParams.has('confirmed') ? 'confirmed' : searchParams.has('saved') ? 'saved' : null;
  return {
    status: error ? 422 : 200,
    head: <SubscriberMeta title={({ subscription }) => subscription.title} />,
    main: (
      <SubscriptionScreen
        signed={signed}
        subscription={found}
        categories={await subscriptions.categories()}
        result={error ? null : result}
        error={error}
      />
    ),
  };
}

function SubscriptionScreen({
  signed,
  subscription: { address, choices },
  categories,
  result,
  error,
}: {
  signed: string;
  subscription: Subscription;
  categories: readonly Category[];
  result: 'confirmed' | 'saved' | null;
  error: 'categories' | undefined;
}) {
  const { subscription, subscribeErrors, unsubscribe } = useMessages();
  return (
    <div className="subscribe grid">
      <h1>{subscription.title}</h1>
      {result && (
        <p className="banner" role="status">
          {subscription[result]}
        </p>
      )}
      <WithAddress text={subscription.text} address={address} />
      <form method="post" action={mailUrls.subscription(signed)}>
        {error && (
          <p className="error" role="alert">
            {subscribeErrors[error]}
          </p>
        )}
        <ChoiceFields chosen={error ? { ...choices, all_posts: false } : choices} categories={categories} />
        <p>
          <button type="submit" className="primary">
            {subscription.submit}
          </button>
        </p>
      </form>
      <StopForm signed={signed}>{unsubscribe.submit}</StopForm>
    </div>
  );
}

const confirmScreen = ({ address }: Subscription): Screen => ({
  head: <SubscriberMeta title={({ confirmSubscription }) => confirmSubscription.title} />,
  main: <ConfirmScreen address={address} />,
});

function ConfirmScreen({ address }: { address: string }) {
  const { confirmSubscription, subscribe } = useMessages();
  return (
    <div className="subscribe grid">
      <h1>{confirmSubscription.title}</h1>
      <WithAddress text={confirmSubscription.text} address={address} />
      <form method="post">
        <button type="submit" className="primary">
          {confirmSubscription.submit}
        </button>
      </form>
      <p className="soft">{subscribe.privacy}</p>
    </div>
  );
}

const stopScreen = (signed: string, { address }: Subscription): Screen => ({
  head: <SubscriberMeta title={({ unsubscribe }) => unsubscribe.title} />,
  main: <StopScreen signed={signed} address={address} />,
});

function StopScreen({ signed, address }: { signed: string; address: string }) {
  const { unsubscribe } = useMessages();
  return (
    <div className="subscribe grid">
      <h1>{unsubscribe.title}</h1>
      <WithAddress text={unsubscribe.text} address={address} />
      <StopForm signed={signed} isPrimary>
        {unsubscribe.submit}
      </StopForm>
      <p>
        <a href={mailUrls.subscription(signed)}>{unsubscribe.change}</a>
      </p>
    </div>
  );
}

const StopForm = ({
  signed,
  isPrimary = false,
  children,
}: {
  signed: string;
  isPrimary?: boolean;
  children: ReactNode;
}) => (
  <form method="post" action={mailUrls.unsubscribe(signed)}>
    <button type="submit" className={isPrimary ? 'primary' : 'danger'}>
      {children}
    </button>
  </form>
);

const noticeScreen = (
  status: number,
  title: (messages: Messages) => string,
  text: (messages: Messages) => string,
): Screen => ({
  status,
  head: <SubscriberMeta title={title} />,
  main: <Notice title={title} text={text} />,
});

function Notice({
  title,
  text,
}: {
  title: (messages: Messages) => string;
  text: (messages: Messages) => string;
}) {
  const messages = useMessages();
  const { subscriptions } = useMail();
  return (
    <div className="subscribe grid">
      <h1>{title(messages)}</h1>
      <p>{text(messages)}</p>
      {subscriptions && (
        <p>
          <a className="button" href={mailUrls.subscribe}>
            {messages.subscribe.again}
          </a>
        </p>
      )}
    </div>
  );
}

const endedScreen = noticeScreen(
  200,
  ({ unsubscribe }) => unsubscribe.done,
  ({ unsubscribe }) => unsubscribe.doneText,
);

const invalidScreen = noticeScreen(
  404,
  ({ noSubscription }) => noSubscription.title,
  ({ noSubscription }) => noSubscription.text,
);

/** The masked address in a sentence, with its own direction. */
function WithAddress({ text, address }: { text: string; address: string }) {
  const [before, after] = text.split('{address}');
  return (
    <p>
      {before}
      <strong dir="ltr">{address}</strong>
      {after}
    </p>
  );
}

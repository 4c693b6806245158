import type { Category } from '../../../core/posts/terms/api/categories.ts';
import { NoIndex, PageTitle } from '../../../core/site/pages/page-meta.tsx';
import { maxMailAddressLength, normalizedAddress } from '../../../platform/http/api/mail-address.ts';
import { urls } from '../../../platform/http/urls.ts';
import { hasServer } from '../../../platform/web/copy-context.ts';
import type { Messages } from '../../../platform/web/messages/types.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import { isProblem, notFound } from '../../../platform/web/not-found.ts';
import { type Page, redirectTo, type Screen, type Visit } from '../../../platform/web/page.ts';
import { mailOf } from '../api/public-mail.ts';
import { type Choices, usualChoices } from '../api/subscriptions.ts';
import { mailUrls } from '../api/urls.ts';
import { ChoiceFields, choicesIn } from './choices.tsx';
import type { MailApi, Subscriptions } from './page-api.ts';
import { AddressField, Decoy } from './subscribe-form.tsx';

/** The response to every address is a redirect to this page. */
const askedUrl = `${mailUrls.subscribe}?asked=1`;

export const subscribePage: Page<MailApi> = {
  path: mailUrls.subscribe,
  get: async (visit) => {
    const subscriptions = await openSubscriptions(visit);
    if (visit.url.searchParams.has('asked')) return askedScreen;
    return formScreen(await subscriptions.categories());
  },
  post: async (visit, form) => {
    const subscriptions = await openSubscriptions(visit);
    // Only bots fill in the decoy.
    if (form.get('website')) return redirectTo(askedUrl, 303);
    const typed = form.get('address') ?? '';
    const address = normalizedAddress(typed);
    const choices = choicesIn(form);
    const again = async (error: keyof Messages['subscribeErrors'], status: number) =>
      formScreen(await subscriptions.categories(), {
        error,
        status,
        typed: typed.slice(0, maxMailAddressLength),
        chosen: choices ?? { ...usualChoices, all_posts: false },
      });
    if (address === null) return again('address', 422);
    if (choices === null) return again('categories', 422);
    try {
      await subscriptions.request(address, choices);
    } catch (problem) {
      if (isProblem(problem) && problem.code === 'too_many') return again('limited', 429);
      throw problem;
    }
    return redirectTo(askedUrl, 303);
  },
};

/** 404 on a site without mail, and while the owner takes no new subscribers. */
export async function openSubscriptions({ api, copy }: Visit<MailApi>): Promise<Subscriptions> {
  if (!api.subscriptions || !hasServer(copy) || !mailOf((await api.frame()).site).subscriptions)
    throw notFound();
  return api.subscriptions;
}

/** None of these pages is indexed. */
export const SubscriberMeta = ({ title }: { title: (messages: Messages) => string }) => (
  <>
    <PageTitle>{title}</PageTitle>
    <NoIndex />
  </>
);

const askedScreen: Screen = {
  head: <SubscriberMeta title={({ subscribeAsked }) => subscribeAsked.title} />,
  main: <Asked />,
};

function Asked() {
  const { subscribeAsked } = useMessages();
  return (
    <div className="subscribe grid">
      <h1>{subscribeAsked.title}</h1>
      <p>{subscribeAsked.text}</p>
      <p className="soft">{subscribeAsked.help}</p>
    </div>
  );
}

type Rejected = {
  error: keyof Messages['subscribeErrors'];
  status: number;
  typed: string;
  chosen: Choices;
};

const formScreen = (categories: readonly Category[], rejected?: Rejected): Screen => ({
  status: rejected?.status ?? 200,
  head: <SubscriberMeta title={({ subscribe }) => subscribe.title} />,
  main: <SubscribeScreen categories={categories} rejected={rejected} />,
});

function SubscribeScreen({
  categories,
  rejected,
}: {
  categories: readonly Category[];
  rejected: Rejected | undefined;
}) {
  const { subscribe, subscribeErrors } = useMessages();
  const errorId = 'subscribe-error';
  return (
    <div className="subscribe grid">
      <h1>{subscribe.title}</h1>
      <p>{subscribe.explained}</p>
      <form method="post" action={mailUrls.subscribe}>
        {rejected && (
          <p className="error" id={errorId} role="alert">
            {subscribeErrors[rejected.error]}
          </p>
        )}
        <p className="field">
          <label htmlFor="subscribe-address">{subscribe.address}</label>
          <AddressField
            id="subscribe-address"
            typed={rejected?.typed ?? ''}
            errorId={rejected?.error === 'address' ? errorId : undefined}
          />
        </p>
        <Decoy />
        <ChoiceFields chosen={rejected?.chosen ?? usualChoices} categories={categories} />
        <p>
          <button type="submit" className="primary">
            {subscribe.submit}
          </button>
        </p>
      </form>
      <p className="soft">{subscribe.privacy}</p>
      <p className="soft">
        <a href={urls.feed}>{subscribe.feed}</a>
      </p>
    </div>
  );
}

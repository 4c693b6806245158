import { PageMeta } from '../../core/site/pages/page-meta.tsx';
import { urls } from '../../platform/http/urls.ts';
import { Island } from '../../platform/web/island.tsx';
import { useMessages } from '../../platform/web/messages.ts';
import type { Page } from '../../platform/web/page.ts';
import type Counter from './islands/counter.tsx';

const maxCount = 1_000_000;

export const counterPage: Page = {
  path: urls.there,
  get: async ({ url }) => {
    const asked = Number.parseInt(url.searchParams.get('count') ?? '', 10) || 0;
    const start = Math.min(Math.max(asked, 0), maxCount);
    return {
      head: <CounterMeta />,
      main: <CounterScreen start={start} />,
      styles: ['other'],
    };
  },
};

function CounterMeta() {
  const { counterTitle, counterDescription } = useMessages();
  return <PageMeta title={counterTitle} description={counterDescription} path={urls.there} />;
}

function CounterScreen({ start }: { start: number }) {
  const { counterTitle, counterImage, counterSign, counterMessages } = useMessages();
  return (
    <div className="grid">
      <h1 className="visually-hidden">{counterTitle}</h1>
      <Island<typeof Counter>
        name="counter"
        props={{ start, image: counterImage, sign: counterSign, messages: counterMessages }}
      />
    </div>
  );
}

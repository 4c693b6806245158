import { useEffect } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { formatNumber } from '../../../platform/admin/controls/format.ts';
import { callsOf } from '../../../platform/admin/data/calls.ts';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import type { PublicationState } from '../api.ts';
import type { publishRoutes } from '../routes.ts';

const { call } = callsOf<typeof publishRoutes>();
const calls = {
  state: call('GET', '/api/admin/publication'),
  again: call('POST', '/api/admin/publication'),
};

export const loader = guarded(() => calls.state());

const pollMs = 2000;

/** Where the public site is written as files, and how far it is. */
export function Component() {
  const state = useLoaderData<typeof loader>();
  return (
    <section>
      <ScreenTitle>Published files</ScreenTitle>
      <p>
        The public site can also be written as files to a folder or a bucket, from which any web server or CDN
        serves it. Each change is written there within seconds. Drafts and everything else that is not public
        never are.
      </p>
      <div className="boxed">
        {state.to === null ? <HowToStart /> : <State state={state} to={state.to} />}
      </div>
    </section>
  );
}

const HowToStart = () => (
  <p>
    This site is not written anywhere. Set <code>PUBLISH_TO</code> to a folder or to{' '}
    <code>s3://bucket/prefix</code> where the server is configured, and restart it.
  </p>
);

function State({ state: { files, waiting, error }, to }: { state: PublicationState; to: string }) {
  const run = useAction();
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (waiting === 0) return;
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate();
    }, pollMs);
    return () => clearInterval(timer);
  }, [waiting, revalidate]);
  const again = () =>
    run(
      () => calls.again(),
      () => notify('Every file is written again.'),
    );
  return (
    <>
      <p>
        The site is in <strong dir="ltr">{to}</strong>: {formatNumber(files)} files.
      </p>
      <p role="status">
        {waiting === 0
          ? 'All of them are up to date.'
          : `${formatNumber(waiting)} are being checked or written.`}
      </p>
      <FormError message={error} />
      <p className="actions">
        <button type="button" onClick={() => void again()}>
          Publish everything again
        </button>
      </p>
    </>
  );
}

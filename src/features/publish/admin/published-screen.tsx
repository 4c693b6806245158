import { useEffect } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { callsOf } from '../../../platform/admin/data/calls.ts';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
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
      <ScreenTitle>{t('Published files')}</ScreenTitle>
      <p>
        {t(
          'The public site can also be written as files to a folder or a bucket, from which any web server or CDN serves it. Each change is written there within seconds. Drafts and everything else that is not public never are.',
        )}
      </p>
      <div className="boxed">
        {state.to === null ? <HowToStart /> : <State state={state} to={state.to} />}
      </div>
    </section>
  );
}

const HowToStart = () => (
  <p>
    {rich(
      'This site is not written anywhere. Set {variable} to a folder or to {bucket} where the server is configured, and restart it.',
      { variable: <code>PUBLISH_TO</code>, bucket: <code>s3://bucket/prefix</code> },
    )}
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
      () => notify(t('Every file is written again.')),
    );
  return (
    <>
      <p>
        {rich('The site is in {place}: {files} files.', { files, place: <strong dir="ltr">{to}</strong> })}
      </p>
      <p role="status">
        {waiting === 0
          ? t('All of them are up to date.')
          : t('{waiting} are being checked or written.', { waiting })}
      </p>
      <FormError message={error} />
      <p className="actions">
        <button type="button" onClick={() => void again()}>
          {t('Publish everything again')}
        </button>
      </p>
    </>
  );
}

import { useLoaderData } from 'react-router';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { siteCalls } from '../calls.ts';
import './version.css';

export const loader = guarded(() => siteCalls.version());

/** Which version runs, and what it and earlier ones brought. */
export function Component() {
  const { version, changes } = useLoaderData<typeof loader>();
  return (
    <section>
      <ScreenTitle>Version</ScreenTitle>
      <p>
        This site runs <strong>Not Terrible {version}</strong>. What each version brought:
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes it */}
      <div className="change-log" dangerouslySetInnerHTML={{ __html: changes }} />
    </section>
  );
}

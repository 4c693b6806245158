import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import type { PublicSite } from '../../../core/site/api/site.ts';
import { useSite } from '../../../core/site/pages/site-context.ts';

const Guide = lazy(async () => ({ default: (await import('./guide.tsx')).Guide }));

/** Puts the guide above all screens of the demo but those for writing, which fill the window; other sites never load it. */
export function DemoFrame({ children }: { children: ReactNode }) {
  const { is_demo } = useSite() as PublicSite & { is_demo?: true };
  const { pathname } = useLocation();
  const isWriting = /\/(?:add|edit\/\d+)$/.test(pathname);
  return (
    <>
      {is_demo && !isWriting && (
        <Suspense>
          <Guide />
        </Suspense>
      )}
      {children}
    </>
  );
}
